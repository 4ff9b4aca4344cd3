#include "CVNCClient.h"

#include <dlfcn.h>
#include <linux/tcp.h>
#include <netinet/in.h>
#include <pthread.h>
#include <rfb/rfbclient.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

struct vitrine_viewer {
    rfbClient *client;
    char *password;
    int64_t covered;
};

static struct {
    __typeof__(&rfbGetClient) GetClient;
    __typeof__(&rfbInitClient) InitClient;
    __typeof__(&rfbClientCleanup) Cleanup;
    __typeof__(&WaitForMessage) Wait;
    __typeof__(&HandleRFBServerMessage) Handle;
    __typeof__(&SendFramebufferUpdateRequest) Ask;
    __typeof__(&SendPointerEvent) Point;
    __typeof__(&SendKeyEvent) Key;
    bool isThere;
} vnc;

static void ignore(const char *format, ...) { (void)format; }

static void load(void) {
    void *library = dlopen("libvncclient.so.1", RTLD_NOW | RTLD_LOCAL);
    if (!library) return;
#define FIND(name, symbol)                             \
    do {                                               \
        *(void **)&vnc.name = dlsym(library, symbol);  \
        if (!vnc.name) return;                         \
    } while (0)
    FIND(GetClient, "rfbGetClient");
    FIND(InitClient, "rfbInitClient");
    FIND(Cleanup, "rfbClientCleanup");
    FIND(Wait, "WaitForMessage");
    FIND(Handle, "HandleRFBServerMessage");
    FIND(Ask, "SendFramebufferUpdateRequest");
    FIND(Point, "SendPointerEvent");
    FIND(Key, "SendKeyEvent");
#undef FIND
    rfbClientLogProc *log = dlsym(library, "rfbClientLog");
    rfbClientLogProc *error = dlsym(library, "rfbClientErr");
    if (log) *log = ignore;
    if (error) *error = ignore;
    vnc.isThere = true;
}

static char tag;

static vitrine_viewer *viewer_of(rfbClient *client) {
    for (rfbClientData *data = client->clientData; data; data = data->next) {
        if (data->tag == &tag) return data->data;
    }
    abort();
}

static char *password_of(rfbClient *client) {
    // The library frees it.
    vitrine_viewer *viewer = viewer_of(client);
    return viewer->password ? strdup(viewer->password) : NULL;
}

static void covered(rfbClient *client, int x, int y, int width, int height) {
    (void)x, (void)y;
    viewer_of(client)->covered += (int64_t)width * height;
}

vitrine_viewer *vitrine_viewer_connect(int port, const char *password, int bits, const char *encodings) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, load);
    if (!vnc.isThere) return NULL;
    rfbClient *client = vnc.GetClient(8, 3, 4);
    vitrine_viewer *viewer = calloc(1, sizeof *viewer);
    if (!client || !viewer) abort();
    viewer->client = client;
    viewer->password = password ? strdup(password) : NULL;
    // As rfbClientSetClientData() does.
    rfbClientData *data = calloc(1, sizeof *data);
    if (!data) abort();
    data->tag = &tag;
    data->data = viewer;
    client->clientData = data;

    free(client->serverHost);
    client->serverHost = strdup("127.0.0.1");
    client->serverPort = port;
    client->appData.encodingsString = encodings;
    client->appData.enableJPEG = FALSE;
    client->appData.useRemoteCursor = FALSE;
    client->canHandleNewFBSize = TRUE;
    client->GetPassword = password_of;
    client->GotFrameBufferUpdate = covered;
    client->format.bitsPerPixel = (uint8_t)bits;
    client->format.depth = bits == 32 ? 24 : (uint8_t)bits;
    client->format.redMax = bits == 32 ? 255 : bits == 16 ? 31 : 7;
    client->format.greenMax = bits == 32 ? 255 : bits == 16 ? 63 : 7;
    client->format.blueMax = bits == 32 ? 255 : bits == 16 ? 31 : 3;
    client->format.redShift = bits == 32 ? 16 : bits == 16 ? 11 : 0;
    client->format.greenShift = bits == 32 ? 8 : bits == 16 ? 5 : 3;
    client->format.blueShift = bits == 32 ? 0 : bits == 16 ? 0 : 6;
    if (!vnc.InitClient(client, NULL, NULL)) {
        // The client is gone already.
        free(viewer->password);
        free(viewer);
        return NULL;
    }
    return viewer;
}

int vitrine_viewer_read(vitrine_viewer *viewer, int milliseconds) {
    int count = vnc.Wait(viewer->client, milliseconds * 1000u);
    if (count <= 0) return count < 0 ? -1 : 0;
    return vnc.Handle(viewer->client) ? 1 : -1;
}

bool vitrine_viewer_ask(vitrine_viewer *viewer, bool isIncremental) {
    rfbClient *client = viewer->client;
    return vnc.Ask(client, 0, 0, client->width, client->height, isIncremental);
}

bool vitrine_viewer_point(vitrine_viewer *viewer, int x, int y, int buttons) {
    return vnc.Point(viewer->client, x, y, buttons);
}

bool vitrine_viewer_key(vitrine_viewer *viewer, uint32_t symbol, bool isDown) {
    return vnc.Key(viewer->client, symbol, isDown);
}

int vitrine_viewer_width(const vitrine_viewer *viewer) { return viewer->client->width; }
int vitrine_viewer_height(const vitrine_viewer *viewer) { return viewer->client->height; }

uint32_t vitrine_viewer_pixel(const vitrine_viewer *viewer, int x, int y) {
    const rfbClient *client = viewer->client;
    size_t index = (size_t)y * (size_t)client->width + (size_t)x;
    switch (client->format.bitsPerPixel) {
    case 8: return client->frameBuffer[index];
    case 16: return ((const uint16_t *)client->frameBuffer)[index];
    default: return ((const uint32_t *)client->frameBuffer)[index] & 0xFFFFFF;
    }
}

int64_t vitrine_viewer_covered(const vitrine_viewer *viewer) { return viewer->covered; }

int64_t vitrine_viewer_bytes(const vitrine_viewer *viewer) {
    struct tcp_info info;
    memset(&info, 0, sizeof info);
    socklen_t length = sizeof info;
    if (getsockopt(viewer->client->sock, IPPROTO_TCP, TCP_INFO, &info, &length)) return -1;
    return (int64_t)info.tcpi_bytes_received;
}

void vitrine_viewer_close(vitrine_viewer *viewer) {
    // The library frees the picture with nothing.
    free(viewer->client->frameBuffer);
    viewer->client->frameBuffer = NULL;
    vnc.Cleanup(viewer->client);
    free(viewer->password);
    free(viewer);
}
