"""What is on the panel equals what it should be, whatever the driver, the format, the way to flip and the rotation."""
from harness import images
from harness.case import case

SHOW = """
launch %s Squares
ready
screenshot squares
say lit "$(vm-kms planes)"
quit
"""


def squares(test, machine, settings="", expected="squares-800x480", tolerance=0, **options):
    run = machine(SHOW % settings, **options)
    test.expect_image(expected, test.picture("squares"), tolerance)
    return run


@case("squares-virtio", "qemu")
def squares_virtio(test):
    """The first sample on a display with atomic commits: exactly the expected pixels."""
    squares(test, test.qemu)


@case("squares-virtio-legacy", "qemu")
def squares_virtio_legacy(test):
    """The same with legacy mode setting and page flips."""
    squares(test, test.qemu, "VITRINE_KMS=legacy")


@case("squares-bochs", "qemu")
def squares_bochs(test):
    """A driver without a cursor plane, hotplug and dirty rectangles."""
    squares(test, test.qemu, gpu="bochs")


@case("squares-vkms", "uml")
def squares_vkms(test):
    """A driver with a real vertical blank."""
    squares(test, test.uml)


@case("squares-vkms-legacy", "uml")
def squares_vkms_legacy(test):
    """The same with legacy mode setting and page flips."""
    squares(test, test.uml, "VITRINE_KMS=legacy")


@case("squares-vkms-damage", "uml")
def squares_vkms_damage(test):
    """A driver that wants to be told what changed."""
    squares(test, test.uml, options=["--module-args", "vkms:damage=1"])


@case("squares-vkms-two-processors", "qemu-vkms")
def squares_vkms_qemu(test):
    """The vertical blank and two processors: the render thread and the main thread really run at once."""
    squares(test, test.qemu, gpu="vkms")


@case("squares-rgb565", "uml")
def squares_rgb565(test):
    """16 bits a pixel: the framebuffer is RGB565 and the pure colours stay exact."""
    run = squares(test, test.uml, "VITRINE_FORMAT=rgb565")
    test.matches(run.said("lit"), "800x480 RG16")


@case("squares-three-buffers", "uml")
def squares_three_buffers(test):
    """A third scan-out buffer changes no pixel."""
    squares(test, test.uml, "VITRINE_BUFFERS=3")


@case("squares-portrait", "uml")
def squares_portrait(test):
    """A panel mounted on its side shows the portrait picture, turned clockwise, pixel for pixel."""
    frames = test.folder + "/frames"
    test.on_host("Squares", env={"VITRINE_OUTPUT": "headless", "VITRINE_PANEL": "480x800", "VITRINE_UNTIL": "1",
                                 "VITRINE_CLOCK": "virtual", "VITRINE_FRAMES": frames})
    upright = test.frames(frames)[-1]
    for degrees in (90, 270):
        test.uml(SHOW % ("VITRINE_ROTATION=%d" % degrees))
        test.same_image(test.picture("squares"), images.turned(upright, degrees), "turned by %d degrees" % degrees)


@case("squares-headless")
def squares_headless(test):
    """The headless output, on this machine, writes the very picture that the panels show."""
    frames = test.folder + "/frames"
    run = test.on_host("Squares", env={"VITRINE_OUTPUT": "headless", "VITRINE_PANEL": "800x480", "VITRINE_UNTIL": "1",
                                       "VITRINE_CLOCK": "virtual", "VITRINE_FRAMES": frames})
    test.equal(run.status, 0, "exit status")
    test.expect_image("squares-800x480", test.frames(frames)[-1])


@case("showcase-virtio", "qemu")
def showcase_virtio(test):
    """The big sample starts, draws text and pictures, and ends well."""
    test.qemu("launch Showcase\nready\nscreenshot showcase\nquit\n")
    test.check(images.colours(test.picture("showcase")) > 100, "the screen is almost empty")
