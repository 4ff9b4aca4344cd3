// SDL 2, found when a window is wanted and not before: a panel's program carries no window system with it. Only the types
// of its header are used; nothing is linked.
#pragma once

// Intrinsics for processors that SDL's own header would bring in; nothing here needs them.
#define SDL_DISABLE_IMMINTRIN_H 1
#define SDL_DISABLE_XMMINTRIN_H 1
#define SDL_DISABLE_EMMINTRIN_H 1
#define SDL_DISABLE_PMMINTRIN_H 1
#define SDL_DISABLE_MMINTRIN_H 1
#define SDL_DISABLE_MM3DNOW_H 1
#define SDL_DISABLE_ARM_NEON_H 1
#include <SDL2/SDL_error.h>
#include <SDL2/SDL_events.h>
#include <SDL2/SDL_hints.h>
#include <SDL2/SDL_render.h>
#include <SDL2/SDL_video.h>
#include <SDL2/SDL.h>

struct SDL_SysWMinfo;

/// SDL's functions that a window needs, under their own names.
struct vitrine_sdl {
    __typeof__(&SDL_Init) Init;
    __typeof__(&SDL_QuitSubSystem) QuitSubSystem;
    __typeof__(&SDL_GetError) GetError;
    __typeof__(&SDL_SetHint) SetHint;
    __typeof__(&SDL_CreateWindow) CreateWindow;
    __typeof__(&SDL_DestroyWindow) DestroyWindow;
    __typeof__(&SDL_GetWindowSize) GetWindowSize;
    __typeof__(&SDL_SetWindowSize) SetWindowSize;
    __typeof__(&SDL_GetWindowPosition) GetWindowPosition;
    __typeof__(&SDL_SetWindowPosition) SetWindowPosition;
    SDL_bool (*GetWindowWMInfo)(SDL_Window *, struct SDL_SysWMinfo *);
    __typeof__(&SDL_SetWindowFullscreen) SetWindowFullscreen;
    __typeof__(&SDL_GetWindowFlags) GetWindowFlags;
    __typeof__(&SDL_GetWindowDisplayIndex) GetWindowDisplayIndex;
    __typeof__(&SDL_GetDisplayBounds) GetDisplayBounds;
    __typeof__(&SDL_GetDisplayUsableBounds) GetDisplayUsableBounds;
    __typeof__(&SDL_GetCurrentDisplayMode) GetCurrentDisplayMode;
    __typeof__(&SDL_EnableScreenSaver) EnableScreenSaver;
    __typeof__(&SDL_ShowCursor) ShowCursor;
    __typeof__(&SDL_CaptureMouse) CaptureMouse;
    __typeof__(&SDL_GetModState) GetModState;
    __typeof__(&SDL_CreateRenderer) CreateRenderer;
    __typeof__(&SDL_DestroyRenderer) DestroyRenderer;
    __typeof__(&SDL_GetRendererOutputSize) GetRendererOutputSize;
    __typeof__(&SDL_SetRenderDrawColor) SetRenderDrawColor;
    __typeof__(&SDL_RenderClear) RenderClear;
    __typeof__(&SDL_RenderCopyExF) RenderCopyExF;
    __typeof__(&SDL_RenderPresent) RenderPresent;
    __typeof__(&SDL_CreateTexture) CreateTexture;
    __typeof__(&SDL_DestroyTexture) DestroyTexture;
    __typeof__(&SDL_UpdateTexture) UpdateTexture;
    __typeof__(&SDL_SetTextureScaleMode) SetTextureScaleMode;
    __typeof__(&SDL_WaitEvent) WaitEvent;
    __typeof__(&SDL_PollEvent) PollEvent;
    __typeof__(&SDL_PeepEvents) PeepEvents;
    __typeof__(&SDL_PushEvent) PushEvent;
    __typeof__(&SDL_GetCurrentVideoDriver) GetCurrentVideoDriver;
    __typeof__(&SDL_GetNumTouchDevices) GetNumTouchDevices;
};

/// Fills `sdl`; NULL, or the system's words for what is missing. The library stays loaded.
const char *vitrine_sdl_load(struct vitrine_sdl *sdl);

/// Whether the window is on an X server where nobody hears a wish to fill the screen, for there is no window manager or one
/// that does not do that; SDL believes all the same that it was granted. To be called by the window's thread.
int vitrine_sdl_lacks_full_screen(const struct vitrine_sdl *sdl, SDL_Window *window);
