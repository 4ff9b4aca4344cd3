"""Cables are pulled and plugged: what should be visible becomes visible."""
from harness import images
from harness.case import case


@case("panel-plugged-in-again", "qemu")
def replug(test):
    """The panel is unplugged for a while: the program lives on, and shows its picture when it is back."""
    test.qemu("""
launch PanelProbe still
ready
vm-host resize 0 0
sleep 2
kill -0 $program || fail "the program ended when the panel went"
vm-host resize 800 480
sleep 2
screenshot squares
quit
""")
    test.expect_image("squares-800x480", test.picture("squares"))


@case("panel-plugged-in-late", "qemu")
def late(test):
    """Started without a panel: it says what it waits for, is not ready yet, and shows its picture once there is one."""
    run = test.qemu("""
vm-host resize 0 0
launch PanelProbe still
sleep 5
[ ! -e "$VM_OUT/notify.ready" ] || fail "ready without a panel"
[ ! -e "$VM_OUT/notify.exit" ] || fail "ended without a panel: $(cat "$VM_OUT/program.err")"
cp "$VM_OUT/program.err" "$VM_OUT/waiting"
vm-host resize 800 480
ready
screenshot squares
quit
""")
    test.matches(run.file("waiting") + run.file("notify"), "Virtual-1", "wait|no display|not connected|nothing is connected")
    test.expect_image("squares-800x480", test.picture("squares"))


@case("panel-with-another-mode", "qemu")
def another_mode(test):
    """A bigger panel is plugged in: the program takes its mode; nothing of the old size is left over."""
    test.qemu("""
launch PanelProbe still
ready
vm-host resize 0 0
sleep 1
vm-host resize 1024 768
sleep 3
screenshot squares
quit
""")
    picture = test.picture("squares")
    test.equal(picture[:2], (1024, 768), "size")
    test.equal(images.colours(picture), 3, "number of colours")
