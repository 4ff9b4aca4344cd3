"""Programs run in a machine, or on the host, and what came of it."""
import os
import shlex
import subprocess

# What machine/run ends with when the machine itself failed, a boot that hangs for example: then it is tried once more.
# Whatever a program does has another status and is never tried again.
MACHINE_FAILED = 125
HERE = os.path.dirname(os.path.dirname(os.path.realpath(__file__)))


class Result:
    """status: of the script. out, err: what it printed. file(NAME): a file it left in $VM_OUT."""

    def __init__(self, folder, status, out, err):
        self.folder, self.status, self.out, self.err = folder, status, out, err

    def file(self, name):
        try:
            with open(os.path.join(self.folder, name), errors="replace") as f:
                return f.read()
        except FileNotFoundError:
            return ""

    def said(self, word):
        """What the script printed by `say WORD TEXT`: the text, or None; the last one counts."""
        found = [l.split(" ", 1)[1] for l in self.out.splitlines() if l.startswith(word + " ")]
        return found[-1].strip() if found else None


class Guest:
    """A machine to run one script in. The script may use the words of guest.sh.

    mode     the panel's preferred mode, pixels
    gpu      one of the displays of machine/run; without it its default
    virtual  virtual time (User-Mode-Linux only): the clock jumps over waits, and computing takes no time
    systemd  boot systemd, and run the script as a service
    env      environment of the script
    touches  a touch script, for `touch` of guest.sh
    options  more options for machine/run
    timeout  seconds for all of it, on a busy machine
    """

    def __init__(self, test, kind, mode="800x480", gpu=None, virtual=False, systemd=False, env=None, touches=None,
                 options=(), timeout=240):
        self.test, self.timeout = test, timeout
        words = ["--mode", mode, "--out", test.folder, "--timeout", str(timeout)]
        words += ["--uml"] if kind == "uml" else []
        words += ["--gpu", gpu] if gpu else []
        words += ["--virtual-time", "inf"] if virtual else []
        words += ["--systemd"] if systemd else []
        values = dict(env or {}, PROGRAMS=test.programs, PANEL=HERE)
        if touches is not None:
            with open(os.path.join(test.folder, "touches.script"), "w") as f:
                f.write(touches)
            values["TOUCHES"] = os.path.join(test.folder, "touches.script")
        for name, value in values.items():
            words += ["--env", "%s=%s" % (name, value)]
        self.words = [os.path.join(HERE, "machine/run"), *words, *options]

    def run(self, script):
        folder = self.test.folder
        path = os.path.join(folder, "script.sh")
        with open(path, "w") as f:
            f.write(". %s\n%s" % (shlex.quote(os.path.join(HERE, "harness/guest.sh")), script))
        for _ in range(2):
            done = subprocess.run(self.words + ["--", "sh", path], stdin=subprocess.DEVNULL, capture_output=True,
                                  text=True, errors="replace")
            if done.returncode != MACHINE_FAILED:
                break
        for name, text in (("out.txt", done.stdout), ("err.txt", done.stderr)):
            with open(os.path.join(folder, name), "w") as f:
                f.write(text)
        result = Result(folder, done.returncode, done.stdout, done.stderr)
        if done.returncode:
            self.test.check(False, "the script in the machine ended with %d: %s%s" % (
                done.returncode, done.stderr.strip()[-800:],
                "\n        the program said: " + result.file("program.err").strip()[-800:]
                if result.file("program.err").strip() else ""))
        return result


class Host:
    def __init__(self, test):
        self.test = test

    def run(self, command, env, timeout):
        program = os.path.join(self.test.programs, command[0])
        clean = {k: v for k, v in os.environ.items() if not k.startswith("VITRINE_")}
        try:
            done = subprocess.run([program, *command[1:]], stdin=subprocess.DEVNULL, capture_output=True, text=True,
                                  errors="replace", env=dict(clean, **env), timeout=timeout)
        except subprocess.TimeoutExpired:
            self.test.check(False, "%s did not end within %d s" % (command[0], timeout))
        return Result(self.test.folder, done.returncode, done.stdout, done.stderr)
