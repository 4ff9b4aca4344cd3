// Qt Quick with its software scene graph, in a window of Qt's offscreen platform; frames are made synchronously.
#include <QBackingStore>
#include <QCoreApplication>
#include <QQmlComponent>
#include <QQmlEngine>
#include <QQuickImageProvider>
#include <QQuickItem>
#include <QQuickWindow>
#include <QScreen>
#include <functional>
#include <memory>

#include "common.h"

namespace {

class Pictures : public QQuickImageProvider {
public:
    Pictures() : QQuickImageProvider(QQuickImageProvider::Image) {}
    QImage requestImage(const QString &id, QSize *size, const QSize &) override {
        // A number behind a slash makes a copy of its own of the same picture.
        const QImage image = ::picture(id.section('/', 0, 0).replace('-', ' ')).copy();
        if (size) *size = image.size();
        return image;
    }
};

QQmlEngine *engine() {
    static QQmlEngine *engine = nullptr;
    if (!engine) {
        engine = new QQmlEngine;
        engine->addImageProvider(QStringLiteral("peers"), new Pictures);
    }
    return engine;
}

QQuickItem *find(QQuickItem *item, const QString &name) {
    if (item->objectName() == name) return item;
    for (QQuickItem *child : item->childItems()) {
        if (QQuickItem *found = find(child, name)) return found;
    }
    return nullptr;
}

class QuickScene : public PeerScene {
public:
    QuickScene(QSize size, const QString &qml) : size(size) {
        QQmlComponent component(engine());
        component.setData(("import QtQuick 2.15\n" + qml).toUtf8(), QUrl());
        QObject *object = component.create();
        if (!object) qFatal("quick: %s", qPrintable(component.errorString()));
        root.reset(qobject_cast<QQuickItem *>(object));
        window.reset(new QQuickWindow);
        window->setColor(Qt::white);
        window->resize(size);
        root->setParentItem(window->contentItem());
        root->setSize(size);
        window->show();
        QCoreApplication::processEvents();
        render();
    }

    ~QuickScene() override {
        root->setParentItem(nullptr);
        root.reset();
        window.reset();
        QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
    }

    void frame(int index) override {
        step(index);
        if (showsFrames) render();
    }

    /// What the window's backing store holds; the offscreen platform cannot grab a window by itself.
    QImage picture() override { return window->screen()->grabWindow(window->winId()).toImage(); }

    QQuickItem *item(const QString &name) const {
        QQuickItem *found = find(root.get(), name);
        if (!found) qFatal("quick: no item %s", qPrintable(name));
        return found;
    }

    std::function<void(int)> step;
    bool showsFrames = true;
    const QSize size;
    std::unique_ptr<QQuickItem> root;
    std::unique_ptr<QQuickWindow> window;

private:
    void render() {
        QEvent request(QEvent::UpdateRequest);
        QCoreApplication::sendEvent(window.get(), &request);
    }
};

const char backgroundQml[] = "Image { objectName: 'background'; source: 'image://peers/background' }\n";

QString rectQml(QRect rect) {
    return QStringLiteral("x: %1; y: %2; width: %3; height: %4; ")
        .arg(rect.x()).arg(rect.y()).arg(rect.width()).arg(rect.height());
}

QString textQml(QRect rect, int pixels, const QString &text, const char *more = "") {
    return QStringLiteral("Text { %1font.family: 'DejaVu Sans'; font.pixelSize: %2; textFormat: Text.PlainText; "
                          "verticalAlignment: Text.AlignVCenter; text: \"%3\"; %4 }\n")
        .arg(rectQml(rect)).arg(pixels).arg(text, QLatin1String(more));
}

QuickScene *cardsScene(QSize size, bool drawsAll) {
    QString qml = QStringLiteral("Item {\n") + backgroundQml;
    const QVector<Card> list = cards(size);
    for (int index = 0; index < list.size(); index++) {
        qml += QStringLiteral("Rectangle { %1 radius: 12; color: 'white'\n").arg(rectQml(list[index].frame));
        qml += QStringLiteral("Image { %1 source: 'image://peers/icon-%2' }\n").arg(rectQml(list[index].icon)).arg(index);
        qml += textQml(list[index].title, 16, cardTitle(index));
        qml += textQml(list[index].value, 14, "Value 0", index == 7 ? "objectName: 'value'" : "");
        qml += "}\n";
    }
    QuickScene *scene = new QuickScene(size, qml + "}\n");
    QQuickItem *value = scene->item("value"), *background = scene->item("background");
    scene->step = [=](int index) {
        value->setProperty("text", cardValue(index));
        // Everything lies over the background, and is drawn again when that moves.
        if (drawsAll) background->setX(index % 2 ? 1 : 0);
    };
    return scene;
}

QuickScene *listScene(QSize size) {
    QString qml = QStringLiteral("Rectangle { clip: true; color: 'white'\nItem { objectName: 'list'\n");
    for (int row = 0; row < rowCount; row++) {
        qml += QStringLiteral("Rectangle { color: 'white'; %1\n")
                   .arg(rectQml(QRect(0, row * rowHeight, size.width(), rowHeight)));
        qml += QStringLiteral("Image { x: 8; y: 1; source: 'image://peers/icon-small-%1' }\n").arg(row % 24);
        qml += textQml(QRect(40, 3, 300, 20), 14, rowTitle(row));
        qml += textQml(QRect(size.width() - 220, 4, 210, 18), 12, rowDetail(row), "horizontalAlignment: Text.AlignRight");
        qml += QStringLiteral("Rectangle { color: '#d9d9d9'; %1 } }\n")
                   .arg(rectQml(QRect(0, rowHeight - 1, size.width(), 1)));
    }
    QuickScene *scene = new QuickScene(size, qml + "} }\n");
    QQuickItem *list = scene->item("list");
    scene->step = [=](int index) { list->setY(-listOffset(index, size.height())); };
    return scene;
}

QuickScene *panScene(QSize size) {
    QuickScene *scene =
        new QuickScene(size, "Item { Image { objectName: 'image'; source: 'image://peers/double-background' } }\n");
    QQuickItem *image = scene->item("image");
    scene->step = [=](int index) { image->setPosition(panOffset(index, size)); };
    return scene;
}

QuickScene *layersScene(QSize size, bool hasPictures) {
    QString qml = QStringLiteral("Item {\n");
    for (int layer = 0; layer < 8; layer++) {
        const QString place = rectQml(layerFrame(layer, size));
        if (hasPictures) {
            qml += QStringLiteral("Image { objectName: 'layer%1'; opacity: 0.5; %2 source: 'image://peers/layer/%1' }\n")
                       .arg(layer).arg(place);
        } else {
            qml += QStringLiteral("Rectangle { objectName: 'layer%1'; opacity: 0.5; %2 color: '%3' }\n")
                       .arg(layer).arg(place, layerColor(layer).name());
        }
    }
    QuickScene *scene = new QuickScene(size, qml + "}\n");
    QQuickItem *mover = scene->item(QStringLiteral("layer%1").arg(moverLayer));
    scene->step = [=](int index) {
        mover->setPosition(layerFrame(moverLayer, size).topLeft() + layerOffset(index));
    };
    return scene;
}

QuickScene *turningScene(QSize size) {
    const QString qml = QStringLiteral("Item { %1 Image { objectName: 'image'; smooth: true; %2 "
                                       "source: 'image://peers/photograph' } }\n")
                            .arg(backgroundQml, rectQml(QRect((size.width() - 400) / 2, (size.height() - 400) / 2, 400, 400)));
    QuickScene *scene = new QuickScene(size, qml);
    QQuickItem *image = scene->item("image");
    scene->step = [=](int index) { image->setRotation(index); };
    return scene;
}

/// S6 with `layer.enabled`, which keeps the group's picture. What changes inside shows a frame later; the cost is the same.
QuickScene *groupScene(QSize size, bool changes) {
    QString qml = QStringLiteral("Item { %1 Rectangle { objectName: 'sheet'; color: 'white'; layer.enabled: true; %2\n")
                      .arg(backgroundQml, rectQml(sheetFrame(size)));
    for (int button = 0; button < 20; button++) {
        qml += QStringLiteral("Rectangle { objectName: 'button%1'; radius: 10; color: '%2'; %3\n")
                   .arg(button).arg(buttonColor(button).name(), rectQml(buttonFrame(button)));
        qml += textQml(QRect(0, 20, 130, 20), 16, QStringLiteral("Button %1").arg(button),
                       "color: 'white'; horizontalAlignment: Text.AlignHCenter");
        qml += "}\n";
    }
    QuickScene *scene = new QuickScene(size, qml + "} }\n");
    QQuickItem *sheet = scene->item("sheet"), *button = scene->item(QStringLiteral("button%1").arg(changingButton));
    scene->step = [=](int index) {
        sheet->setOpacity(sheetOpacity(index));
        if (changes) button->setProperty("color", changingButtonColor(index));
    };
    return scene;
}

QuickScene *moversScene(QSize size) {
    Movers movers(size);
    QString qml = QStringLiteral("Item {\n") + backgroundQml;
    for (int index = 0; index < movers.positions.size(); index++) {
        qml += QStringLiteral("Rectangle { objectName: 'mover%1'; color: '%2'; %3 }\n")
                   .arg(index).arg(Movers::color(index).name(), rectQml(QRect(movers.positions[index], QSize(40, 40))));
    }
    QuickScene *scene = new QuickScene(size, qml + "}\n");
    QVector<QQuickItem *> items;
    for (int index = 0; index < movers.positions.size(); index++) {
        items.append(scene->item(QStringLiteral("mover%1").arg(index)));
    }
    scene->step = [=](int) mutable {
        movers.step();
        for (int index = 0; index < items.size(); index++) items[index]->setPosition(movers.positions[index]);
    };
    return scene;
}

QuickScene *pageScene(QSize size) {
    QuickScene *scene = new QuickScene(
        size, "Item { " + textQml(pageFrame(size), pageFontSize(size), "", "objectName: 'page'; wrapMode: Text.Wrap") + "}\n");
    QQuickItem *page = scene->item("page");
    scene->step = [=](int index) { page->setProperty("text", pageTextOfFrame(index)); };
    return scene;
}

QQuickItem *deepestChild(QQuickItem *root, QPointF point) {
    QQuickItem *item = root;
    while (QQuickItem *child = item->childAt(point.x(), point.y())) {
        point = child->mapFromItem(item, point);
        item = child;
    }
    return item;
}

QuickScene *treeScene(QSize size, const Tree &tree) {
    QString colors;
    for (int color = 0; color < 7; color++) colors += QStringLiteral("'%1', ").arg(Tree::color(0, color).name());
    const QString qml =
        QStringLiteral("Item { id: tree; property var colors: [%1]\n"
                       "Repeater { model: %2\n"
                       "Item { id: group; property int number: index; width: %4; height: %4\n"
                       "x: index % %3 * %4; y: Math.floor(index / %3) * %4\n"
                       "Repeater { model: 100\n"
                       "Rectangle { x: index % 10 * %5; y: Math.floor(index / 10) * %5; width: %5; height: %5\n"
                       "color: tree.colors[(group.number + index) % 7]; objectName: 'v' + index } } } } }\n")
            .arg(colors).arg(tree.groups).arg(tree.columns).arg(tree.side * 10).arg(tree.side);
    QuickScene *scene = new QuickScene(size, qml);
    QQuickItem *target = deepestChild(scene->root.get(), tree.targetPoint());
    if (target->objectName() != QStringLiteral("v%1").arg(Tree::targetChild)) qFatal("quick: the tree has another shape");
    scene->showsFrames = tree.kind != 'h';
    scene->step = [=](int index) {
        if (tree.kind == 'c') {
            target->setProperty("color", Tree::changingColor(index));
        } else if (tree.kind == 'm') {
            target->setPosition(tree.childFrame(Tree::targetChild).topLeft() + QPoint(index % 2, 0));
        } else if (deepestChild(scene->root.get(), tree.targetPoint()) != target) {
            qFatal("quick: the hit test found something else");
        }
    };
    return scene;
}

}  // namespace

PeerScene *createQuickScene(const QString &name, QSize size) {
    if (name == "S1" || name == "S1all") return cardsScene(size, name == "S1all");
    if (name == "S2") return listScene(size);
    if (name == "S3") return panScene(size);
    if (name == "S4" || name == "S4i") return layersScene(size, name == "S4i");
    if (name == "S5") return turningScene(size);
    if (name == "S6" || name == "S6c") return groupScene(size, name == "S6c");
    if (name == "S7") return moversScene(size);
    if (name == "S8") return pageScene(size);
    const Tree tree(name, size);
    return tree.groups > 0 ? treeScene(size, tree) : nullptr;
}
