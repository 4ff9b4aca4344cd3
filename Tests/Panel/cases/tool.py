"""The tool `vitrine`, every command of it, as a person with ssh calls it."""
import json
import os

from harness import fingers, images
from harness.case import case
from harness.fingers import Finger
from harness.installed import INSTALLED

# told NAME WORD...: runs the tool, with what it prints in NAME.out and NAME.err; its exit status is in $told.
TOLD = """
told() {
    name=$1
    shift
    { printf '$ vitrine'; printf ' %s' "$@"; echo; } >>"$VM_OUT/transcript.txt"
    "$PROGRAMS/vitrine" "$@" >"$VM_OUT/$name.out" 2>"$VM_OUT/$name.err" && told=0 || told=$?
    cat "$VM_OUT/$name.out" "$VM_OUT/$name.err" >>"$VM_OUT/transcript.txt"
    [ "$told" = 0 ] || echo "(exit status $told)" >>"$VM_OUT/transcript.txt"
    echo >>"$VM_OUT/transcript.txt"
    say "$name" "$told"
}
"""


def parsed(test, run, name):
    text = run.file(name + ".out")
    try:
        return json.loads(text)
    except ValueError as e:
        test.check(False, "%s printed no JSON (%s): %r" % (name, e, text[-300:]))


@case("tool-looks-at-the-machine", "uml")
def machine(test):
    """doctor, outputs, inputs and board find the panel and the touch screen; a variable that cannot be meant is status 64."""
    run = test.uml(TOLD + """
vm-touch - <<S >/dev/null 2>&1 &
plug touch
wait-file /run/over 60000
S
until_true 20 sh -c 'ls /dev/input/event* >/dev/null 2>&1' || fail "no touch screen"
sleep 0.5
told doctor doctor
told doctor-json doctor --json
told outputs outputs
told outputs-json outputs --json
told inputs inputs
told inputs-json inputs --json
told board board
told board-json board --json
told list list
VITRINE_DITHER=maybe told refused inputs --json
cat >/run/my-panel.json <<'J'
// What is behind this wall.
{
    "name": "My panel",
    "match": {"connector": ["Virtual-1"]},
    "sources": ["the label on its back"],
    "verified": "hardware",
    "rotation": 90
}
J
sed 's/rotation/rotatoin/' /run/my-panel.json >/run/typo.json
told lint board --lint /run/my-panel.json
told lint-typo board --lint /run/my-panel.json /run/typo.json
: >/run/over
wait $!
""")
    test.equal((run.said("lint"), run.said("lint-typo")), ("0", "1"), "exit statuses of board --lint")
    test.matches(run.file("lint-typo.out"), r"(?m)^/run/typo.json:7: rotatoin: no such field", "2 files, 1 problem")
    for name in ("doctor", "doctor-json", "outputs", "outputs-json", "inputs", "inputs-json", "board", "board-json", "list"):
        test.equal(run.said(name), "0", "exit status of " + name)
    test.matches(run.file("doctor.out"), r"^ok card: .*Virtual-1", "ok touch: /dev/input/event", "A picture can be shown on")
    doctor = parsed(test, run, "doctor-json")
    test.check(doctor["picture"] and any(f["subject"] == "touch" and f["ok"] for f in doctor["findings"]), str(doctor))
    test.matches(run.file("outputs.out"), "taken", "800x480", "Programs show their picture on")
    test.equal(parsed(test, run, "outputs-json")["choice"]["mode"]["width"], 800, "the mode's width")
    devices = parsed(test, run, "inputs-json")["devices"]
    test.equal([(d["touch"], d["contacts"], d["calibrated_by_udev"]) for d in devices], [(True, 10, False)], "touch screens")
    test.matches(run.file("board.out"), "no board file matches")
    test.equal(parsed(test, run, "board-json")["board"], None, "the board file")
    test.equal(run.said("refused"), "64", "exit status with VITRINE_DITHER=maybe")
    test.matches(parsed(test, run, "refused")["problem"], "VITRINE_DITHER=maybe cannot be used")


@case("tool-asks-a-program", "uml")
def program(test):
    """list, ping, stats, inspect and screenshot of a program that shows two squares; failures have status 1 and JSON."""
    run = test.uml(TOLD + """
launch PanelProbe still
ready
told list list
told list-json list --json
told ping ping
told stats stats
told stats-json stats --json PanelProbe
told inspect inspect
told inspect-json inspect --json --depth 1 $program
told screenshot screenshot "$VM_OUT/shot.png"
told nobody stats --json Nobody
told screen stats --screen Virtual-1
told no-screen stats --screen DP-9
told completion completion bash
# As readline asks: the words, and which one is being typed.
offered() {
    PATH=$PROGRAMS:$PATH bash -c '. "$VM_OUT/completion.out"; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _vitrine; echo "${COMPREPLY[*]}"' \
        bash "$@"
}
say commands "$(offered vitrine re)"
say programs "$(offered vitrine screenshot x.png P)"
say screens "$(offered vitrine stats --screen '')"
quit
told gone ping --json
launch VITRINE_OUTPUT=headless VITRINE_PANEL=800x480,640x480@2 PanelProbe screens
ready
told both stats
told second stats --screen 2
quit
""")
    test.equal([run.said(n) for n in ("screen", "no-screen", "both", "second")], ["0", "1", "0", "0"], "exit statuses of stats")
    test.matches(run.file("no-screen.err"), r'there is no screen "DP-9"; there is 1 \(Virtual-1\)')
    test.matches(run.file("both.out"), r"(?m)^  display .*: 800x480 at 60 Hz", r"(?m)^screen 2\n  display .*: 640x480 at 60 Hz")
    test.matches(run.file("second.out"), r"(?m)^  display .*: 640x480 at 60 Hz")
    test.check("800x480" not in run.file("second.out"), run.file("second.out"))
    test.equal([run.said(n) for n in ("commands", "programs", "screens")], ["record", "PanelProbe", "Virtual-1"], "completions")
    for name in ("list", "list-json", "ping", "stats", "stats-json", "inspect", "inspect-json", "screenshot"):
        test.equal(run.said(name), "0", "exit status of " + name)
    test.equal([p["program"] for p in parsed(test, run, "list-json")["programs"]], ["PanelProbe"], "running programs")
    test.matches(run.file("stats.out"), r"Virtual-1 of /dev/dri/card0 \(vkms\): 800x480 at 60 Hz", "shown, 0 missed")
    test.equal(parsed(test, run, "stats-json")["display"]["width"], 800, "width in stats")
    test.matches(run.file("inspect.out"), r"UIWindow \(0, 0\) 800 x 480", r"UIView \(10, 150\) 100 x 100 .*#0000ff")
    test.expect_image("squares-800x480", test.picture("shot"))
    test.equal((run.said("nobody"), run.said("gone")), ("1", "1"), "exit statuses without a program")
    test.matches(parsed(test, run, "nobody")["problem"], "no program \"Nobody\"")
    test.matches(parsed(test, run, "gone")["problem"], "no program runs")


@case("tool-records", "uml")
def records(test):
    """record writes the frames with their times; stopped by a signal it is whole; a program that dies is status 1, not 0."""
    run = test.uml(TOLD + """
launch PanelProbe motion
ready
told whole record --json --frames 10 "$VM_OUT/whole"
"$PROGRAMS/vitrine" record --seconds 60 "$VM_OUT/stopped" >"$VM_OUT/stopped.out" 2>&1 &
recorder=$!
until_true 20 [ -e "$VM_OUT/stopped/frame-000003.png" ] || fail "no frames"
# A shell that is not interactive has what it starts beside itself ignore SIGINT.
kill -TERM $recorder
wait $recorder && say stopped 0 || say stopped $?
"$PROGRAMS/vitrine" stats --follow --interval 0.4 >"$VM_OUT/follow.out" 2>"$VM_OUT/follow.err" &
follower=$!
three_lines() { [ "$(wc -l <"$VM_OUT/follow.out")" -ge 4 ]; }
until_true 20 three_lines || fail "no lines of statistics: $(cat "$VM_OUT/follow.out" "$VM_OUT/follow.err")"
"$PROGRAMS/vitrine" record --json --seconds 60 "$VM_OUT/died" >"$VM_OUT/died.out" 2>"$VM_OUT/died.err" &
recorder=$!
until_true 20 [ -e "$VM_OUT/died/frame-000002.png" ] || fail "no frames"
kill -KILL $program
wait $recorder && say died 0 || say died $?
wait $follower && say follower 0 || say follower $?
""")
    rows = run.file("follow.out").splitlines()
    test.matches(rows[0], "^  fps  missed  interval p50 p99  render p50 p99")
    test.check(all(len(row.split()) == 9 for row in rows[1:]) and float(rows[2].split()[0]) > 1, "\n".join(rows))
    test.equal(run.said("follower"), "0", "exit status of stats --follow when the program ends")
    test.matches(run.file("follow.err"), "ended|nobody listens")
    test.equal((run.said("whole"), run.said("stopped"), run.said("died")), ("0", "0", "1"), "exit statuses")
    whole = parsed(test, run, "whole")
    test.equal((len(whole["frames"]), whole["stopped"]), (10, False), "frames of the whole recording")
    pictures = test.frames(os.path.join(test.folder, "whole"))
    test.check(len({p[2] for p in pictures}) == 10, "frames of a motion are alike")
    test.matches(run.file("stopped.out"), "stopped before its time")
    for name in ("stopped", "died"):
        told = json.loads(run.file(name + "/frames.json"))
        written = [n for n in os.listdir(os.path.join(test.folder, name)) if n.endswith(".png")]
        test.equal(sorted(f["file"] for f in told["frames"]), sorted(written), "frames in %s/frames.json" % name)
        times = [f["time"] for f in told["frames"]]
        test.check(times == sorted(times) and times[0] == 0, "times %s" % times)
    test.matches(parsed(test, run, "died")["problem"], "ended")


# What a stranger gets who connects to the socket $1 and asks for a picture.
STRANGER = """
cat >/run/stranger.py <<'P'
import socket, sys
s = socket.socket(socket.AF_UNIX)
try:
    s.connect(sys.argv[1])
    s.sendall(b'{"protocol": 1, "command": "screenshot"}\\n')
except OSError as e:
    print(type(e).__name__, end=" ")
try:
    print(s.makefile("rb").read(1 << 20).decode(errors="replace").strip())
except OSError as e:
    print(type(e).__name__)
P
groups=$(getent group video | cut -d: -f3),$(getent group input | cut -d: -f3)
as() { user=$1; shift; setpriv --reuid $user --regid $user --clear-groups "$@"; }
"""


@case("tool-and-another-user", "uml")
def another_user(test):
    """G05: whatever the umask, a user who is neither the program's nor root finds no program and gets no connection, and no answer
    by a socket that somebody opened to all; root and the program's own user do."""
    run = test.uml(STRANGER + TOLD + """
tool=$PROGRAMS/vitrine
for mask in 000 022; do
    umask $mask
    RUN_AS="setpriv --reuid 4711 --regid 4711 --groups $groups"
    launch PanelProbe still
    ready
    umask 022
    socket=/tmp/vitrine-4711/PanelProbe.$program
    [ -S $socket ] || fail "no socket $socket: $(ls -la /tmp/vitrine-4711)"
    say modes-$mask "$(stat -c %a /tmp/vitrine-4711 $socket | tr '\\n' ' ')"
    for user in 65534 4711 0; do
        say list-$mask-$user "$(as $user "$tool" list --json | tr '\\n' ' ')"
        as $user "$tool" ping PanelProbe >/dev/null 2>&1 && say ping-$mask-$user 0 || say ping-$mask-$user $?
    done
    say connect-$mask "$(as 65534 python3 /run/stranger.py $socket)"
    # As a careless administrator might.
    chmod 755 /tmp/vitrine-4711
    chmod 666 $socket
    as 65534 "$tool" ping PanelProbe >/dev/null 2>&1 && say open-ping-$mask 0 || say open-ping-$mask $?
    say open-connect-$mask "$(as 65534 python3 /run/stranger.py $socket | head -c 300)"
    say owner-connect-$mask "$(as 4711 python3 /run/stranger.py $socket | head -n 1)"
    quit
    rmdir /tmp/vitrine-4711
done
""")
    for mask in ("000", "022"):
        def said(word):
            return run.said("%s-%s" % (word, mask))
        test.equal(said("modes"), "700 600", "modes of the folder and of the socket, umask " + mask)
        for user, programs, status in ("65534", [], "1"), ("4711", ["PanelProbe"], "0"), ("0", ["PanelProbe"], "0"):
            found = json.loads(run.said("list-%s-%s" % (mask, user)))
            test.equal([p["program"] for p in found["programs"]], programs, "what user %s finds" % user)
            test.equal(run.said("ping-%s-%s" % (mask, user)), status, "ping of user %s" % user)
        test.matches(said("connect"), "^PermissionError")
        test.equal(said("open-ping"), "1", "ping by an open socket")
        # The refusal may be lost where the connection is closed before the question was written.
        test.matches(said("open-connect"), "only the program's user and root may ask|ConnectionReset|BrokenPipe")
        test.check("picture" not in said("open-connect"), "a stranger gets a picture: %s" % said("open-connect"))
        test.matches(said("owner-connect"), '"picture"')


@case("tool-test-pattern", "uml")
def pattern(test):
    """test-pattern: exact colours on the panel, a touch and a key show the next, Escape ends with status 0; --list, a wrong name."""
    run = test.uml(TOLD + """
told list test-pattern --list
told purple test-pattern --pattern purple
launch vitrine test-pattern --pattern colours,geometry,blue,tearing --plain
ready
screenshot colours
vm-touch - <<S >/dev/null 2>&1 &
plug touch
plug keyboard
wait-open touch
wait-open keyboard
down 0 400 200
sync
sleep 60
up 0
sync
wait-file /run/second
key space tap
wait-file /run/third
key right tap
wait-file /run/fourth
key esc tap
sleep 500
S
sleep 3
screenshot geometry
: >/run/second
sleep 1
screenshot blue
: >/run/third
sleep 1
screenshot tearing
: >/run/fourth
ended 20
say status $status
wait
launch vitrine test-pattern --pattern grey --plain --seconds 1
ready
screenshot grey
ended 20
say seconds $status
""")
    test.equal((run.said("status"), run.said("seconds")), ("0", "0"), "exit statuses")
    test.equal((run.said("list"), run.said("purple")), ("0", "64"), "exit statuses of --list and of a name that is none")
    test.matches(run.file("list.out"), "^tearing ", "(?m)^black ")

    def pixel(name, x, y):
        width, _, rgb = test.picture(name)
        return tuple(rgb[(y * width + x) * 3:(y * width + x) * 3 + 3])
    bars = [(255, 255, 255), (255, 255, 0), (0, 255, 255), (0, 255, 0), (255, 0, 255), (255, 0, 0), (0, 0, 255), (0, 0, 0)]
    test.equal([pixel("colours", 50 + 100 * i, 60) for i in range(8)], bars, "the bars")
    test.equal(pixel("colours", 350, 320), (0, 191, 0), "green at three quarters")
    test.equal([pixel("geometry", x, y) for x, y in ((0, 60), (799, 300), (120, 0), (600, 479))], [(255, 255, 255)] * 4,
               "the outermost pixels")
    test.equal(images.colours(test.picture("blue")), 1, "colours of the blue panel")
    test.equal(pixel("blue", 799, 479), (0, 0, 255), "blue")
    test.equal(images.colours(test.picture("tearing")), 2, "colours of the moving bars")
    width, _, rgb = test.picture("grey")
    ramp = [rgb[(200 * width + x) * 3] for x in range(width)]
    test.check(ramp == sorted(ramp) and len(set(ramp)) == 256, "the grey ramp has %d levels" % len(set(ramp)))


@case("tool-touch-test", "uml")
def touch_test(test):
    """touch-test: ten fingers with their slots, rate and fields; held in the corner it ends and says what it saw, as JSON and as text."""
    hand = "".join("down %d %d 440\n" % (s, 40 + 75 * s) for s in range(10)) + "sync\n"
    glide = "glide 600 " + " ".join("%d %d %d" % (s, 60 + 72 * s, 110 + 30 * (s * 7 % 10)) for s in range(10))
    run = test.uml("""
launch vitrine touch-test --json
ready
vm-touch "$TOUCHES" >"$VM_OUT/touch.log" 2>&1 &
await_line 30 gliding "$VM_OUT/touch.log"
screenshot hands
: >/run/shown
ended 30
say status $status
wait
mv "$VM_OUT/program.out" "$VM_OUT/touch.json"
launch vitrine touch-test
ready
vm-touch - <<S >"$VM_OUT/text.log" 2>&1 &
plug touch
wait-open touch
sleep 300
down 0 100 100
down 1 100 300
sync
glide 500 0 700 100 1 700 300
up 0
up 1
sync
sleep 200
down 0 20 20
sync
sleep 3000
up 0
sync
S
ended 30
say text $status
wait
""", touches="plug touch\nwait-open touch\nsleep 300\n" + hand + glide + "\nsay gliding\nwait-file /run/shown\n" +
        "".join("up %d\n" % s for s in range(10)) + "sync\nsleep 200\ndown 0 20 20\nsync\nsleep 3000\nup 0\nsync\n")
    test.equal((run.said("status"), run.said("text")), ("0", "0"), "exit statuses")
    text = run.file("program.out")
    test.matches(text, "(?m)^vm touch, 10 contacts, 100 x 60 mm$", r"(?m)^3 contacts, at most 2 at once, \d+ cancelled, up to \d+ reports a second$",
                 r"(?m)^\d+ of 144 fields touched$")
    rows = [line.strip() for line in text.splitlines() if line.startswith("  ")]
    test.equal([len(row) for row in rows], [16] * 9, "the fields' picture: %s" % text)
    # Two fingers went across the panel, and one stood in the corner.
    test.check(rows[0][0] == "#" and rows[4] == "." * 16 and all(rows[y].count("#") >= 8 for y in (1, 5)), text)
    found = json.loads(run.file("touch.json"))
    test.equal((found["contacts"], found["at_once"], found["cancelled"]), (11, 10, found["cancelled"]), "contacts")
    test.check(60 <= found["reports_per_second"] <= 200, "%s reports a second" % found["reports_per_second"])
    test.check(len(found["devices"]) == 1 and "10 contacts" in found["devices"][0], str(found["devices"]))
    test.equal(sum(row.count("#") for row in found["rows"]), found["touched"], "fields in the rows")
    test.check(20 <= found["touched"] < found["fields"], "%d fields touched" % found["touched"])
    test.check(images.colours(test.picture("hands")) > 20, "the picture of ten fingers has hardly any colours")


# ---- calibration: a device that sits on its panel turned by a quarter, stretched and shifted ---------------------------

WIDTH, HEIGHT = 800, 480
CROSSES = [(0.12, 0.14), (0.88, 0.14), (0.88, 0.86), (0.12, 0.86), (0.34, 0.6)]
TRIALS = [(0.72, 0.3), (0.3, 0.26), (0.62, 0.74)]


def skewed(x, y):
    """What the device says, in its pixels, of a finger at a point of the panel."""
    # The matrix that repairs it: x' = -1.04 b + 1.02, y' = 0.98 a + 0.01
    return round((y / HEIGHT - 0.01) / 0.98 * WIDTH), round((1.02 - x / WIDTH) / 1.04 * HEIGHT)


def taps(places):
    lines = ["plug touch", "wait-open touch", "sleep 300"]
    for x, y in places:
        lines += ["down 0 %d %d" % skewed(round(x * WIDTH), round(y * HEIGHT)), "sync", "sleep 120", "up 0", "sync", "sleep 120"]
    return "\n".join(lines) + "\nsleep 500\n"


FINGERS = [Finger(0, (100, 100), (300, 150)), Finger(1, (500, 400), (650, 200))]
# After the calibration a program is started, and two fingers go where these do.
PROOF = """
launch VITRINE_TOUCH_RESAMPLING=off PanelProbe touches
ready
vm-touch - <<S >"$VM_OUT/proof.log" 2>&1 || fail "$(cat "$VM_OUT/proof.log")"
%s
S
quit
""" % fingers.script([Finger(f.slot, skewed(*f.start), skewed(*f.end)) for f in FINGERS])


def calibrated(test, words, more=""):
    run = test.uml(TOLD + """
launch vitrine calibrate %s
ready
screenshot cross
vm-touch "$TOUCHES" >"$VM_OUT/touch.log" 2>&1 || fail "touch script: $(cat "$VM_OUT/touch.log")"
ended 30
cat "$VM_OUT/program.out" "$VM_OUT/program.err" >&2
[ "$status" = 0 ] || fail "calibrate ended with $status"
mv "$VM_OUT/program.out" "$VM_OUT/calibrate.out"
cat /etc/vitrine/boards/*.json >"$VM_OUT/board.json"
cat /etc/udev/rules.d/99-vitrine-*.rules >"$VM_OUT/rules" 2>/dev/null
%s
""" % (words, PROOF + more), touches=taps(CROSSES + TRIALS))
    said = json.loads(run.file("calibrate.out"))
    test.check(said["written"] and said["problem"] is None, str(said))
    for found, expected in zip(said["matrix"], (0, -1.04, 1.02, 0.98, 0, 0.01)):
        test.check(abs(found - expected) < 0.006, "matrix %s" % said["matrix"])
    test.equal(said["orientation"], "turned clockwise by 90\u00b0", "orientation")
    story = fingers.seen(run.file("program.out"))
    for number, finger in enumerate(FINGERS, 1):
        own = [e for e in story if e[1] == number]
        test.equal((own[0][0], own[-1][0]), ("began", "ended"), "first and last of touch %d" % number)
        # What the device tells is whole pixels, of which one is up to 1.7 of the panel's.
        fingers.near(test, own[0][2:4], finger.start, "touch %d began" % number, 2.5)
        fingers.near(test, own[-1][2:4], finger.end, "touch %d ended" % number, 2.5)
    return run


@case("tool-calibrates-by-board-file", "uml")
def calibrate_board(test):
    """calibrate --by board: a turned, stretched device; the board file it writes brings the fingers of a program to their places."""
    run = calibrated(test, "--by board --json", "told board board\n")
    test.matches(run.file("board.json"), '"transformed_by": "app"', '"matrix": ')
    test.equal(run.file("rules"), "", "udev's rules")
    test.matches(run.file("board.out"), "virtual-1: matched Virtual-1")


@case("tool-calibrates-by-udev", "uml")
def calibrate_udev(test):
    """calibrate: the rule it writes has libinput bring the fingers to their places, once; again, the two matrices are one."""
    run = calibrated(test, "--json", """
mv "$VM_OUT/program.out" "$VM_OUT/kept"
launch vitrine calibrate --json
ready
vm-touch "$TOUCHES" >"$VM_OUT/touch.log" 2>&1 || fail "touch script: $(cat "$VM_OUT/touch.log")"
ended 30
mv "$VM_OUT/program.out" "$VM_OUT/again.out"
mv "$VM_OUT/kept" "$VM_OUT/program.out"
[ "$status" = 0 ] || fail "the second time calibrate ended with $status"
vm-touch - <<S >/dev/null 2>&1 &
plug touch
wait-file /run/over 60000
S
sleep 1.5
told inputs inputs --json
: >/run/over
wait
""")
    test.matches(run.file("rules"), "LIBINPUT_CALIBRATION_MATRIX", "ATTRS{name}==")
    test.matches(run.file("board.json"), '"transformed_by": "udev"')
    test.equal([d["calibrated_by_udev"] for d in parsed(test, run, "inputs")["devices"]], [True], "calibrated by udev")
    first, second = json.loads(run.file("calibrate.out"))["matrix"], parsed(test, run, "again")["matrix"]
    test.check(all(abs(a - b) < 0.006 for a, b in zip(first, second)), "%s, then %s" % (first, second))


@case("tool-calibrate-refuses", "uml")
def calibrate_refuses(test):
    """calibrate: crosses in the wrong order, a missed one, then none at all: each is said with what to do, and status 1."""
    order = [CROSSES[i] for i in (0, 2, 1, 3, 4)]
    missed = CROSSES[:2] + [(0.7, 0.5)] + CROSSES[3:]
    same = [(0.5, 0.5)] * 5
    run = test.uml("""
launch vitrine calibrate --by board
ready
vm-touch "$TOUCHES" >"$VM_OUT/touch.log" 2>&1 &
ended 60
say status $status
ls /etc/vitrine/boards >"$VM_OUT/files" 2>/dev/null
launch vitrine calibrate --seconds 1 --dry-run
ended 30
say early $status
""", touches=taps(order) + "sleep 4500\n" + taps(missed)[len("plug touch\n"):] + "sleep 4500\n" + taps(same)[len("plug touch\n"):] +
        "sleep 6000\n", virtual=True)
    test.equal((run.said("status"), run.said("early")), ("1", "1"), "exit statuses")
    test.matches(run.file("program.err"), "Crosses 2 and 3 were exchanged", "Cross 3 was missed", "same place")
    test.matches(run.file("program.out"), "not calibrated: The device says the same place", "not calibrated: not finished")
    test.equal(run.file("files"), "", "files that were written")


@case("tool-installs-a-service", "qemu")
def service(test):
    """install-service: refused while the units are missing; then a program with arguments and settings is on the panel; --remove."""
    run = test.qemu(TOLD + """
told missing install-service --json PanelProbe
""" + INSTALLED + """
told dry install-service --dry-run --set VITRINE_CONTROL=on PanelProbe -- still
[ ! -e /etc/vitrine/PanelProbe.env ] || fail "a dry run wrote a file"
told install install-service --json --set VITRINE_CONTROL=on --start PanelProbe -- still
is_active() { [ "$(state ActiveState)" = active ]; }
until_true 60 is_active || fail "the unit is $(state ActiveState)"
screenshot squares
say enabled "$(systemctl is-enabled $unit)"
say command "$(tr '\\0' ' ' </proc/$(state MainPID)/cmdline)"
told again install-service --set VITRINE_CONTROL=on PanelProbe -- still
cp "$PROGRAMS/PanelProbe" /usr/local/bin/Other
told other install-service Other
told doctor doctor
told remove install-service --remove PanelProbe
say left "$(state ActiveState) $(ls /etc/vitrine/PanelProbe.env /etc/systemd/system/vitrine@PanelProbe.service.d /etc/systemd/system/multi-user.target.wants/vitrine@* 2>/dev/null)"
""", systemd=True, timeout=300)
    test.equal([run.said(n) for n in ("missing", "dry", "install", "again", "other", "remove")], ["1", "0", "0", "0", "1", "0"],
               "exit statuses")
    test.matches(run.file("missing.out"), "vitrine@.service is not installed")
    test.matches(run.file("dry.out"), "would: write /etc/vitrine/PanelProbe.env", "Nothing was changed: --dry-run")
    test.check(parsed(test, run, "install")["done"], run.file("install.out"))
    test.expect_image("squares-800x480", test.picture("squares"))
    test.equal(run.said("enabled"), "enabled", "systemctl is-enabled")
    test.matches(run.said("command"), "PanelProbe still")
    test.matches(run.file("again.out"), "All of it was there already")
    test.matches(run.file("other.out"), "PanelProbe is started at boot on the same panel")
    test.matches(run.file("doctor.out"), "systemd starts PanelProbe at boot")
    test.equal(run.said("left"), "inactive", "what is left after --remove")
