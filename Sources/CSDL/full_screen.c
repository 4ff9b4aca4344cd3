#include "CSDL.h"

#include <dlfcn.h>
#include <stddef.h>

#if defined(SDL_VIDEO_DRIVER_X11) && __has_include(<X11/Xlib.h>)
#include <SDL2/SDL_syswm.h>
#include <X11/Xatom.h>

/// Xlib's functions that are asked.
struct xlib {
    __typeof__(&XDefaultRootWindow) root;
    __typeof__(&XGetWindowAttributes) attributes;
    __typeof__(&XInternAtom) atom;
    __typeof__(&XGetWindowProperty) property;
    __typeof__(&XFree) free;
};

/// Whether there is a window manager. Only one program may redirect what happens to the windows of others: that is it.
static int is_managed(const struct xlib *x, Display *display, Window root) {
    XWindowAttributes attributes;
    return x->attributes(display, root, &attributes) && (attributes.all_event_masks & SubstructureRedirectMask);
}

/// Whether it says that it lets windows fill the screen.
static int offers_full_screen(const struct xlib *x, Display *display, Window root) {
    Atom wanted = x->atom(display, "_NET_WM_STATE_FULLSCREEN", False);
    Atom supported = x->atom(display, "_NET_SUPPORTED", False);
    Atom type = None;
    int format = 0;
    unsigned long count = 0, rest = 0;
    unsigned char *data = NULL;
    // Lengths are of 32 bits; no window manager has that many words.
    if (x->property(display, root, supported, 0, 4096, False, XA_ATOM, &type, &format, &count, &rest, &data) != Success)
        return 0;
    int is_offered = 0;
    if (data && type == XA_ATOM && format == 32)
        for (unsigned long i = 0; i < count; i++) is_offered |= ((const Atom *)data)[i] == wanted;
    if (data) x->free(data);
    return is_offered;
}

int vitrine_sdl_lacks_full_screen(const struct vitrine_sdl *sdl, SDL_Window *window) {
    SDL_SysWMinfo info = {0};
    // SDL's answer depends on which header it is asked by.
    SDL_VERSION(&info.version);
    if (!sdl->GetWindowWMInfo(window, &info) || info.subsystem != SDL_SYSWM_X11) return 0;
    // The library that SDL loaded.
    void *library = dlopen("libX11.so.6", RTLD_NOW | RTLD_NOLOAD);
    if (!library) return 0;
    struct xlib x;
    *(void **)&x.root = dlsym(library, "XDefaultRootWindow");
    *(void **)&x.attributes = dlsym(library, "XGetWindowAttributes");
    *(void **)&x.atom = dlsym(library, "XInternAtom");
    *(void **)&x.property = dlsym(library, "XGetWindowProperty");
    *(void **)&x.free = dlsym(library, "XFree");
    int lacks = 0;
    if (x.root && x.attributes && x.atom && x.property && x.free) {
        Display *display = info.info.x11.display;
        Window root = x.root(display);
        lacks = !is_managed(&x, display, root) || !offers_full_screen(&x, display, root);
    }
    dlclose(library);
    return lacks;
}
#else
int vitrine_sdl_lacks_full_screen(const struct vitrine_sdl *sdl, SDL_Window *window) {
    (void)sdl;
    (void)window;
    return 0;
}
#endif
