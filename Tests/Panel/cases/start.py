"""What a start costs: from the exec to the first picture, and the memory then."""
import re

from harness.case import case

# Each program twice: the second finds its files in the page cache, as after a restart.
SCRIPT = """
for name in "PanelProbe still" Showcase; do
    for start in first second; do
        launch $name
        ready
        took=$(awk -v began="$(cut -d' ' -f22 /proc/$program/stat)" '/READY=1/ {print $1 - began / 100; exit}' "$VM_OUT/notify")
        sleep 1
        say cost "${name%% *} $start $took $(awk '/^VmRSS/ {print $2}' /proc/$program/status) $(awk '/^Pss:/ {print $2}' /proc/$program/smaps_rollup)"
        quit
    done
done
"""


def cost(test, machine, seconds):
    """seconds: the most a start may take on a busy host."""
    run = machine(SCRIPT)
    costs = re.findall(r"^cost (\S+) (\S+) (\S+) (\d+) (\d+)$", run.out, re.M)
    test.equal(len(costs), 4, "starts that were measured")
    with open(test.folder + "/report.txt", "w") as f:
        for name, start, took, resident, share in costs:
            f.write("%s, %s start: %.2f s to the first picture; then %.1f MB resident, %.1f MB its share\n" % (
                name, start, float(took), int(resident) / 1024, int(share) / 1024))
    for name, start, took, resident, share in costs:
        test.check(0 < float(took) < seconds, "%s, %s start: %s s" % (name, start, took))
        test.check(int(resident) < 90 << 10, "%s: %s kB resident after its first picture" % (name, resident))


@case("start-cost", "uml")
def uml(test):
    """From the exec to READY (the first flip), and the memory a second later, of the Showcase and a program with two squares."""
    cost(test, test.uml, 15)


@case("start-cost-virtio", "qemu", long=True)
def qemu(test):
    """The same in the other machine, whose processor is emulated; its seconds say little about a board."""
    cost(test, test.qemu, 60)
