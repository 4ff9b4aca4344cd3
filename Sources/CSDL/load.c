#include "CSDL.h"

#include <dlfcn.h>
#include <stddef.h>

const char *vitrine_sdl_load(struct vitrine_sdl *sdl) {
    void *library = dlopen("libSDL2-2.0.so.0", RTLD_NOW | RTLD_LOCAL);
    if (!library) return dlerror();
#define FIND(name)                                          \
    do {                                                    \
        *(void **)&sdl->name = dlsym(library, "SDL_" #name); \
        if (!sdl->name) return dlerror();                   \
    } while (0)
    FIND(Init);
    FIND(QuitSubSystem);
    FIND(GetError);
    FIND(SetHint);
    FIND(CreateWindow);
    FIND(DestroyWindow);
    FIND(GetWindowSize);
    FIND(SetWindowSize);
    FIND(GetWindowPosition);
    FIND(SetWindowPosition);
    FIND(GetWindowWMInfo);
    FIND(SetWindowFullscreen);
    FIND(GetWindowFlags);
    FIND(GetWindowDisplayIndex);
    FIND(GetDisplayBounds);
    FIND(GetDisplayUsableBounds);
    FIND(GetCurrentDisplayMode);
    FIND(EnableScreenSaver);
    FIND(ShowCursor);
    FIND(CaptureMouse);
    FIND(GetModState);
    FIND(CreateRenderer);
    FIND(DestroyRenderer);
    FIND(GetRendererOutputSize);
    FIND(SetRenderDrawColor);
    FIND(RenderClear);
    FIND(RenderCopyExF);
    FIND(RenderPresent);
    FIND(CreateTexture);
    FIND(DestroyTexture);
    FIND(UpdateTexture);
    FIND(SetTextureScaleMode);
    FIND(WaitEvent);
    FIND(PollEvent);
    FIND(PeepEvents);
    FIND(PushEvent);
    FIND(GetCurrentVideoDriver);
    FIND(GetNumTouchDevices);
#undef FIND
    return NULL;
}
