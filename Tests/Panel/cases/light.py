"""The panel's light, as the unit's user without rights drives it through the kernel."""
from harness.case import case
from harness.installed import INSTALLED

OPTIONS = dict(systemd=True, timeout=400, options=["--light"])
LIGHT = """
module=/sys/module/vm_light/parameters
light=/sys/class/backlight/vm-light
# levels N: the light is taken away, and one with N levels comes
levels() {
    echo $1 >$module/levels
    await_state 20 "video 664 video 664" rights
}
rights() { echo $(stat -c "%G %a" $light/brightness $light/bl_power); }
shown() { cat $module/shown; }
log() { journalctl -b -u $unit -o cat; }
mkfifo /run/touches
vm-touch /run/touches >"$VM_OUT/touch.log" 2>&1 &
exec 9>/run/touches
echo "plug touch" >&9
# touch X: a finger for a moment
number=0
touch_at() {
    number=$((number + 1))
    printf 'down 0 %s 200\\nsync\\nsleep 60\\nup 0\\nsync\\nsleep 100\\nsay out-%s\\n' $1 $number >&9
    await_line 60 "out-$number\\$" "$VM_OUT/touch.log"
}
touched() { [ "$(log | grep -c ^brightness)" = "$1" ]; }
set_up() {
    configure "[Service]\\nExecStart=\\nExecStart=PanelProbe light\\nEnvironment=VITRINE_TOUCH_RESAMPLING=off $1"
    start
    echo "wait-open touch 60000" >&9
}
"""


@case("light-of-the-panel", "qemu-light")
def dims(test):
    """A light that is plugged in is the group video's to set; the service dims it, switches it off, and a touch does nothing but
    wake; UIScreen.brightness and the night limit it; stopped, it is as the application had it."""
    run = test.qemu(INSTALLED + LIGHT + """
levels 255
set_up "VITRINE_DIM_AFTER=4 VITRINE_DIM_LEVEL=0.5 VITRINE_BLANK_AFTER=8 VITRINE_BLANK=backlight"
# Half as bright to the eye is 22 percent of the light. Twice: on a slow machine it may be dark already, and wake only.
touch_at 400
touch_at 400
await_state 10 55 shown
log | grep -q "^brightness 0.50" || fail "the screen's brightness: $(log)"
await_state 20 12 shown
await_state 20 0 shown
say out "$(cat $light/bl_power $light/brightness | tr '\\n' ' ')"
screenshot dark
touch_at 600
await_state 10 55 shown
say woken "$(cat $light/bl_power)"
before=$(log | grep -c ^brightness)
touch_at 600
await_state 10 135 shown
touched $((before + 1)) || fail "the touch that wakes was seen: $(log)"
log | tail -n 1 | grep -q "^brightness 0.75" || fail "the screen's brightness: $(log)"
systemctl stop $unit
say stopped "$(shown) $(cat $light/bl_power)"
date -s "2026-06-01 21:59:50" >/dev/null
set_up "VITRINE_NIGHT=22:00-06:30@0.2 TZ=UTC"
# The last run's brightness is where this one begins.
await_state 10 135 shown
await_state 40 7 shown
date -s "2026-06-02 06:29:58" >/dev/null
await_state 20 135 shown
systemctl stop $unit
say errors "$(log | grep -c "error")"
""", **OPTIONS)
    test.equal(run.said("out"), "4 0", "bl_power and brightness of the dark panel")
    test.equal(run.said("woken"), "0", "bl_power once woken")
    test.equal(run.said("stopped"), "135 0", "light and bl_power of a stopped service")
    test.equal(run.said("errors"), "0", "errors that were told")
    # The picture is still there when only the light is off.
    test.expect_image("squares-800x480", test.picture("dark"))


@case("light-without-levels", "qemu-light", long=True)
def on_off(test):
    """A light that is on or off is never half on: the picture is dimmed instead, then the light goes out, and a touch wakes. A light
    whose driver answers EIO is told of once, and is no reason to stop; once it works again it is set again."""
    run = test.qemu(INSTALLED + LIGHT + """
levels 1
set_up "VITRINE_DIM_AFTER=6 VITRINE_DIM_LEVEL=0.5 VITRINE_BLANK_AFTER=16 VITRINE_BLANK=backlight"
# The top left pixel is grey.
dimmed() { [ "$(shown)" = 1 ] && screenshot dimmed && python3 -c 'import zlib,sys; d=open(sys.argv[1],"rb").read(); i=d.index(b"IDAT"); n=int.from_bytes(d[i-4:i],"big"); p=zlib.decompress(d[i+4:i+4+n]) if d.count(b"IDAT")==1 else b""; sys.exit(not 100 <= p[1] <= 160)' "$VM_OUT/dimmed.png"; }
until_true 30 dimmed || fail "the picture is not dimmed: $(shown)"
await_state 30 0 shown
touch_at 400
await_state 10 1 shown
sleep 1
screenshot woken
systemctl stop $unit
[ "$(shown)" = 1 ] || fail "stopped, it is dark"
levels 100
echo 5 >$module/refusal
set_up "VITRINE_DIM_AFTER=2 VITRINE_BLANK_AFTER=5 VITRINE_BLANK=backlight"
told() { log | grep -c "vm-light/.*error 5"; }
is_told() { [ "$(told)" -ge 1 ]; }
until_true 20 is_told || fail "nothing is said: $(log)"
sleep 7
touch_at 200
sleep 1
touch_at 200
screenshot refused
say told "$(told)"
log | grep "vm-light/" | sed 's/^/line: /'
[ "$(state NRestarts)" = 0 ] || fail "restarted"
echo 0 >$module/refusal
touch_at 600
touch_at 600
await_state 10 53 shown
""", **OPTIONS)
    dimmed = test.picture("dimmed")
    corner = dimmed[2][-3:]
    test.check(100 <= corner[0] <= 160, "white of the dimmed picture: %s" % list(corner))
    for name in ("woken", "refused"):
        test.expect_image("squares-800x480", test.picture(name))
    test.equal(run.said("told"), "1", "how often the driver's refusal is told")
    test.matches(run.out, r"line: .*vm-light/brightness.*error 5")
