"""The machine as QEMU without hardware virtualisation, with Debian's own kernel."""
import json
import os
import shlex
import shutil
import socket
import struct
import subprocess
import time

from . import kernel
from .common import Failed, log
from .guestfiles import write_initramfs
from .machine import Machine

# What each --gpu choice needs: QEMU arguments, kernel modules, extra kernel words.
GPUS = {
    "virtio": (["-device", "virtio-gpu-pci,id=gpu,max_outputs={outputs},xres={w},yres={h}"],
               ["virtio_gpu"], ""),
    "bochs": (["-device", "bochs-display,id=gpu,xres={w},yres={h}"], ["bochs"], ""),
    "std": (["-device", "VGA,id=gpu,xres={w},yres={h}"], ["bochs"], ""),
    # Two cards: card0 is virtio's, card1 bochs', whose panel has 640x400 pixels.
    "virtio+bochs": (["-device", "virtio-gpu-pci,id=gpu,max_outputs={outputs},xres={w},yres={h}",
                      "-device", "bochs-display,id=gpu2,xres=640,yres=400"], ["virtio_gpu", "bochs"], ""),
    "qxl": (["-device", "qxl-vga,id=gpu,xres={w},yres={h}"], ["qxl"], ""),
    "vkms": ([], ["vkms"], ""),       # needs modules/build-vkms once
    # Firmware framebuffer only: /dev/fb0 and no /dev/dri at all.
    "fb": (["-device", "VGA,id=gpu"], [], "vga={vbe} video=vesafb:ywrap,mtrr:0"),
    "none": ([], [], ""),
}
# For --gpu fb: mode -> bits per pixel -> the kernel's vga= number (VBE mode + 0x200).
VBE = {(640, 480): {16: 0x311, 24: 0x312, 32: 0x342}, (800, 600): {16: 0x314, 24: 0x315, 32: 0x343},
       (1024, 768): {16: 0x317, 24: 0x318, 32: 0x344}, (1280, 1024): {16: 0x31A, 24: 0x31B, 32: 0x345}}


DISK = 4 << 30


def make_disk(path):
    """An empty filesystem in a sparse file, unless there is one already."""
    if os.path.exists(path):
        return
    with open(path + ".new", "wb") as f:
        f.truncate(DISK)
    done = subprocess.run(["mkfs.ext4", "-q", "-E", "lazy_itable_init=1,lazy_journal_init=1", path + ".new"],
                          stdin=subprocess.DEVNULL, capture_output=True, text=True)
    if done.returncode:
        raise Failed("no disk %s: %s" % (path, done.stderr.strip()))
    os.rename(path + ".new", path)


class QEMU(Machine):
    """One QEMU process and its control (QMP) connection."""

    def __init__(self, options):
        super().__init__(options, None)
        self.qmp_socket = None
        self.resized = set()       # the outputs that resize() has given a size

    def boot(self, words, module_args):
        o = self.options
        release, bzimage = kernel.find(o.kernel)
        gpu_args, gpu_modules, gpu_words = GPUS[o.gpu]
        if o.gpu == "fb" and (o.w, o.h) not in VBE:
            raise Failed("--gpu fb knows only the modes " + " ".join("%dx%d" % m for m in VBE))
        fmt = dict(w=o.w, h=o.h, outputs=o.outputs, vbe=VBE.get((o.w, o.h), {}).get(o.fb_bits))
        modules = kernel.module_files(
            release, ["virtio_pci", "9pnet_virtio", "9p", "overlay", "evdev", "uinput"] + gpu_modules
            + (["virtio_blk", "ext4"] if o.keep_root else []) + (["vm_light"] if o.light else [])
            + (["vm_sleep"] if o.sleep else []))         # last: it looks at the devices that are there
        write_initramfs(self.initramfs, modules, module_args, "FS=9p KEEP=%d\n" % bool(o.keep_root), self.overlay())
        # The firmware framebuffer is set up by the bzImage's real-mode code.
        image = bzimage if o.gpu == "fb" else kernel.unpacked(release, bzimage) or bzimage
        words += ("console=ttyS0 mitigations=off nokaslr audit=0 apparmor=0 tsc=reliable no_timer_check "
                  "random.trust_cpu=on 8250.nr_uarts=1 raid=noautodetect cryptomgr.notests acpi=noirq "
                  + gpu_words.format(**fmt) + " " + o.append)
        ours, theirs = socket.socketpair()
        share = "local,security_model=none,multidevs=remap"
        cmd = ["qemu-system-x86_64", "-nodefaults", "-no-user-config", "-no-reboot",
               "-M", "q35,usb=off", "-accel", "tcg,thread=multi,tb-size=512",
               "-cpu", "max,la57=off", "-smp", str(o.cpus), "-m", str(o.memory),
               "-kernel", image, "-initrd", self.initramfs, "-append", words,
               "-display", "none", "-vga", "none", "-serial", "file:" + self.console.replace(",", ",,"),
               "-chardev", "socket,id=qmp,fd=%d" % theirs.fileno(), "-mon", "chardev=qmp,mode=control"]
        for tag, path, ro in (("root", "/", ",readonly=on"), ("ctl", self.ctl, ""), ("out", self.out, "")):
            cmd += ["-fsdev", "%s,id=%s%s,path=%s" % (share, tag, ro, path.replace(",", ",,")),
                    "-device", "virtio-9p-pci,fsdev=%s,mount_tag=%s" % (tag, tag)]
        if o.keep_root:
            make_disk(o.keep_root)
            cmd += ["-drive", "if=virtio,format=raw,cache=unsafe,file=" + o.keep_root.replace(",", ",,")]
        cmd += [a.format(**fmt) for a in gpu_args]
        if o.gpu.startswith("virtio"):   # see resize()
            for head in range(o.outputs):
                cmd += ["-vnc", "unix:%s/vnc%d,display=gpu,head=%d" % (self.work, head, head)]
        for extra in o.qemu:
            cmd += shlex.split(extra)
        qemu_log = os.path.join(self.work, "qemu.log")
        self.spawn(cmd, qemu_log, pass_fds=[theirs.fileno()])
        theirs.close()
        self.qmp_socket = ours
        self.qmp_file = ours.makefile("rb")
        ours.settimeout(20)
        try:
            self.qmp_read()                # greeting
            self.qmp("qmp_capabilities")
        except (OSError, Failed):
            with open(qemu_log) as f:
                raise Failed("QEMU did not start:\n" + f.read())

    # ---- QMP -------------------------------------------------------------
    def qmp_read(self):
        line = self.qmp_file.readline()
        if not line:
            raise Failed("QEMU closed its control connection")
        return json.loads(line)

    def qmp_raw(self, text):
        self.qmp_socket.sendall(text.encode() + b"\n")
        while True:
            answer = self.qmp_read()
            if "event" not in answer:
                return answer

    def qmp(self, command, **arguments):
        answer = self.qmp_raw(json.dumps({"execute": command, "arguments": arguments}))
        if "error" in answer:
            raise Failed("%s: %s" % (command, answer["error"]["desc"]))
        return answer["return"]

    # ---- the display -----------------------------------------------------
    def screenshot(self, name, head=0):
        if self.options.gpu == "vkms":
            return super().screenshot(name, head)
        tmp = os.path.join(self.work, "shot.png")
        second = head - self.options.outputs
        device, head = ("gpu2", second) if second >= 0 and "+" in self.options.gpu else ("gpu", head)
        self.qmp("screendump", filename=tmp, format="png", device=device, head=head)
        shutil.move(tmp, os.path.join(self.out, name + ".png"))
        log("screenshot %s.png" % name)

    def resize(self, w, h, head=0):
        """Give output `head` of the virtio display another preferred size, or with
        0 0 unplug it: the guest gets a real hotplug event. QEMU takes that only
        from a VNC client, so be one for a moment (RFB 3.8, SetDesktopSize)."""
        if not self.options.gpu.startswith("virtio") or head >= self.options.outputs:
            return super().resize(w, h, head)
        if not w and head not in self.resized:
            # QEMU takes 0x0 for what it has already, until a size has been asked for.
            self.resize(self.options.w, self.options.h, head)
        self.resized.add(head)
        with socket.socket(socket.AF_UNIX) as s:
            s.settimeout(5)
            s.connect("%s/vnc%d" % (self.work, head))
            f = s.makefile("rwb")

            def talk(send, receive):
                f.write(send)
                f.flush()
                return f.read(receive)
            talk(b"", 12)                              # version
            n = talk(b"RFB 003.008\n", 1)[0]           # number of security types
            f.read(n)
            talk(b"\1", 4)                             # no security
            n = struct.unpack(">20xI", talk(b"\1", 24))[0]
            f.read(n)                                  # name
            talk(struct.pack(">BxHi", 2, 1, -308), 0)  # I know ExtendedDesktopSize
            talk(struct.pack(">BxHHBxIHHHHI", 251, w, h, 1, 0, 0, 0, w, h, 0), 1)
            time.sleep(0.1)                            # QEMU acts on its next timer tick
        log("output %d is now %dx%d" % (head, w, h))

    def quit(self):
        if self.qmp_socket:
            try:
                self.qmp_socket.settimeout(2)
                self.qmp_socket.sendall(b'{"execute":"quit"}\n')
                self.process.wait(5)
            except (OSError, subprocess.TimeoutExpired):
                pass
