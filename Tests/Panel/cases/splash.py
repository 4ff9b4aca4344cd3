"""A splash screen hands the panel over."""
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
GREEN = bytes((0, 255, 0))


def is_splash(picture):
    """Green in all corners; the spinner is in the middle."""
    width, height, pixels = picture
    return all(pixels[3 * at:3 * at + 3] == GREEN for at in (0, width - 1, width * (height - 1), width * height - 1))


def is_dark(picture):
    """Black but for a console's cursor."""
    return sum(b > 0 for b in picture[2]) < 600


@case("splash-hands-over", ("qemu", "plymouth"), long=True)
def hands_over(test):
    """A splash of plymouth's is on the panel: it stays when the unit starts, makes way without a mode set or text, and is gone."""
    run = test.qemu(INSTALLED + SPLASH + """
green() { vm-screenshot splash && python3 -c 'import zlib,sys; d=open(sys.argv[1],"rb").read(); i=d.index(b"IDAT"); n=int.from_bytes(d[i-4:i],"big"); p=zlib.decompress(d[i+4:i+4+n]) if d.count(b"IDAT")==1 else b""; sys.exit(p[1:4]!=bytes((0,255,0)))' "$VM_OUT/splash.png"; }
until_true 30 green || fail "no splash: $(plymouth --ping; vm-tty)"
echo 0x14 >/sys/module/drm/parameters/debug
dmesg -C
systemctl start --no-block $unit
n=0
is_active() { [ "$(state ActiveState)" = active ]; }
until is_active; do
    n=$((n + 1))
    [ $n -lt 400 ] || fail "the unit is $(state ActiveState)"
    vm-screenshot between$n || fail "no screenshot"
done
dmesg >"$VM_OUT/dmesg"
screenshot squares
say between $n
say splash "$(pidof plymouthd)"
""", **OPTIONS)
    test.check(is_splash(test.picture("splash")), "there was no splash")
    test.expect_image("squares-800x480", test.picture("squares"))
    test.equal(run.said("splash"), "", "plymouthd's process afterwards")
    between = [test.picture("between%d" % (i + 1)) for i in range(int(run.said("between")))]
    kinds = ["splash" if is_splash(p) else "squares" if p == test.picture("squares") else
             "black" if is_dark(p) else "other" for p in between]
    # The terminal's hangup at the program's start still lets the kernel show its own picture for that time: black, and a cursor.
    test.check(kinds[0] == "splash" and "other" not in kinds, "in between: %s" % " ".join(kinds))
    changes = [l for l in run.file("dmesg").splitlines() if "mode changed" in l or "active changed" in l]
    test.equal(changes, [], "mode sets while the panel was handed over")
