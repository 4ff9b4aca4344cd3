"""What both kinds of machine share: the folders, the command, and the loop that waits for its end."""
import ctypes
import glob
import json
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
import time

from . import png
from .common import CACHE, HERE, START, Failed, log
from .guestfiles import build_tools, systemd_files

PASSED_ON = ("PATH", "HOME", "USER", "LOGNAME", "LANG", "LC_ALL", "TERM", "LD_LIBRARY_PATH")

# A machine that has not come so far will not: QEMU takes 35 s with systemd on a busy host.
BOOT_LIMIT = 120


class Machine:
    """One machine process and the folders it shares with the guest. `boot` is the subclass's."""

    def __init__(self, options, memory_backed):
        self.options = options
        self.work = tempfile.mkdtemp(prefix="vm-", dir=memory_backed)
        self.ctl = os.path.join(self.work, "ctl")
        os.mkdir(self.ctl)
        os.mkdir(os.path.join(self.ctl, "req"))
        if options.out:
            os.makedirs(options.out, exist_ok=True)
            self.out = os.path.realpath(options.out)
        else:
            self.out = os.path.join(self.work, "out")
            os.mkdir(self.out)
        self.console = os.path.join(self.out if options.out else self.work, "console.log")
        self.initramfs = os.path.join(self.work, "initramfs")
        self.process = None
        self.streams = {}
        self.started = None        # when COMMAND started, time.monotonic()
        self.later = []            # what the guest wants done when it cannot ask: (time.monotonic(), words)

    # ---- start -----------------------------------------------------------
    def start(self):
        os.makedirs(CACHE, exist_ok=True)
        build_tools()
        self.describe_command()
        o = self.options
        words = ("quiet loglevel=4 panic=-1 " +
                 ("systemd.unit=%s systemd.show_status=0 " % o.target if o.systemd is not None else "") +
                 ("splash " if o.splash else ""))
        module_args = {"vkms": "xres=%d yres=%d" % (o.w, o.h)}
        for a in o.module_args:
            name, _, value = a.partition(":")
            module_args[name] = module_args.get(name, "") + " " + value
        self.boot(words, module_args)

    def boot(self, words, module_args):
        """Start the process. words: the kernel's command line; module_args: module -> parameters."""
        raise NotImplementedError

    def overlay(self):
        o = self.options
        return {} if o.systemd is None else systemd_files(o.systemd, not o.no_start, o.udev, o.splash, o.target)

    def describe_command(self):
        """ctl/env.sh: what the guest sources; ctl/command: what it runs."""
        o = self.options
        env = {k: os.environ[k] for k in PASSED_ON if k in os.environ}
        for e in o.env:
            k, _, v = e.partition("=")
            if "=" in e or k in os.environ:
                env[k] = v if "=" in e else os.environ[k]
        env["PATH"] = ":".join([os.path.join(CACHE, "bin"),
                                env.get("PATH", "/usr/sbin:/usr/bin:/sbin:/bin")])
        env.update(VM_OUT="/run/vm/out", VM_CTL="/run/vm/ctl", VM_GPU=o.gpu, VM_TIME=o.virtual_time or "real",
                   VM_SIZE="%d %d" % (o.w, o.h))
        with open(os.path.join(self.ctl, "env.sh"), "w") as f:
            f.write("".join("export %s=%s\n" % (k, shlex.quote(v)) for k, v in env.items()))
        with open(os.path.join(self.ctl, "command"), "w") as f:
            f.write("cd %s || exit 125\nexec %s\n" % (shlex.quote(os.getcwd()), shlex.join(o.command)))
        with open(os.path.join(self.ctl, "setup.sh"), "w") as f:
            f.write("GUEST=%s UDEV=%s SYSTEMD=%d\n" % (shlex.quote(HERE + "/guest"), o.udev, o.systemd is not None))
        with open(os.path.join(self.ctl, "stdin"), "wb") as f:
            if o.stdin:
                shutil.copyfileobj(sys.stdin.buffer, f)
        if o.systemd is not None and o.out:
            with open(os.path.join(self.ctl, "at-exit"), "w") as f:
                f.write("journalctl -b --no-pager -o short-monotonic >/run/vm/out/journal.txt 2>&1\n")
        for name in ("stdout", "stderr"):
            path = os.path.join(self.ctl, name)
            open(path, "w").close()
            self.streams[name] = open(path, "rb")

    def spawn(self, cmd, log_name, **more):
        def die_with_parent():             # even if this script is killed with SIGKILL
            ctypes.CDLL(None).prctl(1, signal.SIGKILL)
        log(" ".join(cmd[:1]) + " starts")
        with open(log_name, "w") as f:
            self.process = subprocess.Popen(cmd, stdin=subprocess.DEVNULL, stdout=f, stderr=subprocess.STDOUT,
                                            preexec_fn=die_with_parent, **more)

    # ---- what the guest may ask for --------------------------------------
    def screenshot(self, name, head=0):
        """OUT/NAME.png, complete when this returns. head: which output of the display.
        Of vkms, which no host sees, the guest has left NAME.ppm."""
        path = os.path.join(self.out, name + ".png")
        ppm = path[:-3] + "ppm"
        if not os.path.exists(ppm):
            raise Failed("with --gpu vkms a screenshot can only be asked for in the guest")
        png.from_ppm(ppm, path)
        os.unlink(ppm)
        log("screenshot %s.png" % name)

    def resize(self, w, h, head=0):
        raise Failed("only the outputs of the virtio display can be resized")

    def qmp_raw(self, text):
        raise Failed("there is no QEMU to ask")

    def answer(self, words):
        if words[0] == "screenshot":
            args = words[1].split()
            if not re.fullmatch(r"[\w.-]+", args[0]):
                raise Failed("bad screenshot name")
            self.screenshot(args[0], int(args[1]) if len(args) > 1 else 0)
            return "ok"
        if words[0] == "resize":
            self.resize(*map(int, words[1].split()))
            return "ok"
        if words[0] == "after":
            seconds, what = words[1].split(" ", 1)
            self.later.append((time.monotonic() + float(seconds), what.split(" ", 1)))
            return "ok"
        if words[0] == "qmp":
            reply = self.qmp_raw(words[1])
            return ("error " if "error" in reply else "ok ") + json.dumps(reply.get("error", reply.get("return")))
        return "error unknown request"

    def serve(self):
        """Answer the requests of guest/vm-host: req/N.ask -> req/N.answer."""
        due = [l for l in self.later if l[0] <= time.monotonic()]
        self.later = [l for l in self.later if l not in due]
        for _, words in due:
            log("%s: %s" % (" ".join(words), self.answer(words)))
        for path in sorted(glob.glob(os.path.join(self.ctl, "req/*.ask"))):
            with open(path) as f:
                words = f.read().rstrip("\n").split(" ", 1)
            os.unlink(path)
            try:
                answer = self.answer(words)
            except (Failed, IndexError, ValueError, TypeError, OSError) as e:
                answer = "error %s" % e
            tmp = path[:-4] + ".tmp"
            with open(tmp, "w") as f:
                f.write(answer + "\n")
            os.rename(tmp, path[:-4] + ".answer")

    # ---- the loop --------------------------------------------------------
    def pump(self):
        """Pass on what COMMAND has printed since the last call."""
        for name, f in self.streams.items():
            data = f.read()
            if data:
                to = getattr(sys, name).buffer
                to.write(data)
                to.flush()

    def loop(self):
        """Wait for the command's end and return its exit status; 124 at the time limit."""
        shots = sorted(self.options.shots)
        while True:
            dead = self.process.poll() is not None
            self.pump()
            code = self.file("exit")
            if code is not None:
                self.pump()
                log("command ended with %s" % code)
                return int(code)
            if dead:
                raise Failed("the machine stopped before the command ended")
            now = time.monotonic()
            if self.started is None and self.file("started") is not None:
                self.started = now
                log("command started")
            while shots and self.started and now - self.started >= shots[0][0]:
                self.screenshot(shots.pop(0)[1])
            self.serve()
            # A whole boot has the jobs of one before it.
            limit = BOOT_LIMIT if self.options.target == "vm.target" else 3 * BOOT_LIMIT
            if self.started is None and now - START > limit:
                raise Failed("the command was not started within %d s" % limit)
            if now - START > self.options.timeout:
                print("vm: time limit of %g s reached" % self.options.timeout, file=sys.stderr)
                return 124
            time.sleep(0.02)

    def file(self, name):
        try:
            with open(os.path.join(self.ctl, name)) as f:
                return f.read().strip()
        except FileNotFoundError:
            return None

    # ---- end -------------------------------------------------------------
    def quit(self):
        """Ask the running process to end, where that is possible."""

    def stop(self):
        if self.process and self.process.poll() is None:
            self.quit()
            self.process.kill()               # does nothing to a process that has ended
            self.process.wait()
        if self.options.keep:
            print("vm: kept " + self.work, file=sys.stderr)
        else:
            shutil.rmtree(self.work, ignore_errors=True)

    def show_console(self, lines=30):
        try:
            with open(self.console, errors="replace") as f:
                text = f.read().splitlines()[-lines:]
        except OSError:
            return
        print("vm: last lines of the guest's console:\n  " + "\n  ".join(text), file=sys.stderr)
