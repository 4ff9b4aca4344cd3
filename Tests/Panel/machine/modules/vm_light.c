// vm_light: a panel's light without a panel, for the kernel's interface to it, /sys/class/backlight/vm-light.
//
// In /sys/module/vm_light/parameters:
//   levels   how many it has above "out". Written: the light is taken away, and one with so many comes, unless it is 0.
//   refusal  the error number with which the driver answers whatever it is told, 5 for EIO; 0 for none.
//   shown    what a panel would show now, 0 to levels.
#include <linux/backlight.h>
#include <linux/module.h>

static struct backlight_device *light;
static unsigned int levels;
static int refusal;
static int shown;
static bool is_started;

static int update(struct backlight_device *device)
{
	if (refusal)
		return -refusal;
	shown = backlight_get_brightness(device);
	pr_info("vm_light: %d of %d\n", shown, device->props.max_brightness);
	return 0;
}

// Of no framebuffer: a console that goes dark is no reason.
static int is_for(struct backlight_device *device, struct fb_info *info) { return 0; }

static const struct backlight_ops operations = { .update_status = update, .check_fb = is_for };

static int bring(void)
{
	struct backlight_properties properties = {
		.type = BACKLIGHT_RAW, .max_brightness = levels, .brightness = levels,
	};

	backlight_device_unregister(light);
	light = NULL;
	shown = levels;
	if (!levels)
		return 0;
	light = backlight_device_register("vm-light", NULL, NULL, &operations, &properties);
	if (IS_ERR(light)) {
		int error = PTR_ERR(light);

		light = NULL;
		return error;
	}
	return 0;
}

static int set_levels(const char *text, const struct kernel_param *parameter)
{
	int error = param_set_uint(text, parameter);

	return error || !is_started ? error : bring();
}

static const struct kernel_param_ops levels_operations = { .set = set_levels, .get = param_get_uint };

module_param_cb(levels, &levels_operations, &levels, 0644);
module_param(refusal, int, 0644);
module_param(shown, int, 0444);

static int __init start(void)
{
	is_started = true;
	return bring();
}

static void __exit stop(void) { backlight_device_unregister(light); }

module_init(start);
module_exit(stop);
MODULE_LICENSE("GPL");
MODULE_DESCRIPTION("A panel's light without a panel");
