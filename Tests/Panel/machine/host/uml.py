"""The machine as User-Mode-Linux: a kernel that is an ordinary program of the host."""
import os
import shlex
import tempfile

from .common import CACHE, HERE, Failed
from .guestfiles import write_initramfs
from .machine import Machine


class UML(Machine):
    def __init__(self, options):
        # UML syncs each write to the control folder: keep that in memory.
        super().__init__(options, "/dev/shm" if os.access("/dev/shm", os.W_OK) else None)

    def boot(self, words, module_args):
        o = self.options
        kernel = os.path.join(CACHE, "uml/linux")
        if not os.path.exists(kernel):
            raise Failed("no User-Mode-Linux kernel yet: run %s/uml/build once" % HERE)
        write_initramfs(self.initramfs, [], {}, "FS=hostfs CTL=%s OUT=%s\n" % (
            shlex.quote(self.ctl), shlex.quote(self.out)), self.overlay())
        words += " ".join("%s.%s" % (m, w) for m, args in module_args.items() for w in args.split())
        if o.virtual_time:
            words += {"inf": " time-travel=inf-cpu", "cpu": " time-travel"}[o.virtual_time]
        # A process namespace of its own: when its first process goes, all go.
        cmd = (["unshare"] + ([] if os.getuid() == 0 else ["-r"]) + ["--fork", "--pid", "--kill-child"]
               + [kernel, "mem=%dM" % o.memory, "initrd=" + self.initramfs, "con=null", "con0=null,fd:1"]
               + words.split() + o.append.split())
        # The guest's memory is a deleted file; a small /dev/shm (containers) cannot hold it.
        where = tempfile.gettempdir()
        if os.path.isdir("/dev/shm"):
            v = os.statvfs("/dev/shm")
            if v.f_bavail * v.f_frsize > (o.memory + 64) << 20:
                where = "/dev/shm"
        self.spawn(cmd, self.console, env=dict(os.environ, TMPDIR=where))
