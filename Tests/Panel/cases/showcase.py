"""Showcase under fingers: real ones, through the kernel; its pages as pictures. The clock is on none of them."""
from harness.case import case

# Where the cards are on a panel of 800x480, and a page's way in: 0.35 s.
OPEN = """plug touch
wait-open touch
down 0 %d 388
sync
sleep 80
up 0
sync
sleep 900
"""
# Moved in one report, so that what the fingers do does not depend on which frame sees it.
TWO = OPEN % 142 + """down 0 330 260
down 1 470 260
sync
sleep 150
move 0 320 340
move 1 520 200
sync
sleep 300
up 0
up 1
sync
sleep 300
"""
FIVE = OPEN % 400 + """down 0 120 300
down 1 220 200
down 2 330 150
down 3 440 170
down 4 560 280
sync
sleep 150
move 0 150 380
move 1 240 300
move 2 335 260
move 3 430 275
move 4 520 360
sync
sleep 200
up 0
up 1
up 2
up 3
up 4
sync
sleep 300
"""
SHOW = "launch Showcase\nready\ntouch_screen\nscreenshot %s\nquit\n"


def page(test, machine, name, touches, **options):
    machine(SHOW % name, touches=touches, **options)
    test.expect_image(name + "-800x480", test.picture(name))


@case("showcase-photograph-virtio", "qemu")
def photograph_virtio(test):
    """Two fingers move, scale and turn the photograph."""
    page(test, test.qemu, "photograph", TWO)


@case("showcase-photograph-vkms", "uml")
def photograph_vkms(test):
    """The same on a display with a vertical blank: the same pixels."""
    page(test, test.uml, "photograph", TWO)


@case("showcase-paint-virtio", "qemu")
def paint_virtio(test):
    """Five fingers paint five strokes."""
    page(test, test.qemu, "paint", FIVE)


@case("showcase-paint-vkms", "uml")
def paint_vkms(test):
    """The same on a display with a vertical blank: the same pixels."""
    page(test, test.uml, "paint", FIVE)
