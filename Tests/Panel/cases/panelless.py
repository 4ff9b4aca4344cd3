"""The tool and programs without a panel: in a window, headless, seen from afar. On this machine, without a virtual one."""
import contextlib
import json
import os
import shutil
import socket
import subprocess
import tempfile
import time

from harness.case import case


class Bench:
    """Programs and the tool with a folder for sockets of their own, and no desktop."""

    def __init__(self, test):
        self.test = test
        self.sockets = tempfile.mkdtemp(prefix="vitrine-")
        self.program = None

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.end()
        shutil.rmtree(self.sockets, ignore_errors=True)

    def environment(self, more):
        clean = {k: v for k, v in os.environ.items() if not k.startswith(("VITRINE_", "SDL_"))
                 and k not in ("DISPLAY", "WAYLAND_DISPLAY", "RUNTIME_DIRECTORY", "NOTIFY_SOCKET")}
        return dict(clean, XDG_RUNTIME_DIR=self.sockets, **more)

    def start(self, *words, **more):
        """Returns once the program answers; its process number."""
        self.end()
        with open(os.path.join(self.test.folder, "program.err"), "w") as err:
            self.program = subprocess.Popen([os.path.join(self.test.programs, words[0]), *words[1:]], stdin=subprocess.DEVNULL,
                                            stdout=subprocess.DEVNULL, stderr=err, env=self.environment(more))
        limit = time.monotonic() + 30
        while self.tool("ping")[0] != 0:
            with open(err.name) as told:
                self.test.check(self.program.poll() is None, "the program ended: " + told.read()[-500:])
            self.test.check(time.monotonic() < limit, "the program does not answer")
            time.sleep(0.05)
        return self.program.pid

    def end(self):
        """The exit status after SIGTERM."""
        if not self.program:
            return None
        with contextlib.suppress(ProcessLookupError):
            self.program.terminate()
        try:
            return self.program.wait(20)
        except subprocess.TimeoutExpired:
            self.program.kill()
            return self.program.wait()
        finally:
            self.program = None

    def tool(self, *words, **more):
        """Exit status and what it printed."""
        done = subprocess.run([os.path.join(self.test.programs, "vitrine"), *words], stdin=subprocess.DEVNULL,
                              capture_output=True, text=True, env=self.environment(more), timeout=60)
        return done.returncode, done.stdout + done.stderr

    def told(self, *words, status=0, **more):
        found, text = self.tool(*words, **more)
        self.test.equal(found, status, "exit status of vitrine %s, which said: %s" % (" ".join(words), text[-600:]))
        return json.loads(text) if "--json" in words else text


def free_port():
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return s.getsockname()[1]


@case("tool-knows-headless-and-vnc")
def headless(test):
    """stats, outputs and doctor of a headless program with remote help: what it shows on and where it is served; a wrong password file."""
    secret = os.path.join(test.folder, "secret")
    with open(secret, "w") as f:
        f.write("a good secret\n")
    os.chmod(secret, 0o600)
    place = "127.0.0.1:%d" % free_port()
    help = dict(VITRINE_VNC="view", VITRINE_VNC_ADDRESS=place, VITRINE_VNC_PASSWORD_FILE=secret)
    with Bench(test) as bench:
        before = bench.told("doctor", VITRINE_OUTPUT="headless", VITRINE_PANEL="320x200@2", VITRINE_FRAMES="/tmp", **help)
        test.matches(before, "^ok output: memory .headless., as VITRINE_OUTPUT says", "ok pictures: written to /tmp",
                     "ok remote help: VNC on %s with a password, for seeing only" % place,
                     "A picture can be shown on memory .headless.: 320x200, 2 pixels a point")
        number = bench.start("PanelProbe", "still", VITRINE_OUTPUT="headless", VITRINE_ROTATION="90", **help)
        stats = bench.told("stats", "--json")
        test.equal((stats["display"]["output"], stats["display"]["rotation"]), ("headless", 90), "output in stats")
        test.equal(stats["remote"], {"protocol": "vnc", "address": place, "view_only": True, "viewers": 0}, "remote help")
        test.matches(bench.told("stats"), r"display    memory \(headless\): 800x480 at 60 Hz",
                     "remote     VNC on %s, nobody looks, for seeing only" % place)
        # Nothing is said of the output: the only program's is meant.
        test.matches(bench.told("doctor"), r"as PanelProbe \(%d\) has it" % number,
                     r"ok program: PanelProbe \(%d\) shows its picture on memory" % number)
        found = bench.told("doctor", "--json", **help)
        test.equal((found["output"], found["picture"]), ("headless", True), "doctor's output")
        test.check(any("served by PanelProbe" in f["text"] for f in found["findings"]), str(found))
        test.equal(bench.told("outputs", "--json")["programs"][0]["output"], "headless", "the program in outputs")
        test.equal(json.loads(bench.tool("doctor", "--json", VITRINE_OUTPUT="kms")[1])["output"], "kms", "asked about a panel")
        test.equal(bench.end(), 0, "status of the program")
        os.chmod(secret, 0o644)
        test.matches(bench.told("doctor", VITRINE_OUTPUT="headless", **help), "-- remote help: nobody gets in: .*chmod 600")


@case("tool-knows-a-window")
def window(test):
    """stats, outputs and doctor of a program in a window of SDL's own desktop; without any desktop doctor has status 1 and says why."""
    own = dict(VITRINE_OUTPUT="window", SDL_VIDEODRIVER="dummy")
    with Bench(test) as bench:
        number = bench.start("PanelProbe", "still", **own)
        test.equal(bench.told("stats", "--json")["display"]["output"], "window", "output in stats")
        test.matches(bench.told("stats"), "display    a window of the desktop: 800x480")
        test.matches(bench.told("outputs", **own), "^a window of the desktop, as VITRINE_OUTPUT says", "desktop  dummy, ",
                     r"PanelProbe \(%d\) shows its picture on a window of the desktop: 800x480" % number)
        found = bench.told("doctor", "--json", **own)
        test.equal((found["output"], found["picture"]), ("window", True), "doctor's output")
        test.equal([f["subject"] for f in found["findings"]][:4], ["output", "desktop", "panel", "touch"], "doctor's chain")
        test.equal(bench.end(), 0, "status of the program")
        test.matches(bench.told("doctor", status=1, VITRINE_OUTPUT="window"), "-- desktop: nothing can be shown on it: ",
                     "No picture can be shown")
        test.equal(bench.told("outputs", "--json", status=1, VITRINE_OUTPUT="window")["output"]["desktop"], None, "the desktop")
