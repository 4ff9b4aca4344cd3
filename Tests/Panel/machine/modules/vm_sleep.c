// vm_sleep: lets the machine sleep although its root filesystem is on a device that does not survive it.
//
// Linux 6.1 takes the queues of a virtio device away when the machine falls asleep, and only some of its drivers (not that of
// 9p, nor that of the display) put them back. QEMU's devices do not lose anything in suspend-to-idle, so that theirs are
// marked as nothing to put to sleep. All other devices and drivers sleep and wake as ever.
#include <linux/module.h>
#include <linux/pci.h>

static int mark(struct device *device, void *unused)
{
	dev_pm_syscore_device(device, true);
	return 0;
}

static int __init start(void)
{
	struct pci_dev *device = NULL;

	while ((device = pci_get_device(PCI_VENDOR_ID_REDHAT_QUMRANET, PCI_ANY_ID, device))) {
		mark(&device->dev, NULL);
		device_for_each_child(&device->dev, NULL, mark);
	}
	return 0;
}

static void __exit stop(void) {}

module_init(start);
module_exit(stop);
MODULE_LICENSE("GPL");
MODULE_DESCRIPTION("Suspend-to-idle with virtio devices whose drivers do not know it");
