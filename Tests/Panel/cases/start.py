"""What a start costs: from the exec to the first picture, and the memory then."""
import re

from harness.case import case

# late WHAT MASK SECONDS: the program is started with the parameter of vkms at MASK, which becomes 0 (or all) SECONDS later. How long
# after that it is ready, and what it has cost meanwhile: ticks of the processor, switches to it.
LATE = """
fault() { echo "${1#*=}" >/sys/module/vkms/parameters/${1%%=*} || fail "no $1"; }
ticks() { awk '{print $14 + $15}' /proc/$program/stat; }
switches() { cat /proc/$program/task/*/status | awk '/ctxt_switches/ {n += $2} END {print n}'; }
late() {
    fault $1
    sleep 0.5
    launch PanelProbe still
    is_told() { grep -q "Waiting for a display" "$VM_OUT/program.err"; }
    until_true 30 is_told || fail "nothing is said of waiting"
    sleep 1
    used=$(ticks) woken=$(switches)
    sleep $3
    used=$(($(ticks) - used)) woken=$(($(switches) - woken))
    [ ! -e "$VM_OUT/notify.ready" ] || fail "ready without a display"
    began=$(cut -d' ' -f1 /proc/uptime)
    fault $2
    ready
    say late "${1%%=*} $3 $(awk -v a="$began" '/READY=1/ {print $1 - a; exit}' "$VM_OUT/notify") $used $woken"
    screenshot late
    quit
    : >"$VM_OUT/program.err"
}
"""


def late(test, delays, seconds, **options):
    """The program started before its card, and before its panel, so many seconds each."""
    run = test.uml(LATE + "".join("late gone=1 gone=0 %g\nlate connected=0 connected=1 %g\n" % (d, d) for d in delays), **options)
    costs = re.findall(r"^late (\S+) (\S+) (\S+) (\d+) (\d+)$", run.out, re.M)
    test.equal(len(costs), 2 * len(delays), "starts that were measured")
    with open(test.folder + "/report.txt", "w") as f:
        for what, delay, took, ticks, woken in costs:
            f.write("%s for %s s: ready %.2f s after it came; meanwhile %s ticks of a processor, %s wake-ups\n" % (
                "no card" if what == "gone" else "no panel", delay, float(took), ticks, woken))
    for what, delay, took, ticks, woken in costs:
        test.check(-0.02 < float(took) < seconds, "%s for %s s: ready %s s after it came" % (what, delay, took))
        # Every 30 s the service manager is told, and the display looked for: about ten switches in this machine.
        test.check(int(ticks) <= 4 and int(woken) <= 5 + float(delay) * 0.4,
                   "%s for %s s: %s ticks, %s wake-ups while waiting" % (what, delay, ticks, woken))
    test.expect_image("squares-800x480", test.picture("late"))


@case("started-before-the-display", "uml")
def before_display(test):
    """E01: started 1 and 5 s before the card, or the panel, is there: ready soon after it, nothing done while waiting."""
    late(test, [1, 5], 6)


@case("started-long-before-the-display", "uml")
def long_before(test):
    """E01: the same with a minute, an hour and a day, in virtual time."""
    late(test, [60, 3600, 86400], 1, virtual=True)


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
