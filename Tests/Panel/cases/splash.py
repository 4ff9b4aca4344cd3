"""A splash screen hands the panel over."""
import re

from harness.case import case
from harness.installed import INSTALLED

# plymouth's spinner on green; the kernel's word "splash" and no serial console, as on a device.
SPLASH = """
theme=/usr/share/plymouth/themes/panel
mkdir -p $theme
cat >$theme/panel.plymouth <<END
[Plymouth Theme]
Name=panel
ModuleName=two-step

[two-step]
ImageDir=/usr/share/plymouth/themes/spinner
HorizontalAlignment=.5
VerticalAlignment=.5
Transition=none
BackgroundStartColor=0x00ff00
BackgroundEndColor=0x00ff00
END
printf '[Daemon]\\nTheme=panel\\nShowDelay=0\\nDeviceTimeout=8\\n' >/etc/plymouth/plymouthd.conf
rm -f /etc/systemd/system/plymouth-start.service /etc/systemd/system/plymouth-quit.service
systemctl daemon-reload
systemctl start plymouth-start || fail "plymouth-start: $(systemctl status plymouth-start)"
plymouthd=$(pidof plymouthd) || fail "there is no plymouthd"
"""
OPTIONS = dict(systemd=True, timeout=400, options=["--append", "splash plymouth.ignore-serial-consoles"])
# One of systemd/variants.
VARIANT = """
mkdir -p /etc/systemd/system/vitrine@PanelProbe.service.d
cp "$PANEL/../../systemd/variants/%s.conf" /etc/systemd/system/vitrine@PanelProbe.service.d/
systemctl daemon-reload
"""
GREEN = bytes((0, 255, 0))


def is_splash(picture):
    """Green in all corners; the spinner is in the middle."""
    width, height, pixels = picture
    return all(pixels[3 * at:3 * at + 3] == GREEN for at in (0, width - 1, width * (height - 1), width * height - 1))


# The top left pixel of the panel is the splash's.
GREEN_SHOWN = """
green() { vm-screenshot splash && python3 -c 'import zlib,sys; d=open(sys.argv[1],"rb").read(); i=d.index(b"IDAT"); n=int.from_bytes(d[i-4:i],"big"); p=zlib.decompress(d[i+4:i+4+n]) if d.count(b"IDAT")==1 else b""; sys.exit(p[1:4]!=bytes((0,255,0)))' "$VM_OUT/splash.png"; }
"""


def hand_over(test, drop_in):
    """drop_in: a script that configures the unit."""
    run = test.qemu(INSTALLED + drop_in + SPLASH + GREEN_SHOWN + """
until_true 30 green || fail "no splash: $(plymouth --ping; vm-tty)"
mkdir -p /run/debug
mount -t debugfs debug /run/debug
# The picture that the kernel draws its console into.
say console "$(sed -n 's/^framebuffer\\[\\([0-9]*\\)\\]:.*/\\1/p; s/.*allocated by = //p' /run/debug/dri/0/framebuffer | tr '\\n' ' ')"
echo 0x14 >/sys/module/drm/parameters/debug
dmesg -C
systemctl start --no-block $unit
n=0
is_active() { [ "$(state ActiveState)" = active ]; }
until is_active; do
    n=$((n + 1))
    [ $n -lt 400 ] || fail "the unit is $(state ActiveState)"
    vm-screenshot between$n || fail "no screenshot"
    mode=$(vm-tty | cut -d' ' -f1)
    [ "$mode" = graphics ] || say text "after $n screenshots the terminal is in $mode mode"
done
gone() { [ -z "$(pidof plymouthd)" ]; }
until_true 20 gone || fail "plymouthd is still there"
sleep 0.5
dmesg >"$VM_OUT/dmesg"
screenshot squares
say between $n
say after "$(vm-tty)"
systemctl stop $unit
await_state 20 "text unicode kernel" vm-tty
""", **OPTIONS)
    test.check(is_splash(test.picture("splash")), "there was no splash")
    test.expect_image("squares-800x480", test.picture("squares"))
    test.equal(run.said("text"), None, "the terminal in between")
    test.matches(run.said("after"), "^graphics off")
    squares = test.picture("squares")
    between = [test.picture("between%d" % (i + 1)) for i in range(int(run.said("between")))]
    kinds = ["splash" if is_splash(p) else "squares" if p == squares else "other" for p in between]
    test.check(kinds and kinds == sorted(kinds, key=["splash", "squares", "other"].index) and "other" not in kinds,
               "in between: %s" % " ".join(kinds))
    # What a screenshot may have missed: the console's picture was never put on the panel, nor another mode.
    words = run.said("console").split()
    consoles = [number for number, owner in zip(words[::2], words[1::2]) if owner == "[fbcon]"]
    test.check(consoles, "the console's framebuffer is not known: %s" % run.said("console"))
    told = run.file("dmesg").splitlines()
    shown = [re.search(r"Set \[(FB:\d+|NOFB)\] for \[PLANE", l) for l in told]
    shown = [m[1] for m in shown if m]
    test.check(shown, "the kernel's log does not say what was shown")
    test.equal([s for s in shown if s in ["FB:" + c for c in consoles] + ["NOFB"]], [], "pictures of the console, or none")
    test.equal([l for l in told if "mode changed" in l or "active changed" in l], [], "mode sets while the panel was handed over")


@case("splash-hands-over", ("qemu", "plymouth"))
def hands_over(test):
    """A splash of plymouth's stays until the program's first picture: no black, no text, no mode set; then it is gone."""
    hand_over(test, "")


@case("splash-hands-over-by-seatd", ("qemu", "plymouth", "seatd"), long=True)
def by_seatd(test):
    """The same where seatd has the devices."""
    hand_over(test, VARIANT % "seatd")


@case("splash-hands-over-by-logind", ("qemu", "plymouth", "logind"), long=True)
def by_logind(test):
    """The same in a session of systemd-logind's."""
    hand_over(test, VARIANT % "logind")


@case("splash-hands-over-with-open-keys", ("qemu", "plymouth"), long=True)
def with_open_keys(test):
    """The same for whoever develops on the device."""
    hand_over(test, VARIANT % "open-keys")


@case("splash-keeps-the-panel", ("qemu", "plymouth"), long=True)
def keeps(test):
    """E03: plymouth has the panel when a program starts by itself: it lets go 0.2 s or 3 s later, and the picture comes; or never,
    and the program ends and says that it is plymouth's, to root and to others."""
    run = test.qemu(INSTALLED + SPLASH + GREEN_SHOWN + """
until_true 30 green || fail "no splash: $(plymouth --ping; vm-tty)"
# The kernel's log tells who opens a card.
has_tried() { dmesg | grep -q 'comm="PanelProbe"'; }
for who in root other; do
    [ $who = root ] || RUN_AS="setpriv --reuid=vitrine --regid=vitrine --groups=$(getent group video | cut -d: -f3)"
    began=$(cut -d' ' -f1 /proc/uptime)
    launch PanelProbe still
    ended 60
    say status-$who "$status"
    say seconds-$who "$(awk -v a="$began" '{print $1 - a}' /proc/uptime)"
    [ ! -e "$VM_OUT/notify.ready" ] || fail "ready, and plymouth has the panel"
    mv "$VM_OUT/program.err" "$VM_OUT/$who.err"
done
green || fail "the splash is gone"
# Without root's rights nobody who has opened the card becomes its master later: it has to be opened again.
for seconds in 0.2 3; do
    dmesg -C
    echo 1 >/sys/module/drm/parameters/debug
    launch PanelProbe still
    until_true 30 has_tried || fail "the card was not opened"
    echo 0 >/sys/module/drm/parameters/debug
    sleep $seconds
    [ ! -e "$VM_OUT/notify.ready" ] || fail "ready, and plymouth has the panel"
    plymouth deactivate
    ready
    screenshot squares-$seconds
    quit
    plymouth reactivate
    until_true 30 green || fail "plymouth does not come back"
done
say process "$plymouthd"
""", **OPTIONS)
    for who in ("root", "other"):
        test.equal(run.said("status-" + who), "69", "exit status")
        test.check(5 <= float(run.said("seconds-" + who)) < 30, "%s s of patience" % run.said("seconds-" + who))
    test.matches(run.file("root.err"), r"/dev/dri/card0.*plymouthd \(%s\)" % run.said("process"))
    test.matches(run.file("other.err"), r"/dev/dri/card0.*plymouthd runs.*plymouth deactivate")
    for seconds in ("0.2", "3"):
        test.expect_image("squares-800x480", test.picture("squares-" + seconds))
