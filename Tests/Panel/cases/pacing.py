"""Frames at the panel's own pace. In virtual time the host's load cannot disturb: what is missed is ours."""
import json
import re

from harness import images
from harness.case import case


def watched(test, run):
    """(vblanks, new framebuffers, longest wait) from `vm-kms watch`."""
    text = run.said("watched")
    test.check(text, "nothing was watched")
    words = text.replace(";", "").replace(":", "").split()
    return int(words[0]), int(words[2]), int(words[7])


# In the first seconds composition starts earlier, because the first frames cost more than all later ones; an onlooker at the
# vertical blank then sees two framebuffers of 600 twice. Why is not known yet. Watched is what lasts.
SETTLED = "sleep 6\n"


@case("ten-seconds-at-60-hz", "uml")
def sixty(test):
    """600 vertical blanks during an animation: 600 new frames, none missed."""
    run = test.uml('launch PanelProbe motion\nready\n' + SETTLED +
                   'say watched "$(vm-kms watch 600)"\nquit\n', virtual=True)
    test.equal(watched(test, run), (600, 600, 0), "vblanks, new frames, longest wait")


@case("ten-seconds-at-60-hz-legacy", "uml")
def sixty_legacy(test):
    """The same with legacy page flips."""
    run = test.uml('launch VITRINE_KMS=legacy PanelProbe motion\nready\n' + SETTLED +
                   'say watched "$(vm-kms watch 600)"\nquit\n', virtual=True)
    test.equal(watched(test, run), (600, 600, 0), "vblanks, new frames, longest wait")


@case("main-thread-blocked", "uml")
def blocked(test):
    """The main thread stands still for a second: the animation that runs goes on, frame by frame."""
    run = test.uml("""
launch PanelProbe blocked
ready
await_line 10 blocked "$VM_OUT/program.out"
say watched "$(vm-kms watch 50)"
grep -q free "$VM_OUT/program.out" && fail "the main thread was free before the watching ended"
quit
""", virtual=True)
    test.equal(watched(test, run), (50, 50, 0), "vblanks, new frames, longest wait while blocked")


@case("watchdog-and-threads-that-stand-still", "uml")
def stand_still(test):
    """The watchdog is fed twice in its interval while a picture moves, by nobody while the main thread stands still (the
    picture goes on) or the thread that draws does (the main thread lives), and again when both go on."""
    run = test.uml("""
WATCHDOG=1000
launch PanelProbe motion
ready
fed() { grep -c WATCHDOG=1 "$VM_OUT/notify"; }
# meals NAME: how much food came in two seconds
meals() { before=$(fed); sleep 2; say "$1" $(($(fed) - before)); }
sleep 1
drawing=$(grep -l render /proc/$program/task/*/comm | head -n 1 | cut -d/ -f5)
[ -n "$drawing" ] || fail "no thread draws: $(cat /proc/$program/task/*/comm | tr '\\n' ' ')"
held() {
    vm-hold $2 4000 >/run/held-$1 &
    holder=$!
    await_line 10 held /run/held-$1
    say $1-shown "$(vm-kms watch 30)"
    meals $1
    wait $holder
    sleep 1
}
meals moving
held main $program
held drawing $drawing
meals again
quit
""", virtual=True)
    for name in ("moving", "again"):
        test.check(3 <= int(run.said(name)) <= 5, "%s: fed %s times in two seconds" % (name, run.said(name)))
    for name in ("main", "drawing"):
        test.equal(run.said(name), "0", "meals in two seconds while the %s thread stands still" % name)
    test.matches(run.said("main-shown"), "30 vblanks: 30 new framebuffers")
    test.matches(run.said("drawing-shown"), "30 vblanks: [01] new framebuffers")


@case("motion-on-a-busy-processor", "uml")
def busy(test):
    """C04: two programs that never rest share the processor with eight seconds of an animation: it goes on, no flip is refused or
    lost, and nobody polls."""
    run = test.uml("""
launch PanelProbe motion
ready
for n in 1 2; do while :; do :; done & loops="${loops:-} $!"; done
sleep 1
"$PROGRAMS/vitrine" stats --json >"$VM_OUT/before"
sleep 8
"$PROGRAMS/vitrine" stats --json >"$VM_OUT/after"
kill $loops
say watched "$(vm-kms watch 120)"
quit
""")
    before, after = (json.loads(run.file(n)) for n in ("before", "after"))
    seconds = after["uptime_s"] - before["uptime_s"]
    now = after["frames"]
    passed = {name: now[name] - before["frames"][name] for name in ("shown", "wake_ups")}
    test.equal((now["refused"], now["lost"]), (0, 0), "flips refused, and lost")
    test.check(passed["shown"] >= 10 * seconds, "%d frames in %.1f s" % (passed["shown"], seconds))
    test.check(passed["wake_ups"] <= 8 * passed["shown"], "%(wake_ups)d wake-ups for %(shown)d frames" % passed)
    vblanks, pictures, _ = watched(test, run)
    test.check(pictures >= vblanks / 4, "afterwards %d new pictures in %d vertical blanks" % (pictures, vblanks))


@case("slow-panel", "uml")
def slow(test):
    """A panel that takes five pictures a second: while a finger drags for five seconds no more than 26 come, and the last one is
    where the finger was at the end."""
    run = test.uml("""
launch VITRINE_MAXIMUM_RATE=5 VITRINE_TOUCH_RESAMPLING=off PanelProbe drag
ready
vm-touch "$TOUCHES" >"$VM_OUT/touch.log" 2>&1 &
await_line 20 dragging "$VM_OUT/touch.log"
say watched "$(vm-kms watch 300)"
wait $!
sleep 3
screenshot after
quit
""", virtual=True, touches="plug touch\nwait-open touch\nsleep 100\ndown 0 200 300\nsync\nsleep 50\nsay dragging\n"
        "glide 5500 0 600 200\nup 0\nsync\nsleep 300\nunplug touch\n")
    vblanks, pictures, _ = watched(test, run)
    test.check(vblanks == 300 and 24 <= pictures <= 26, "%d pictures in %d vertical blanks" % (pictures, vblanks))
    after = images.with_square(test.expected("squares-800x480"), 540, 140, 120, (128, 255, 128))
    test.same_image(test.picture("after"), after, "the last picture", tolerance=1)


@case("nothing-moves", "uml")
def still(test):
    """Nothing moves: not one frame in two seconds, and no processor time."""
    run = test.uml("""
launch PanelProbe still
ready
sleep 0.5
ticks() { awk '{print $14 + $15}' /proc/$program/stat; }
before=$(ticks)
switches() { cat /proc/$program/task/*/status | awk '/ctxt_switches/ {n += $2} END {print n}'; }
woken=$(switches)
say watched "$(vm-kms watch 120)"
say woken $(($(switches) - woken))
say ticks $(($(ticks) - before))
quit
""")
    test.equal(watched(test, run)[:2], (120, 0), "vblanks, new frames")
    test.check(int(run.said("woken")) <= 4, "woken %s times in 2 s with nothing to do" % run.said("woken"))
    test.equal(run.said("ticks"), "0", "ticks of processor time")


KINDS = """block damped-spring bounced-spring view-keyframes begin-commit flip-left flip-right flip-top flip-bottom curl-up
curl-down dissolve from-to animator reversed-animator scrubbed-animator repeated basic spring keyframes path-with-rotation
group additive implicit value-function fade moveIn push reveal contents shape gradient replicator text shadow own-clock
emitter""".split()


@case("mixture-of-animations", "uml")
def mixture(test):
    """Ten seconds of all kinds of animations while the main thread stands still again and again: no flip is missed, and
    at every flip the bar is where its animation has it at that flip's time."""
    run = test.uml('launch PanelProbe mixture\nready\n' + SETTLED +
                   'vm-kms follow 600 5 ff0000 >"$VM_OUT/follow.txt"\nquit\n', virtual=True)
    out = run.file("program.out")
    followed = run.file("follow.txt")
    test.equal(re.search(r"^600 vblanks: .*$", followed, re.M).group(0),
               "600 vblanks: 600 new framebuffers; longest wait 0; vblanks not seen 0", "what was watched")
    started = set(re.findall(r"^started (\S+)$", out, re.M))
    test.equal(sorted(set(KINDS) - started), [], "kinds that did not run")
    pauses = [float(p) for p in re.findall(r"^blocked (\S+)$", out, re.M)]
    test.check(len(pauses) >= 5 and max(pauses) > 0.5, "the main thread stood still for %s" % pauses)
    begin, start, end, seconds = (
        float(n) for n in re.search(r"bar begins (\S+) from (\S+) to (\S+) in (\S+)", out).groups())
    frames = [(float(t), int(x)) for t, x in re.findall(r"^shown (\S+) edge (-?\d+)$", followed, re.M)]
    test.equal(len(frames), 600, "frames looked at")
    wrong = []
    for shown, edge in frames:
        share = (shown - begin) / seconds % 1
        # Where one round ends and the next begins, both are right; half a pixel either way is the rounding's.
        if 1e-4 < share < 1 - 1e-4 and abs(edge - (start + (end - start) * share)) > 0.55:
            wrong.append("%.4f: %d, not %.2f" % (shown, edge, start + (end - start) * share))
    test.check(not wrong, "%d frames are not for the flip that shows them: %s" % (len(wrong), "; ".join(wrong[:4])))
