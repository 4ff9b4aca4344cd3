#include "peers.h"

#include <QApplication>
#include <QHash>
#include <QQuickWindow>

#include "common.h"

namespace {
QHash<QString, QImage> pictures;
QString text;
int argumentCount = 1;
char programName[] = "Benchmarks";
char *arguments[] = {programName, nullptr};
}  // namespace

QImage picture(const QString &name) { return pictures.value(name); }
QString pageText() { return text; }

const char *peers_start(void) {
    qputenv("QT_QPA_PLATFORM", "offscreen");
    qputenv("QT_QUICK_BACKEND", "software");
    qputenv("QSG_RENDER_LOOP", "basic");
    qputenv("QML_DISABLE_DISK_CACHE", "1");
    if (qApp == nullptr) new QApplication(argumentCount, arguments);
    QQuickWindow::setSceneGraphBackend(QSGRendererInterface::Software);
    return qVersion();
}

void peers_set_picture(const char *name, const void *pixels, int width, int height, int bytes_per_row, int is_opaque) {
    const QImage::Format format = is_opaque ? QImage::Format_RGB32 : QImage::Format_ARGB32_Premultiplied;
    const QImage borrowed(static_cast<const uchar *>(pixels), width, height, bytes_per_row, format);
    pictures.insert(QString::fromUtf8(name), borrowed.copy());
}

void peers_set_text(const char *utf8) { text = QString::fromUtf8(utf8); }

void *peers_create(const char *peer, const char *scene, int width, int height) {
    const QString name = QString::fromUtf8(scene), way = QString::fromUtf8(peer);
    const QSize size(width, height);
    if (way == QLatin1String("raster")) return createRasterScene(name, size);
    if (way == QLatin1String("widgets")) return createWidgetScene(name, size);
    if (way == QLatin1String("quick")) return createQuickScene(name, size);
    return nullptr;
}

void peers_frame(void *scene, int index) { static_cast<PeerScene *>(scene)->frame(index); }

int peers_write_picture(void *scene, const char *path) {
    return static_cast<PeerScene *>(scene)->picture().save(QString::fromUtf8(path), "PNG");
}

void peers_destroy(void *scene) { delete static_cast<PeerScene *>(scene); }
