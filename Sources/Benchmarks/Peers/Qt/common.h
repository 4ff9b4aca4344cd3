// What the three ways of drawing share: pictures, fonts, colours and the places of things, equal to those of our scenes.
#pragma once

#include <QColor>
#include <QFont>
#include <QImage>
#include <QPixmap>
#include <QRect>
#include <QString>
#include <QVector>
#include <cmath>
#include <cstdint>

/// One scene of one peer.
struct PeerScene {
    virtual ~PeerScene() {}
    virtual void frame(int index) = 0;
    virtual QImage picture() = 0;
};

PeerScene *createRasterScene(const QString &name, QSize size);
PeerScene *createWidgetScene(const QString &name, QSize size);
PeerScene *createQuickScene(const QString &name, QSize size);

/// As given with `peers_set_picture`.
QImage picture(const QString &name);
QString pageText();

inline QFont dejavu(int pixels) {
    QFont font(QStringLiteral("DejaVu Sans"));
    font.setPixelSize(pixels);
    return font;
}

inline QColor hsb(double hue, double saturation, double brightness) {
    return QColor::fromHsvF(hue - std::floor(hue), saturation, brightness);
}

struct SplitMix {
    uint64_t state;
    uint64_t next() {
        state += 0x9E3779B97F4A7C15ull;
        uint64_t z = state;
        z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ull;
        z = (z ^ (z >> 27)) * 0x94D049BB133111EBull;
        return z ^ (z >> 31);
    }
    int below(int limit) { return int(next() % uint64_t(limit)); }
};

// S1

struct Card {
    QRect frame;
    /// In the card.
    QRect icon, title, value;
};

inline QVector<Card> cards(QSize size) {
    QVector<Card> result;
    const double gap = size.width() / 96.0;
    const double width = (size.width() - gap * 7) / 6, height = (size.height() - gap * 5) / 4;
    for (int index = 0; index < 24; index++) {
        Card card;
        card.frame = QRect(int(std::lround(gap + (width + gap) * (index % 6))),
                           int(std::lround(gap + (height + gap) * (index / 6))), int(width), int(height));
        card.icon = QRect(12, 12, 32, 32);
        card.title = QRect(52, 12, int(width) - 60, 20);
        card.value = QRect(12, 52, std::min(int(width) - 24, 81), 20);
        result.append(card);
    }
    return result;
}

inline QString cardTitle(int index) { return QStringLiteral("Sensor %1").arg(index); }
inline QString cardValue(int index) { return QStringLiteral("Value %1").arg(1000 + index % 9000); }

// S2

const int rowHeight = 27;
const int rowCount = 200;

inline int listOffset(int index, int height) {
    const int limit = rowHeight * rowCount - height;
    const int phase = index * 7 % (limit * 2);
    return phase < limit ? phase : limit * 2 - phase;
}

inline QString rowTitle(int index) { return QStringLiteral("Row number %1 of the list").arg(index); }
inline QString rowDetail(int index) { return QStringLiteral("detail %1").arg(index * 37 % 1000); }

// S3

/// Where the picture of two by two screens is.
inline QPoint panOffset(int index, QSize size) {
    const auto bounce = [](int travel, int limit) {
        const int phase = travel % (limit * 2);
        return phase < limit ? phase : limit * 2 - phase;
    };
    return QPoint(-bounce(index * 5, size.width()), -bounce(index * 3, size.height()));
}

// S4

const int moverLayer = 3;

inline QRect layerFrame(int layer, QSize size) {
    const int place = int(std::lround(layer * 60 / 7.0));
    return QRect(place, place, size.width() - 60, size.height() - 60);
}

inline QPoint layerOffset(int index) { return QPoint(index % 20 - 10, index % 14 - 7); }
inline QColor layerColor(int layer) { return hsb(layer / 8.0, 0.8, 0.9); }

// S6

inline QRect sheetFrame(QSize size) { return QRect((size.width() - 600) / 2, (size.height() - 400) / 2, 600, 400); }
inline QRect buttonFrame(int button) { return QRect(16 + button % 4 * 146, 16 + button / 4 * 76, 130, 60); }
inline QColor buttonColor(int button) { return hsb(button / 20.0, 0.7, 0.8); }
inline QColor changingButtonColor(int index) { return hsb(index % 8 / 8.0, 1, 0.6); }
const int changingButton = 9;
inline double sheetOpacity(int index) { return 0.2 + 0.7 * (index % 60) / 60; }

// S7

struct Movers {
    QVector<QPoint> positions, velocities;
    QSize area;

    explicit Movers(QSize size) : area(size) {
        SplitMix random{42};
        for (int index = 0; index < 200; index++) {
            const int x = random.below(size.width() - 40), y = random.below(size.height() - 40);
            positions.append(QPoint(x, y));
            const int dx = random.below(9) - 4, dy = random.below(9) - 4;
            velocities.append(QPoint(dx, dy));
        }
    }

    void step() {
        for (int index = 0; index < positions.size(); index++) {
            QPoint &position = positions[index], &velocity = velocities[index];
            position += velocity;
            if (position.x() < 0 || position.x() > area.width() - 40) velocity.setX(-velocity.x());
            if (position.y() < 0 || position.y() > area.height() - 40) velocity.setY(-velocity.y());
        }
    }

    static QColor color(int index) { return hsb(index / 200.0, 0.9, 0.9); }
};

// S8

inline int pageFontSize(QSize size) { return size.height() > 600 ? 28 : 14; }
inline QRect pageFrame(QSize size) { return QRect(20, 10, size.width() - 40, size.height() - 20); }
inline QString pageTextOfFrame(int index) {
    return QStringLiteral("Page%1").arg(1000 + index % 9000) + pageText();
}

// S10

/// Reads `S10<kind><thousands>k`; 0 groups if it is something else.
struct Tree {
    int groups = 0;
    QChar kind;
    int columns = 1, side = 4;

    Tree(const QString &name, QSize size) {
        if (!name.startsWith(QLatin1String("S10")) || !name.endsWith(QLatin1Char('k'))) return;
        kind = name[3];
        groups = name.mid(4, name.size() - 5).toInt() * 10;
        side = size.height() > 600 ? 4 : 2;
        columns = size.width() / (side * 10);
    }

    QRect groupFrame(int group) const {
        return QRect(group % columns * side * 10, group / columns * side * 10, side * 10, side * 10);
    }
    QRect childFrame(int child) const { return QRect(child % 10 * side, child / 10 * side, side, side); }
    static QColor color(int group, int child) { return hsb((group + child) % 7 / 7.0, 0.6, 0.8); }
    static QColor changingColor(int index) { return hsb(index % 8 / 8.0, 1, 0.7); }
    int targetGroup() const { return groups / 2; }
    static const int targetChild = 55;
    /// On screen, in the middle of the view that hit tests look for.
    QPoint targetPoint() const { return groupFrame(targetGroup()).topLeft() + childFrame(targetChild).center(); }
};
