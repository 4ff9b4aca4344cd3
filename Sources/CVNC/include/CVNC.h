// LibVNCServer, found when remote help is switched on and not before. Only the types of its header are used; nothing is
// linked.
#pragma once

#include <rfb/rfb.h>

/// LibVNCServer's functions that a server needs, under their own names. Not its own threads and listening sockets: the
/// former send pictures while they read what changes how.
struct vitrine_vnc {
    __typeof__(&rfbGetScreen) GetScreen;
    __typeof__(&rfbScreenCleanup) ScreenCleanup;
    __typeof__(&rfbNewClient) NewClient;
    __typeof__(&rfbProcessClientMessage) ProcessClientMessage;
    __typeof__(&rfbUpdateClient) UpdateClient;
    __typeof__(&rfbClientConnectionGone) ClientConnectionGone;
    __typeof__(&rfbMarkRectAsModified) MarkRectAsModified;
    __typeof__(&rfbNewFramebuffer) NewFramebuffer;
    __typeof__(&rfbCheckPasswordByList) CheckPasswordByList;
    __typeof__(&rfbSetTranslateFunction) SetTranslateFunction;
};

/// Fills `vnc`, and silences the library's own lines on the error output; NULL, or the system's words for what is missing.
const char *vitrine_vnc_load(struct vitrine_vnc *vnc);
