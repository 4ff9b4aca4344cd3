// QPainter into a QImage: what the raster engine does when the program itself knows what changed.
#include <QPainter>
#include <QPainterPath>

#include "common.h"

namespace {

class RasterScene : public PeerScene {
public:
    explicit RasterScene(QSize size) : size(size), buffer(size, QImage::Format_RGB32) { buffer.fill(Qt::white); }
    QImage picture() override { return buffer; }

protected:
    const QSize size;
    QImage buffer;
};

/// S1.
class CardsScene : public RasterScene {
public:
    CardsScene(QSize size, bool drawsAll) : RasterScene(size), drawsAll(drawsAll), list(cards(size)) {
        background = ::picture("background");
        for (int index = 0; index < 24; index++) icons.append(::picture(QStringLiteral("icon %1").arg(index)));
        drawAll(QStringLiteral("Value 0"));
    }

    void frame(int index) override {
        const QString value = cardValue(index);
        if (drawsAll) return drawAll(value);
        QPainter painter(&buffer);
        const QRect place = list[7].value.translated(list[7].frame.topLeft());
        painter.setClipRect(place);
        painter.fillRect(place, Qt::white);
        painter.setFont(small);
        painter.drawText(place, Qt::AlignVCenter | Qt::AlignLeft, value);
    }

private:
    void drawAll(const QString &value) {
        QPainter painter(&buffer);
        painter.drawImage(0, 0, background);
        painter.setRenderHint(QPainter::Antialiasing);
        for (int index = 0; index < list.size(); index++) {
            const Card &card = list[index];
            const QPoint origin = card.frame.topLeft();
            painter.setPen(Qt::NoPen);
            painter.setBrush(Qt::white);
            painter.drawRoundedRect(card.frame, 12, 12);
            painter.drawImage(card.icon.topLeft() + origin, icons[index]);
            painter.setPen(Qt::black);
            painter.setFont(large);
            painter.drawText(card.title.translated(origin), Qt::AlignVCenter | Qt::AlignLeft, cardTitle(index));
            painter.setFont(small);
            painter.drawText(card.value.translated(origin), Qt::AlignVCenter | Qt::AlignLeft,
                             index == 7 ? value : QStringLiteral("Value 0"));
        }
    }

    const bool drawsAll;
    const QVector<Card> list;
    QImage background;
    QVector<QImage> icons;
    const QFont large = dejavu(16), small = dejavu(14);
};

/// S2: every row that is in sight.
class ListScene : public RasterScene {
public:
    explicit ListScene(QSize size) : RasterScene(size) {
        for (int index = 0; index < 24; index++) icons.append(::picture(QStringLiteral("icon small %1").arg(index)));
    }

    void frame(int index) override {
        const int offset = listOffset(index, size.height());
        QPainter painter(&buffer);
        painter.fillRect(buffer.rect(), Qt::white);
        for (int row = offset / rowHeight; row < rowCount; row++) {
            const int y = row * rowHeight - offset;
            if (y >= size.height()) break;
            painter.drawImage(8, y + 1, icons[row % 24]);
            painter.setFont(large);
            painter.drawText(QRect(40, y + 3, 300, 20), Qt::AlignVCenter | Qt::AlignLeft, rowTitle(row));
            painter.setFont(small);
            painter.drawText(QRect(size.width() - 220, y + 4, 210, 18), Qt::AlignVCenter | Qt::AlignRight, rowDetail(row));
            painter.fillRect(0, y + rowHeight - 1, size.width(), 1, QColor(217, 217, 217));
        }
    }

private:
    QVector<QImage> icons;
    const QFont large = dejavu(14), small = dejavu(12);
};

/// S3.
class PanScene : public RasterScene {
public:
    explicit PanScene(QSize size) : RasterScene(size), image(::picture("double background")) {}

    void frame(int index) override {
        QPainter painter(&buffer);
        painter.drawImage(panOffset(index, size), image);
    }

private:
    const QImage image;
};

/// S4: the part that the moving layer covered or covers.
class LayersScene : public RasterScene {
public:
    LayersScene(QSize size, bool hasPictures) : RasterScene(size), hasPictures(hasPictures) {
        for (int layer = 0; layer < 8; layer++) {
            frames.append(layerFrame(layer, size));
            if (hasPictures) images.append(::picture("layer").copy());
        }
        draw(buffer.rect());
    }

    void frame(int index) override {
        const QRect before = frames[moverLayer];
        frames[moverLayer] = layerFrame(moverLayer, size).translated(layerOffset(index));
        draw(before | frames[moverLayer]);
    }

private:
    void draw(QRect dirty) {
        QPainter painter(&buffer);
        painter.setClipRect(dirty);
        painter.fillRect(dirty, Qt::white);
        painter.setOpacity(0.5);
        for (int layer = 0; layer < 8; layer++) {
            if (hasPictures) {
                painter.drawImage(frames[layer].topLeft(), images[layer]);
            } else {
                painter.fillRect(frames[layer], layerColor(layer));
            }
        }
    }

    const bool hasPictures;
    QVector<QRect> frames;
    QVector<QImage> images;
};

/// S5: the part that the picture covered or covers.
class TurningScene : public RasterScene {
public:
    explicit TurningScene(QSize size)
        : RasterScene(size), background(::picture("background")), image(::picture("photograph")) {
        buffer = background.copy();
    }

    void frame(int index) override {
        QTransform transform;
        transform.translate(size.width() / 2.0, size.height() / 2.0);
        transform.rotate(index);
        transform.translate(-200, -200);
        const QRect now = transform.mapRect(QRectF(0, 0, 400, 400)).toAlignedRect();
        const QRect dirty = now | before;
        before = now;
        QPainter painter(&buffer);
        painter.drawImage(dirty, background, dirty);
        painter.setRenderHint(QPainter::SmoothPixmapTransform);
        painter.setTransform(transform);
        painter.drawImage(0, 0, image);
    }

private:
    const QImage background, image;
    QRect before;
};

/// S6: the group's picture is kept as long as nothing in it changes.
class GroupScene : public RasterScene {
public:
    GroupScene(QSize size, bool changes)
        : RasterScene(size), changes(changes), background(::picture("background")),
          group(600, 400, QImage::Format_RGB32) {
        buffer = background.copy();
        for (int button = 0; button < 20; button++) colors.append(buttonColor(button));
        drawGroup();
    }

    void frame(int index) override {
        if (changes) {
            colors[changingButton] = changingButtonColor(index);
            drawGroup();
        }
        const QRect place = sheetFrame(size);
        QPainter painter(&buffer);
        painter.drawImage(place, background, place);
        painter.setOpacity(sheetOpacity(index));
        painter.drawImage(place.topLeft(), group);
    }

private:
    void drawGroup() {
        QPainter painter(&group);
        painter.fillRect(group.rect(), Qt::white);
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setFont(font);
        for (int button = 0; button < 20; button++) {
            painter.setPen(Qt::NoPen);
            painter.setBrush(colors[button]);
            painter.drawRoundedRect(buttonFrame(button), 10, 10);
            painter.setPen(Qt::white);
            painter.drawText(buttonFrame(button), Qt::AlignCenter, QStringLiteral("Button %1").arg(button));
        }
    }

    const bool changes;
    const QImage background;
    QImage group;
    QVector<QColor> colors;
    const QFont font = dejavu(16);
};

/// S7: the whole screen, which is what pays here.
class MoversScene : public RasterScene {
public:
    explicit MoversScene(QSize size) : RasterScene(size), movers(size), background(::picture("background")) {}

    void frame(int) override {
        movers.step();
        QPainter painter(&buffer);
        painter.drawImage(0, 0, background);
        for (int index = 0; index < movers.positions.size(); index++) {
            painter.fillRect(QRect(movers.positions[index], QSize(40, 40)), Movers::color(index));
        }
    }

private:
    Movers movers;
    const QImage background;
};

/// S8.
class PageScene : public RasterScene {
public:
    explicit PageScene(QSize size) : RasterScene(size), font(dejavu(pageFontSize(size))) {}

    void frame(int index) override {
        QPainter painter(&buffer);
        painter.fillRect(buffer.rect(), Qt::white);
        painter.setFont(font);
        painter.setPen(Qt::black);
        painter.drawText(pageFrame(size), Qt::AlignVCenter | Qt::AlignLeft | Qt::TextWordWrap, pageTextOfFrame(index));
    }

private:
    const QFont font;
};

}  // namespace

PeerScene *createRasterScene(const QString &name, QSize size) {
    if (name == "S1" || name == "S1all") return new CardsScene(size, name == "S1all");
    if (name == "S2") return new ListScene(size);
    if (name == "S3") return new PanScene(size);
    if (name == "S4" || name == "S4i") return new LayersScene(size, name == "S4i");
    if (name == "S5") return new TurningScene(size);
    if (name == "S6" || name == "S6c") return new GroupScene(size, name == "S6c");
    if (name == "S7") return new MoversScene(size);
    if (name == "S8") return new PageScene(size);
    return nullptr;
}
