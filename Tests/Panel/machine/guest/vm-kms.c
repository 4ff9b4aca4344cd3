/* vm-kms: look at and exercise a KMS device with the kernel's own interface
 * (only the headers of libdrm-dev), so that what a driver really offers can be written down.
 *
 *   vm-kms facts             capabilities, connectors, planes and their formats,
 *                            and what a few calls answer
 *   vm-kms flip [N] [async]  N (240) legacy page flips with events: rate and pacing
 *   vm-kms atomic [N]        the same with non-blocking atomic commits
 *   vm-kms grab FILE.ppm     what the first lit CRTC's primary plane scans out now,
 *                            read out of its framebuffer and turned as the plane turns
 *                            it (works beside a running master; needs root)
 *   vm-kms watch N           look on for N vblanks while another program is master, and print
 *                            on how many of them a new framebuffer was shown, and the longest
 *                            run of vblanks without one. It reads the plane 12 ms after each
 *                            vblank, so a program must have committed its frame by then. Needs
 *                            a driver with vblanks (vkms).
 *   vm-kms follow N ROW RRGGBB
 *                            the same, 2 ms after each vblank, before a program that starts its
 *                            frames late has committed the next, with a line for each: the
 *                            vblank's time (CLOCK_MONOTONIC), and the first pixel of the row of
 *                            the framebuffer shown since then that has the colour, or -1
 *   vm-kms planes            one line: the framebuffer of the primary plane: its size, format,
 *                            pitch and, where the plane turns it, "turned" and how far it is turned
 *                            clockwise; or "nothing is lit"
 *   vm-kms cursors           a line for each cursor plane that shows something: its size and place, "64x64 at 400,240"
 *   vm-kms link              the connector's link-status: "Good" or "Bad"
 *
 * The first card in /dev/dri is used, or $VM_CARD. Exit status: 0, or 1 on errors.
 */
#define _GNU_SOURCE
#include <drm.h>
#include <drm_fourcc.h>
#include <drm_mode.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

static int fd;
static uint32_t crtc_id, conn_id, plane_id;
static struct drm_mode_modeinfo mode;

static int call(unsigned long request, void *arg)
{
	int r;
	do
		r = ioctl(fd, request, arg);
	while (r < 0 && (errno == EINTR || errno == EAGAIN));
	return r < 0 ? -errno : 0;
}
static void need(int r, const char *what)
{
	if (r < 0) {
		fprintf(stderr, "vm-kms: %s: %s\n", what, strerror(-r));
		exit(1);
	}
}
static const char *answer(int r) { return r < 0 ? strerror(-r) : "works"; }
static double now(void)
{
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec + t.tv_nsec * 1e-9;
}

/* ---- objects ------------------------------------------------------------ */
#define MAX 64
static uint32_t crtcs[MAX], conns[MAX], encs[MAX], planes[MAX];
static struct drm_mode_card_res res;
static uint32_t plane_count;

static void resources(void)
{
	memset(&res, 0, sizeof res);
	res.crtc_id_ptr = (uintptr_t)crtcs, res.count_crtcs = MAX;
	res.connector_id_ptr = (uintptr_t)conns, res.count_connectors = MAX;
	res.encoder_id_ptr = (uintptr_t)encs, res.count_encoders = MAX;
	need(call(DRM_IOCTL_MODE_GETRESOURCES, &res), "GETRESOURCES");
	struct drm_mode_get_plane_res p = { .plane_id_ptr = (uintptr_t)planes, .count_planes = MAX };
	need(call(DRM_IOCTL_MODE_GETPLANERESOURCES, &p), "GETPLANERESOURCES");
	plane_count = p.count_planes;
}

/* Value of a property of an object by its name; *id gets the property's id, 0 if none. */
static uint64_t property(uint32_t object, uint32_t type, const char *name, uint32_t *id)
{
	uint32_t ids[MAX];
	uint64_t values[MAX];
	struct drm_mode_obj_get_properties p = { .props_ptr = (uintptr_t)ids,
		.prop_values_ptr = (uintptr_t)values, .count_props = MAX, .obj_id = object, .obj_type = type };
	*id = 0;
	if (call(DRM_IOCTL_MODE_OBJ_GETPROPERTIES, &p) < 0)
		return 0;
	for (uint32_t i = 0; i < p.count_props; i++) {
		struct drm_mode_get_property g = { .prop_id = ids[i] };
		call(DRM_IOCTL_MODE_GETPROPERTY, &g);
		if (!name)
			printf(" %s", g.name);
		else if (!strcmp(g.name, name))
			return *id = ids[i], values[i];
	}
	return 0;
}

static int connector(uint32_t id, struct drm_mode_modeinfo *modes, uint32_t *count, struct drm_mode_get_connector *c)
{
	memset(c, 0, sizeof *c);
	c->connector_id = id;			/* the first call probes */
	int r = call(DRM_IOCTL_MODE_GETCONNECTOR, c);
	if (r < 0)
		return r;
	if (c->count_modes > *count)
		c->count_modes = *count;
	*count = c->count_modes;
	c->modes_ptr = (uintptr_t)modes;
	c->count_props = c->count_encoders = 0;
	return *count ? call(DRM_IOCTL_MODE_GETCONNECTOR, c) : 0;
}

static void choose(void)
{
	struct drm_mode_modeinfo modes[128];
	struct drm_mode_get_connector c;
	uint32_t n, i, id;

	resources();
	for (i = 0; i < res.count_connectors && !conn_id; i++) {
		n = 128;
		if (!connector(conns[i], modes, &n, &c) && c.connection == 1 && n)
			conn_id = conns[i], mode = modes[0];
	}
	crtc_id = crtcs[0];
	for (i = 0; i < plane_count && !plane_id; i++)
		if (property(planes[i], DRM_MODE_OBJECT_PLANE, "type", &id) == 1)
			plane_id = planes[i];
	if (!conn_id) {
		fprintf(stderr, "vm-kms: no connected connector\n");
		exit(1);
	}
}

static uint32_t buffer(int w, int h, int bpp, uint32_t fourcc, int shade, int *result)
{
	struct drm_mode_create_dumb d = { .width = w, .height = h, .bpp = bpp };
	struct drm_mode_map_dumb m = { 0 };
	struct drm_mode_fb_cmd2 f = { .width = w, .height = h, .pixel_format = fourcc };
	if ((*result = call(DRM_IOCTL_MODE_CREATE_DUMB, &d)) < 0)
		return 0;
	m.handle = f.handles[0] = d.handle;
	f.pitches[0] = d.pitch;
	if ((*result = call(DRM_IOCTL_MODE_MAP_DUMB, &m)) == 0) {
		void *p = mmap(NULL, d.size, PROT_READ | PROT_WRITE, MAP_SHARED, fd, m.offset);
		if (p != MAP_FAILED)
			memset(p, shade, d.size), munmap(p, d.size);
	}
	*result = call(DRM_IOCTL_MODE_ADDFB2, &f);
	return *result ? 0 : f.fb_id;
}

static int set_crtc(uint32_t fb)
{
	struct drm_mode_crtc c = { .crtc_id = crtc_id, .fb_id = fb, .mode_valid = 1, .mode = mode,
		.set_connectors_ptr = (uintptr_t)&conn_id, .count_connectors = 1 };
	return call(DRM_IOCTL_MODE_SETCRTC, &c);
}

/* ---- facts -------------------------------------------------------------- */
static void facts(void)
{
	static const struct { const char *name; int cap; } caps[] = {
		{ "DUMB_BUFFER", DRM_CAP_DUMB_BUFFER }, { "DUMB_PREFERRED_DEPTH", DRM_CAP_DUMB_PREFERRED_DEPTH },
		{ "DUMB_PREFER_SHADOW", DRM_CAP_DUMB_PREFER_SHADOW }, { "PRIME", DRM_CAP_PRIME },
		{ "TIMESTAMP_MONOTONIC", DRM_CAP_TIMESTAMP_MONOTONIC }, { "ASYNC_PAGE_FLIP", DRM_CAP_ASYNC_PAGE_FLIP },
		{ "CURSOR_WIDTH", DRM_CAP_CURSOR_WIDTH }, { "CURSOR_HEIGHT", DRM_CAP_CURSOR_HEIGHT },
		{ "ADDFB2_MODIFIERS", DRM_CAP_ADDFB2_MODIFIERS }, { "PAGE_FLIP_TARGET", DRM_CAP_PAGE_FLIP_TARGET },
		{ "CRTC_IN_VBLANK_EVENT", DRM_CAP_CRTC_IN_VBLANK_EVENT }, { "SYNCOBJ", DRM_CAP_SYNCOBJ } };
	static const char *types[] = { "overlay", "primary", "cursor" };
	char name[64] = "", desc[128] = "";
	struct drm_version v = { .name = name, .name_len = 63, .desc = desc, .desc_len = 127 };
	struct drm_mode_modeinfo modes[128];
	struct drm_mode_get_connector c;
	uint32_t i, j, n, id;
	int r;

	need(call(DRM_IOCTL_VERSION, &v), "VERSION");
	printf("driver: %s %d.%d.%d (%s)\n", name, v.version_major, v.version_minor, v.version_patchlevel, desc);
	for (i = 0; i < sizeof caps / sizeof *caps; i++) {
		struct drm_get_cap g = { .capability = caps[i].cap };
		r = call(DRM_IOCTL_GET_CAP, &g);
		printf("cap %s: ", caps[i].name);
		r < 0 ? printf("%s\n", strerror(-r)) : printf("%llu\n", (unsigned long long)g.value);
	}
	resources();
	printf("CRTCs: %u, connectors: %u, size %ux%u .. %ux%u\n", res.count_crtcs, res.count_connectors,
	       res.min_width, res.min_height, res.max_width, res.max_height);
	for (i = 0; i < res.count_connectors; i++) {
		n = 128;
		connector(conns[i], modes, &n, &c);
		printf("connector %u: type %u, %s, %u modes, %ux%u mm;", conns[i], c.connector_type,
		       c.connection == 1 ? "connected" : c.connection == 2 ? "disconnected" : "unknown", n,
		       c.mm_width, c.mm_height);
		for (j = 0; j < n && j < 4; j++)
			printf(" %ux%u@%u", modes[j].hdisplay, modes[j].vdisplay, modes[j].vrefresh);
		printf("; properties:");
		property(conns[i], DRM_MODE_OBJECT_CONNECTOR, NULL, &id);
		printf("\n");
	}
	printf("CRTC %u: properties:", crtcs[0]);
	property(crtcs[0], DRM_MODE_OBJECT_CRTC, NULL, &id);
	printf("\n");
	for (i = 0; i < plane_count; i++) {
		uint32_t formats[MAX];
		struct drm_mode_get_plane p = { .plane_id = planes[i], .format_type_ptr = (uintptr_t)formats,
			.count_format_types = MAX };
		call(DRM_IOCTL_MODE_GETPLANE, &p);
		printf("plane %u: %s; formats", planes[i],
		       types[property(planes[i], DRM_MODE_OBJECT_PLANE, "type", &id) % 3]);
		for (j = 0; j < p.count_format_types; j++)
			printf(" %.4s", (char *)&formats[j]);
		printf("; properties:");
		property(planes[i], DRM_MODE_OBJECT_PLANE, NULL, &id);
		printf("\n");
	}
	choose();
	uint32_t fb32 = buffer(mode.hdisplay, mode.vdisplay, 32, DRM_FORMAT_XRGB8888, 0x40, &r);
	printf("ADDFB2 XRGB8888: %s\n", answer(r));
	printf("SETCRTC XRGB8888: %s\n", answer(set_crtc(fb32)));
	struct drm_mode_fb_dirty_cmd dirty = { .fb_id = fb32 };
	printf("DIRTYFB: %s\n", answer(call(DRM_IOCTL_MODE_DIRTYFB, &dirty)));
	struct drm_mode_crtc_page_flip flip = { .crtc_id = crtc_id, .fb_id = fb32,
		.flags = DRM_MODE_PAGE_FLIP_ASYNC };
	printf("PAGE_FLIP async: %s\n", answer(call(DRM_IOCTL_MODE_PAGE_FLIP, &flip)));
	flip.flags = DRM_MODE_PAGE_FLIP_EVENT;
	printf("PAGE_FLIP: %s\n", answer(call(DRM_IOCTL_MODE_PAGE_FLIP, &flip)));
	printf("PAGE_FLIP again at once: %s\n", answer(call(DRM_IOCTL_MODE_PAGE_FLIP, &flip)));
	union drm_wait_vblank vb = { .request = { .type = _DRM_VBLANK_RELATIVE, .sequence = 1 } };
	printf("WAIT_VBLANK: %s\n", answer(call(DRM_IOCTL_WAIT_VBLANK, &vb)));
	struct drm_mode_cursor cur = { .flags = DRM_MODE_CURSOR_MOVE, .crtc_id = crtc_id };
	printf("MODE_CURSOR: %s\n", answer(call(DRM_IOCTL_MODE_CURSOR, &cur)));
	uint32_t fb16 = buffer(mode.hdisplay, mode.vdisplay, 16, DRM_FORMAT_RGB565, 0x40, &r);
	printf("ADDFB2 RGB565: %s\n", answer(r));
	printf("SETCRTC RGB565: %s\n", fb16 ? answer(set_crtc(fb16)) : "-");
	uint32_t fb24 = buffer(mode.hdisplay, mode.vdisplay, 24, DRM_FORMAT_RGB888, 0x40, &r);
	printf("ADDFB2 RGB888: %s\n", answer(r));
	printf("SETCRTC RGB888: %s\n", fb24 ? answer(set_crtc(fb24)) : "-");
}

/* ---- flips -------------------------------------------------------------- */
static int compare(const void *a, const void *b)
{
	double d = *(const double *)a - *(const double *)b;
	return d < 0 ? -1 : d > 0;
}

static int atomic_flip(uint32_t fb, int modeset)
{
	static uint32_t blob;
	uint32_t objects[3] = { conn_id, crtc_id, plane_id }, counts[3] = { 0 }, props[16];
	uint64_t values[16];
	int n = 0, before;
	struct drm_mode_create_blob b = { .data = (uintptr_t)&mode, .length = sizeof mode };

	if (!blob && call(DRM_IOCTL_MODE_CREATEPROPBLOB, &b) == 0)
		blob = b.blob_id;
#define SET(what, type, name, value) do { \
		property(objects[what], type, name, &props[n]); values[n++] = (value); } while (0)
	SET(0, DRM_MODE_OBJECT_CONNECTOR, "CRTC_ID", crtc_id);
	counts[0] = n, before = n;
	SET(1, DRM_MODE_OBJECT_CRTC, "MODE_ID", blob);
	SET(1, DRM_MODE_OBJECT_CRTC, "ACTIVE", 1);
	counts[1] = n - before, before = n;
	SET(2, DRM_MODE_OBJECT_PLANE, "FB_ID", fb);
	SET(2, DRM_MODE_OBJECT_PLANE, "CRTC_ID", crtc_id);
	SET(2, DRM_MODE_OBJECT_PLANE, "SRC_X", 0);
	SET(2, DRM_MODE_OBJECT_PLANE, "SRC_Y", 0);
	SET(2, DRM_MODE_OBJECT_PLANE, "SRC_W", (uint64_t)mode.hdisplay << 16);
	SET(2, DRM_MODE_OBJECT_PLANE, "SRC_H", (uint64_t)mode.vdisplay << 16);
	SET(2, DRM_MODE_OBJECT_PLANE, "CRTC_X", 0);
	SET(2, DRM_MODE_OBJECT_PLANE, "CRTC_Y", 0);
	SET(2, DRM_MODE_OBJECT_PLANE, "CRTC_W", mode.hdisplay);
	SET(2, DRM_MODE_OBJECT_PLANE, "CRTC_H", mode.vdisplay);
	counts[2] = n - before;
	struct drm_mode_atomic a = { .count_objs = 3, .objs_ptr = (uintptr_t)objects,
		.count_props_ptr = (uintptr_t)counts, .props_ptr = (uintptr_t)props,
		.prop_values_ptr = (uintptr_t)values,
		.flags = modeset ? DRM_MODE_ATOMIC_ALLOW_MODESET
				 : DRM_MODE_PAGE_FLIP_EVENT | DRM_MODE_ATOMIC_NONBLOCK };
	return call(DRM_IOCTL_MODE_ATOMIC, &a);
}

static void flips(int count, int atomic, int async)
{
	double *stamp = calloc(count, sizeof *stamp), *late = calloc(count, sizeof *late);
	double *gap = calloc(count, sizeof *gap);
	uint32_t fb[2], first_seq = 0, last_seq = 0;
	int i, r;

	if (atomic) {
		struct drm_set_client_cap c = { DRM_CLIENT_CAP_ATOMIC, 1 };
		need(call(DRM_IOCTL_SET_CLIENT_CAP, &c), "atomic");
	}
	choose();
	for (i = 0; i < 2; i++) {
		fb[i] = buffer(mode.hdisplay, mode.vdisplay, 32, DRM_FORMAT_XRGB8888, i ? 0xc0 : 0x40, &r);
		need(r, "framebuffer");
	}
	need(atomic ? atomic_flip(fb[0], 1) : set_crtc(fb[0]), "mode set");
	for (i = 0; i < count; i++) {
		struct drm_mode_crtc_page_flip f = { .crtc_id = crtc_id, .fb_id = fb[(i + 1) & 1],
			.flags = DRM_MODE_PAGE_FLIP_EVENT | (async ? DRM_MODE_PAGE_FLIP_ASYNC : 0) };
		char data[256];
		need(atomic ? atomic_flip(f.fb_id, 0) : call(DRM_IOCTL_MODE_PAGE_FLIP, &f), "flip");
		struct pollfd p = { fd, POLLIN, 0 };
		if (poll(&p, 1, 3000) != 1 || read(fd, data, sizeof data) < (int)sizeof(struct drm_event_vblank)) {
			fprintf(stderr, "vm-kms: no event within 3 s\n");
			exit(1);
		}
		struct drm_event_vblank *e = (void *)data;
		stamp[i] = e->tv_sec + e->tv_usec * 1e-6;
		late[i] = now() - stamp[i];
		last_seq = e->sequence;
		if (!i)
			first_seq = last_seq;
		if (i)
			gap[i - 1] = stamp[i] - stamp[i - 1];
	}
	qsort(gap, count - 1, sizeof *gap, compare);
	qsort(late, count, sizeof *late, compare);
	printf("%d %s flips of %ux%u@%u: %.1f a second; gap ms min %.2f median %.2f p95 %.2f max %.2f; "
	       "event read after its time stamp ms median %.2f max %.2f; sequence +%u\n", count,
	       atomic ? "atomic" : async ? "async" : "legacy", mode.hdisplay, mode.vdisplay, mode.vrefresh,
	       (count - 1) / (stamp[count - 1] - stamp[0]), gap[0] * 1e3, gap[count / 2] * 1e3,
	       gap[(count - 2) * 95 / 100] * 1e3, gap[count - 2] * 1e3, late[count / 2] * 1e3,
	       late[count - 1] * 1e3, last_seq - first_seq);
}

/* ---- looking on beside a running master ---------------------------------- */
static uint32_t lit_plane;

/* The framebuffer of the first lit CRTC's primary plane (lit_plane), or 0; *crtc gets that CRTC's id. */
static uint32_t lit_framebuffer(uint32_t *crtc)
{
	uint32_t i, id;
	for (i = 0; i < plane_count; i++) {
		struct drm_mode_get_plane p = { .plane_id = planes[i] };
		if (property(planes[i], DRM_MODE_OBJECT_PLANE, "type", &id) == 1 &&
		    !call(DRM_IOCTL_MODE_GETPLANE, &p) && p.crtc_id)
			return lit_plane = planes[i], *crtc = p.crtc_id, p.fb_id;
	}
	return 0;
}

/* How far lit_plane turns its framebuffer clockwise, degrees; the property counts the other way round. */
static int turn(void)
{
	uint32_t id;
	uint64_t rotation = property(lit_plane, DRM_MODE_OBJECT_PLANE, "rotation", &id);

	switch (id ? rotation : DRM_MODE_ROTATE_0) {
	case DRM_MODE_ROTATE_0: return 0;
	case DRM_MODE_ROTATE_90: return 270;
	case DRM_MODE_ROTATE_180: return 180;
	case DRM_MODE_ROTATE_270: return 90;
	}
	fprintf(stderr, "vm-kms: the plane mirrors: rotation is %llu\n", (unsigned long long)rotation);
	exit(1);
}

/* The pixels of the framebuffer f, whose description is filled in; *size gets how many bytes are mapped. */
static unsigned char *map_framebuffer(struct drm_mode_fb_cmd2 *f, size_t *size)
{
	struct drm_mode_map_dumb m = { 0 };
	struct drm_prime_handle prime = { .fd = -1, .flags = DRM_CLOEXEC | DRM_RDWR };

	need(call(DRM_IOCTL_MODE_GETFB2, f), "GETFB2");
	*size = (size_t)f->pitches[0] * f->height + f->offsets[0];
	prime.handle = m.handle = f->handles[0];
	int r = call(DRM_IOCTL_MODE_MAP_DUMB, &m);
	unsigned char *p = r ? MAP_FAILED : mmap(NULL, *size, PROT_READ, MAP_SHARED, fd, m.offset);
	if (p == MAP_FAILED) {
		need(call(DRM_IOCTL_PRIME_HANDLE_TO_FD, &prime), "PRIME_HANDLE_TO_FD");
		p = mmap(NULL, *size, PROT_READ, MAP_SHARED, prime.fd, 0);
		close(prime.fd);
	}
	if (p == MAP_FAILED)
		need(-errno, "mmap");
	return p;
}

/* ---- grab --------------------------------------------------------------- */
static void grab(const char *file)
{
	struct drm_mode_crtc c = { 0 };
	struct drm_mode_fb_cmd2 f = { 0 };
	size_t size;
	uint32_t x, y;

	resources();
	f.fb_id = lit_framebuffer(&c.crtc_id);
	if (!f.fb_id) {
		fprintf(stderr, "vm-kms: nothing is lit\n");
		exit(1);
	}
	need(call(DRM_IOCTL_MODE_GETCRTC, &c), "GETCRTC");
	unsigned char *p = map_framebuffer(&f, &size);
	int w = c.mode.hdisplay, h = c.mode.vdisplay, turned = turn();
	int fw = turned % 180 ? h : w, fh = turned % 180 ? w : h;	/* of what is shown of the framebuffer */
	if (f.pixel_format != DRM_FORMAT_XRGB8888 && f.pixel_format != DRM_FORMAT_ARGB8888 &&
	    f.pixel_format != DRM_FORMAT_RGB565) {
		fprintf(stderr, "vm-kms: cannot read format %.4s\n", (char *)&f.pixel_format);
		exit(1);
	}
	FILE *out = fopen(file, "wb");
	unsigned char *line = malloc(3 * w);
	if (!out)
		need(-errno, file);
	fprintf(out, "P6\n%d %d\n255\n", w, h);
	for (y = 0; y < (uint32_t)h; y++) {
		for (x = 0; x < (uint32_t)w; x++) {
			int sx = turned == 0 ? x : turned == 90 ? y : turned == 180 ? fw - 1 - x : fw - 1 - y;
			int sy = turned == 0 ? y : turned == 90 ? fh - 1 - x : turned == 180 ? fh - 1 - y : x;
			unsigned char *row = p + f.offsets[0] + (size_t)(sy + c.y) * f.pitches[0];
			if (f.pixel_format == DRM_FORMAT_RGB565) {
				unsigned v = row[2 * (sx + c.x)] | row[2 * (sx + c.x) + 1] << 8;
				line[3 * x] = (v >> 11) * 255 / 31;
				line[3 * x + 1] = (v >> 5 & 63) * 255 / 63;
				line[3 * x + 2] = (v & 31) * 255 / 31;
			} else {
				unsigned char *s = row + 4 * (sx + c.x);
				line[3 * x] = s[2], line[3 * x + 1] = s[1], line[3 * x + 2] = s[0];
			}
		}
		fwrite(line, 3, w, out);
	}
	if (fclose(out))
		need(-errno, file);
}

/* ---- watch -------------------------------------------------------------- */
/* The first pixel of the colour in a row of the framebuffer, or -1. */
static int edge(uint32_t framebuffer, int row, uint32_t color)
{
	struct drm_mode_fb_cmd2 f = { .fb_id = framebuffer };
	size_t size;
	if (!framebuffer)
		return -1;
	unsigned char *p = map_framebuffer(&f, &size);
	const uint32_t *pixel = (const void *)(p + f.offsets[0] + (size_t)row * f.pitches[0]);
	int x = 0, found = -1;
	for (; x < (int)f.width && found < 0; x++)
		if ((pixel[x] & 0xffffff) == color)
			found = x;
	munmap(p, size);
	struct drm_gem_close g = { .handle = f.handles[0] };
	call(DRM_IOCTL_GEM_CLOSE, &g);
	return found;
}

static void watch(int count, int row, uint32_t color)
{
	uint32_t last, crtc, sequence = 0;
	int shown = 0, missed = 0, longest = 0, run = 0;

	resources();
	last = lit_framebuffer(&crtc);
	for (int i = 0; i < count; i++) {
		union drm_wait_vblank v = { .request = { .type = _DRM_VBLANK_RELATIVE, .sequence = 1 } };
		need(call(DRM_IOCTL_WAIT_VBLANK, &v), "WAIT_VBLANK");
		if (i && v.reply.sequence != sequence + 1)
			missed += v.reply.sequence - sequence - 1;
		sequence = v.reply.sequence;
		usleep(row >= 0 ? 2000 : 12000);
		uint32_t now_lit = lit_framebuffer(&crtc);
		if (row >= 0)
			printf("shown %.6f edge %d\n", v.reply.tval_sec + v.reply.tval_usec * 1e-6,
			       edge(now_lit, row, color));
		run = now_lit == last ? run + 1 : 0;
		longest = run > longest ? run : longest;
		shown += now_lit != last;
		last = now_lit;
	}
	printf("%d vblanks: %d new framebuffers; longest wait %d; vblanks not seen %d\n", count, shown, longest, missed);
}

static void print_lit(void)
{
	uint32_t crtc;
	resources();
	struct drm_mode_fb_cmd2 f = { .fb_id = lit_framebuffer(&crtc) };
	if (!f.fb_id) {
		puts("nothing is lit");
		return;
	}
	need(call(DRM_IOCTL_MODE_GETFB2, &f), "GETFB2");
	printf("%ux%u %.4s pitch %u", f.width, f.height, (char *)&f.pixel_format, f.pitches[0]);
	turn() ? printf(" turned %d\n", turn()) : puts("");
}

static void print_cursors(void)
{
	resources();
	for (uint32_t i = 0; i < plane_count; i++) {
		uint32_t id;
		struct drm_mode_get_plane p = { .plane_id = planes[i] };
		if (property(planes[i], DRM_MODE_OBJECT_PLANE, "type", &id) != 2 ||
		    call(DRM_IOCTL_MODE_GETPLANE, &p) || !p.crtc_id || !p.fb_id)
			continue;
		printf("%dx%d at %d,%d\n", (int)property(planes[i], DRM_MODE_OBJECT_PLANE, "CRTC_W", &id),
		       (int)property(planes[i], DRM_MODE_OBJECT_PLANE, "CRTC_H", &id),
		       (int)property(planes[i], DRM_MODE_OBJECT_PLANE, "CRTC_X", &id),
		       (int)property(planes[i], DRM_MODE_OBJECT_PLANE, "CRTC_Y", &id));
	}
}

int main(int argc, char **argv)
{
	char path[64] = "";
	const char *card = getenv("VM_CARD"), *what = argc > 1 ? argv[1] : "";
	for (int i = 0; !card && i < 8; i++) {
		snprintf(path, sizeof path, "/dev/dri/card%d", i);
		if (access(path, F_OK) == 0)
			card = path;
	}
	if (!card || (fd = open(card, O_RDWR | O_CLOEXEC)) < 0) {
		fprintf(stderr, "vm-kms: no /dev/dri/card*\n");
		return 1;
	}
	struct drm_set_client_cap c = { DRM_CLIENT_CAP_UNIVERSAL_PLANES, 1 };
	int r = call(DRM_IOCTL_SET_CLIENT_CAP, &c);
	if (!strcmp(what, "facts")) {
		struct drm_set_client_cap a = { DRM_CLIENT_CAP_ATOMIC, 1 };
		printf("client cap UNIVERSAL_PLANES: %s\n", answer(r));
		printf("client cap ATOMIC: %s\n", answer(call(DRM_IOCTL_SET_CLIENT_CAP, &a)));
		facts();
	} else if (!strcmp(what, "flip")) {
		flips(argc > 2 ? atoi(argv[2]) : 240, 0, argc > 3 && !strcmp(argv[3], "async"));
	} else if (!strcmp(what, "atomic")) {
		flips(argc > 2 ? atoi(argv[2]) : 240, 1, 0);
	} else if (!strcmp(what, "grab") && argc > 2) {
		grab(argv[2]);
	} else if (!strcmp(what, "watch") && argc > 2) {
		watch(atoi(argv[2]), -1, 0);
	} else if (!strcmp(what, "follow") && argc > 4) {
		watch(atoi(argv[2]), atoi(argv[3]), strtoul(argv[4], NULL, 16));
	} else if (!strcmp(what, "planes")) {
		print_lit();
	} else if (!strcmp(what, "cursors")) {
		struct drm_set_client_cap a = { DRM_CLIENT_CAP_ATOMIC, 1 };
		need(call(DRM_IOCTL_SET_CLIENT_CAP, &a), "atomic");
		print_cursors();
	} else if (!strcmp(what, "link")) {
		uint32_t id;
		resources();
		puts(property(conns[0], DRM_MODE_OBJECT_CONNECTOR, "link-status", &id) ? "Bad" : "Good");
	} else {
		fprintf(stderr, "usage: vm-kms facts | flip [N] [async] | atomic [N] | grab FILE.ppm | watch N | follow N ROW RRGGBB |\n"
			"       planes | cursors | link\n");
		return 1;
	}
	return 0;
}
