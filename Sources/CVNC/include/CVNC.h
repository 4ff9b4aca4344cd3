// LibVNCServer, found when remote help is switched on and not before. Only the types of its header are used; nothing is
// linked.
#pragma once

#include <rfb/rfb.h>

/// LibVNCServer's functions that a server needs, under their own names.
struct vitrine_vnc {
    __typeof__(&rfbGetScreen) GetScreen;
    __typeof__(&rfbInitServerWithPthreadsAndZRLE) InitServer;
    __typeof__(&rfbRunEventLoop) RunEventLoop;
    __typeof__(&rfbMarkRectAsModified) MarkRectAsModified;
    __typeof__(&rfbNewFramebuffer) NewFramebuffer;
    __typeof__(&rfbShutdownServer) ShutdownServer;
    __typeof__(&rfbScreenCleanup) ScreenCleanup;
    __typeof__(&rfbCheckPasswordByList) CheckPasswordByList;
};

/// Fills `vnc`, and silences the library's own lines on the error output; NULL, or the system's words for what is missing.
const char *vitrine_vnc_load(struct vitrine_vnc *vnc);
