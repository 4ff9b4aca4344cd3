"""`scripts/run`: which output it chooses."""
import os

from harness.case import case

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.dirname(os.path.realpath(__file__)))))

# A tree with the real script; what builds in it only says that it did, and the built program says how it was started.
TREE = """
tree=/run/tree
mkdir -p $tree/scripts $tree/bin $tree/built
cp "%s/scripts/run" $tree/scripts/run
printf '#!/bin/sh\\necho "packages $*"\\n' >$tree/scripts/packages
cat >$tree/bin/swift <<'P'
#!/bin/sh
case "$*" in *--show-bin-path*) echo /run/tree/built ;; *) echo "swift $*" ;; esac
P
cat >$tree/built/Showcase <<'P'
#!/bin/sh
echo "started ${VITRINE_OUTPUT:-none} ${VITRINE_CARD:-none} ${VITRINE_FRAMES:-none} ${VITRINE_FRAMES_INTERVAL:-none} $*"
P
chmod +x $tree/scripts/* $tree/bin/* $tree/built/*
# chosen NAME [NAME=VALUE...] [-- ARGUMENT...]: what scripts/run says, and how it starts the program
chosen() {
    name=$1
    shift
    assignments=
    while [ $# -gt 0 ] && [ "$1" != -- ]; do assignments="$assignments $1"; shift; done
    env -u DISPLAY -u WAYLAND_DISPLAY PATH=$tree/bin:$PATH $assignments $tree/scripts/run "$@" >"$VM_OUT/$name.out" 2>&1 ||
        fail "$name: $(cat "$VM_OUT/$name.out")"
}
""" % ROOT


@case("run-chooses-the-output", "uml")
def chooses(test):
    """scripts/run: a free panel is used, a desktop gets a window, the environment's word counts, a panel in use is left alone."""
    run = test.uml(TREE + """
chosen panel -- --page 3
chosen card VITRINE_CARD=/dev/dri/card7
chosen desktop DISPLAY=:0
chosen wayland WAYLAND_DISPLAY=wayland-0
chosen asked VITRINE_OUTPUT=headless DISPLAY=:0
launch PanelProbe still
ready
chosen taken
chosen folder VITRINE_FRAMES=/run/frames VITRINE_FRAMES_INTERVAL=5
quit
# A real program, on what was chosen for it.
ln -sf "$PROGRAMS/PanelProbe" $tree/built/Showcase
chosen real VITRINE_UNTIL=1
"$tree/scripts/run" --what >"$VM_OUT/wrong.out" 2>&1 && fail "--what was accepted" || say wrong $?
""")

    def started(name):
        lines = [l for l in run.file(name + ".out").splitlines() if l.startswith("started ")]
        test.equal(len(lines), 1, "starts of %s: %s" % (name, run.file(name + ".out")))
        return lines[0].split()[1:]
    test.equal(started("panel"), ["kms", "/dev/dri/card0", "none", "none", "--page", "3"], "with a free panel")
    test.matches(run.file("panel.out"), "packages build", "swift build -c release --product Showcase",
                 "run: the panel on /dev/dri/card0")
    test.equal(started("card")[:2], ["kms", "/dev/dri/card7"], "a card that the environment names")
    for name in ("desktop", "wayland"):
        test.equal(started(name)[:2], ["window", "none"], name)
    test.equal(started("asked"), ["headless", "none", "none", "none"], "an output that the environment names")
    test.equal(started("taken"), ["headless", "none", "/run/tree/.build/frames", "1"], "with a panel in use")
    test.matches(run.file("taken.out"), "no free panel here", "a picture every second goes to /run/tree/.build/frames")
    test.equal(started("folder"), ["headless", "none", "/run/frames", "5"], "a folder that the environment names")
    test.equal(run.said("wrong"), "2", "exit status with a word that is none")
