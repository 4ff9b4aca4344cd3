// A tree of QWidgets with its backing store, on Qt's offscreen platform. Opaque widgets say that they are, so that moving
// them shifts pixels and what lies below them is not painted.
#include <QApplication>
#include <QBackingStore>
#include <QGraphicsOpacityEffect>
#include <QLabel>
#include <QPaintEvent>
#include <QPainter>
#include <QWidget>

#include "common.h"

namespace {

/// A widget of one colour; opaque unless it has an alpha.
class ColorWidget : public QWidget {
public:
    ColorWidget(QWidget *parent, QColor color) : QWidget(parent), color(color) {
        if (color.alpha() == 255) setAttribute(Qt::WA_OpaquePaintEvent);
    }
    void setColor(QColor newColor) {
        color = newColor;
        update();
    }

protected:
    void paintEvent(QPaintEvent *event) override { QPainter(this).fillRect(event->rect(), color); }

private:
    QColor color;
};

/// A widget that shows a picture as it is.
class PictureWidget : public QWidget {
public:
    PictureWidget(QWidget *parent, QImage image, double opacity = 1)
        : QWidget(parent), pixmap(QPixmap::fromImage(image)), opacity(opacity) {
        if (!pixmap.hasAlpha() && opacity == 1) setAttribute(Qt::WA_OpaquePaintEvent);
        resize(pixmap.size());
    }

protected:
    void paintEvent(QPaintEvent *event) override {
        QPainter painter(this);
        if (opacity < 1) painter.setOpacity(opacity);
        painter.drawPixmap(event->rect(), pixmap, event->rect());
    }

private:
    const QPixmap pixmap;
    const double opacity;
};

class RoundedWidget : public QWidget {
public:
    RoundedWidget(QWidget *parent, QColor color, double radius) : QWidget(parent), color(color), radius(radius) {}
    void setColor(QColor newColor) {
        color = newColor;
        update();
    }

protected:
    void paintEvent(QPaintEvent *) override {
        QPainter painter(this);
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setPen(Qt::NoPen);
        painter.setBrush(color);
        painter.drawRoundedRect(rect(), radius, radius);
    }

private:
    QColor color;
    const double radius;
};

QLabel *label(QWidget *parent, QRect frame, int fontSize, const QString &text, QColor color = Qt::black) {
    QLabel *result = new QLabel(parent);
    result->setGeometry(frame);
    result->setFont(dejavu(fontSize));
    QPalette palette = result->palette();
    palette.setColor(QPalette::WindowText, color);
    palette.setColor(QPalette::Window, Qt::white);
    result->setPalette(palette);
    result->setTextFormat(Qt::PlainText);
    result->setText(text);
    return result;
}

class WidgetScene : public PeerScene {
public:
    WidgetScene(QSize size, QWidget *widget) : top(widget), size(size) {
        top->resize(size);
    }
    ~WidgetScene() override { delete top; }

    void frame(int index) override {
        step(index);
        QCoreApplication::sendPostedEvents();
    }

    QImage picture() override {
        return *static_cast<QImage *>(top->backingStore()->paintDevice());
    }

    void show() {
        top->show();
        QCoreApplication::processEvents();
    }

protected:
    virtual void step(int index) = 0;
    QWidget *const top;
    const QSize size;
};

class CardsScene : public WidgetScene {
public:
    CardsScene(QSize size, bool drawsAll)
        : WidgetScene(size, new PictureWidget(nullptr, ::picture("background"))), drawsAll(drawsAll) {
        const QVector<Card> list = cards(size);
        for (int index = 0; index < list.size(); index++) {
            RoundedWidget *card = new RoundedWidget(top, Qt::white, 12);
            card->setGeometry(list[index].frame);
            PictureWidget *icon = new PictureWidget(card, ::picture(QStringLiteral("icon %1").arg(index)));
            icon->setGeometry(list[index].icon);
            label(card, list[index].title, 16, cardTitle(index));
            QLabel *text = label(card, list[index].value, 14, QStringLiteral("Value 0"));
            text->setAutoFillBackground(true);
            if (index == 7) value = text;
        }
    }

protected:
    void step(int index) override {
        value->setText(cardValue(index));
        if (drawsAll) top->update();
    }

private:
    const bool drawsAll;
    QLabel *value = nullptr;
};

class RowWidget : public QWidget {
public:
    RowWidget(QWidget *parent, int row)
        : QWidget(parent), row(row),
          icon(QPixmap::fromImage(::picture(QStringLiteral("icon small %1").arg(row % 24)))) {
        setAttribute(Qt::WA_OpaquePaintEvent);
    }

protected:
    void paintEvent(QPaintEvent *event) override {
        QPainter painter(this);
        painter.fillRect(event->rect(), Qt::white);
        painter.drawPixmap(8, 1, icon);
        painter.setFont(large);
        painter.drawText(QRect(40, 3, 300, 20), Qt::AlignVCenter | Qt::AlignLeft, rowTitle(row));
        painter.setFont(small);
        painter.drawText(QRect(width() - 220, 4, 210, 18), Qt::AlignVCenter | Qt::AlignRight, rowDetail(row));
        painter.fillRect(0, rowHeight - 1, width(), 1, QColor(217, 217, 217));
    }

private:
    const int row;
    const QPixmap icon;
    const QFont large = dejavu(14), small = dejavu(12);
};

/// S2: the list is an opaque widget that moves, so that its pixels are shifted.
class ListScene : public WidgetScene {
public:
    explicit ListScene(QSize size) : WidgetScene(size, new ColorWidget(nullptr, Qt::white)) {
        list = new ColorWidget(top, Qt::white);
        list->setGeometry(0, 0, size.width(), rowHeight * rowCount);
        for (int row = 0; row < rowCount; row++) {
            RowWidget *widget = new RowWidget(list, row);
            widget->setGeometry(0, row * rowHeight, size.width(), rowHeight);
        }
    }

protected:
    void step(int index) override { list->move(0, -listOffset(index, size.height())); }

private:
    QWidget *list;
};

class PanScene : public WidgetScene {
public:
    explicit PanScene(QSize size) : WidgetScene(size, new ColorWidget(nullptr, Qt::white)) {
        image = new PictureWidget(top, ::picture("double background"));
    }

protected:
    void step(int index) override { image->move(panOffset(index, size)); }

private:
    QWidget *image;
};

class LayersScene : public WidgetScene {
public:
    LayersScene(QSize size, bool hasPictures) : WidgetScene(size, new ColorWidget(nullptr, Qt::white)) {
        for (int layer = 0; layer < 8; layer++) {
            QWidget *widget;
            if (hasPictures) {
                widget = new PictureWidget(top, ::picture("layer").copy(), 0.5);
            } else {
                QColor color = layerColor(layer);
                color.setAlphaF(0.5);
                widget = new ColorWidget(top, color);
            }
            widget->setGeometry(layerFrame(layer, size));
            if (layer == moverLayer) mover = widget;
        }
    }

protected:
    void step(int index) override {
        mover->move(layerFrame(moverLayer, size).topLeft() + layerOffset(index));
    }

private:
    QWidget *mover = nullptr;
};

class TurningWidget : public QWidget {
public:
    explicit TurningWidget(QWidget *parent) : QWidget(parent), pixmap(QPixmap::fromImage(::picture("photograph"))) {}

    void setAngle(double newAngle) {
        const QRect before = extent();
        angle = newAngle;
        update(before | extent());
    }

protected:
    void paintEvent(QPaintEvent *) override {
        QPainter painter(this);
        painter.setRenderHint(QPainter::SmoothPixmapTransform);
        painter.setTransform(transform(), true);
        painter.drawPixmap(0, 0, pixmap);
    }

private:
    QTransform transform() const {
        QTransform transform;
        transform.translate(width() / 2.0, height() / 2.0);
        transform.rotate(angle);
        transform.translate(-200, -200);
        return transform;
    }
    QRect extent() const { return transform().mapRect(QRectF(0, 0, 400, 400)).toAlignedRect(); }

    const QPixmap pixmap;
    double angle = 0;
};

class TurningScene : public WidgetScene {
public:
    explicit TurningScene(QSize size) : WidgetScene(size, new PictureWidget(nullptr, ::picture("background"))) {
        widget = new TurningWidget(top);
        widget->setGeometry(size.width() / 2 - 284, size.height() / 2 - 284, 568, 568);
    }

protected:
    void step(int index) override { widget->setAngle(index); }

private:
    TurningWidget *widget;
};

class GroupScene : public WidgetScene {
public:
    GroupScene(QSize size, bool changes)
        : WidgetScene(size, new PictureWidget(nullptr, ::picture("background"))), changes(changes) {
        QWidget *sheet = new ColorWidget(top, Qt::white);
        sheet->setGeometry(sheetFrame(size));
        effect = new QGraphicsOpacityEffect(sheet);
        sheet->setGraphicsEffect(effect);
        for (int index = 0; index < 20; index++) {
            RoundedWidget *button = new RoundedWidget(sheet, buttonColor(index), 10);
            button->setGeometry(buttonFrame(index));
            QLabel *title = label(button, QRect(0, 20, 130, 20), 16, QStringLiteral("Button %1").arg(index), Qt::white);
            title->setAlignment(Qt::AlignCenter);
            if (index == changingButton) changing = button;
        }
    }

protected:
    void step(int index) override {
        effect->setOpacity(sheetOpacity(index));
        if (changes) changing->setColor(changingButtonColor(index));
    }

private:
    const bool changes;
    QGraphicsOpacityEffect *effect;
    RoundedWidget *changing = nullptr;
};

class MoversScene : public WidgetScene {
public:
    explicit MoversScene(QSize size)
        : WidgetScene(size, new PictureWidget(nullptr, ::picture("background"))), movers(size) {
        for (int index = 0; index < movers.positions.size(); index++) {
            QWidget *widget = new ColorWidget(top, Movers::color(index));
            widget->setGeometry(QRect(movers.positions[index], QSize(40, 40)));
            widgets.append(widget);
        }
    }

protected:
    void step(int) override {
        movers.step();
        for (int index = 0; index < widgets.size(); index++) widgets[index]->move(movers.positions[index]);
    }

private:
    Movers movers;
    QVector<QWidget *> widgets;
};

class PageScene : public WidgetScene {
public:
    explicit PageScene(QSize size) : WidgetScene(size, new ColorWidget(nullptr, Qt::white)) {
        page = label(top, pageFrame(size), pageFontSize(size), pageText());
        page->setWordWrap(true);
        page->setAutoFillBackground(true);
    }

protected:
    void step(int index) override { page->setText(pageTextOfFrame(index)); }

private:
    QLabel *page;
};

class TreeScene : public WidgetScene {
public:
    TreeScene(QSize size, const Tree &tree) : WidgetScene(size, new ColorWidget(nullptr, Qt::white)), tree(tree) {
        for (int group = 0; group < tree.groups; group++) {
            QWidget *parent = new QWidget(top);
            parent->setGeometry(tree.groupFrame(group));
            for (int child = 0; child < 100; child++) {
                ColorWidget *widget = new ColorWidget(parent, Tree::color(group, child));
                widget->setGeometry(tree.childFrame(child));
                if (group == tree.targetGroup() && child == Tree::targetChild) target = widget;
            }
        }
    }

    void frame(int index) override {
        if (tree.kind == 'h') {
            if (top->childAt(tree.targetPoint()) != target) qFatal("widgets: the hit test found something else");
        } else {
            WidgetScene::frame(index);
        }
    }

protected:
    void step(int index) override {
        if (tree.kind == 'c') {
            target->setColor(Tree::changingColor(index));
        } else {
            target->move(tree.childFrame(Tree::targetChild).topLeft() + QPoint(index % 2, 0));
        }
    }

private:
    const Tree tree;
    ColorWidget *target = nullptr;
};

WidgetScene *make(const QString &name, QSize size) {
    if (name == "S1" || name == "S1all") return new CardsScene(size, name == "S1all");
    if (name == "S2") return new ListScene(size);
    if (name == "S3") return new PanScene(size);
    if (name == "S4" || name == "S4i") return new LayersScene(size, name == "S4i");
    if (name == "S5") return new TurningScene(size);
    if (name == "S6" || name == "S6c") return new GroupScene(size, name == "S6c");
    if (name == "S7") return new MoversScene(size);
    if (name == "S8") return new PageScene(size);
    const Tree tree(name, size);
    return tree.groups > 0 ? new TreeScene(size, tree) : nullptr;
}

}  // namespace

PeerScene *createWidgetScene(const QString &name, QSize size) {
    WidgetScene *scene = make(name, size);
    if (scene) scene->show();
    return scene;
}
