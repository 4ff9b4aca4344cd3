"""Remote help with a viewer that people use: TigerVNC's, on a desktop that nobody sees. On this machine, without another."""
import os
import socket

from harness import images
from harness.case import case
from harness.desktop import Desktop, Program, squares

TOUCH, LOOK = "touching", "looking1"


class Panel:
    """A headless program that can be looked at from this machine, and its viewers."""

    def __init__(self, desktop, mode, **env):
        self.desktop = desktop
        secret = os.path.join(desktop.folder, "secret")
        with open(os.open(secret, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w") as f:
            f.write("%s\n%s\n" % (TOUCH, LOOK))
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        settings = dict({"VITRINE_OUTPUT": "headless", "VITRINE_PANEL": "800x480", "VITRINE_VNC": "on",
                         "VITRINE_VNC_PASSWORD_FILE": secret, "VITRINE_VNC_ADDRESS": "127.0.0.1:%d" % self.port}, **env)
        self.program = Program(desktop, "PanelProbe", [mode], settings).ready()

    def begin(self, password, *words):
        self.desktop.env["VNC_PASSWORD"] = password
        # Without the words about its menu over the picture, and without a question where it is turned away.
        return self.desktop.begin("xtigervncviewer", "127.0.0.1::%d" % self.port, "-MenuKey=", "-ReconnectOnError=0",
                                  "-AlertOnFatalError=0", *(words or ("-SecurityTypes=VncAuth",)))

    def viewer(self, password, *words):
        """A viewer that was let in: its process, and its window."""
        process = self.begin(password, *words)
        # Its windows do not say which process they are of; by their title, of all the one that is not there yet.
        return process, self.desktop.window("--name", "TigerVNC")

    def end(self, test):
        self.program.process.terminate()
        test.equal(self.program.ended(), 0, "status")


def gone(process):
    process.terminate()
    process.wait()


@case("remote-viewer-sees-and-touches", "viewer")
def sees(test):
    """TigerVNC's viewer shows exactly the panel's pixels, upright, and what changes; its mouse, wheel and keys arrive."""
    with Desktop(test, manager=True) as desktop:
        for rotation, size in (("0", (800, 480)), ("90", (480, 800))):
            panel = Panel(desktop, "touches", VITRINE_ROTATION=rotation)
            process, window = panel.viewer(TOUCH)
            desktop.expect(window, squares(*size), "the viewer, turned by " + rotation)
            desktop.do("mousemove", "--window", window, 300, 200, "mousedown", 1)
            # The middle of the pixel that is clicked.
            panel.program.said("began 1 300.5 200.5 ")
            desktop.do("mousemove", "--window", window, 340, 260)
            panel.program.said("moved 1 340.5 260.5 ")
            desktop.do("mouseup", 1)
            panel.program.said("ended 1 340.5 260.5 ")
            # Who goes with a finger down takes it along.
            desktop.do("mousemove", "--window", window, 200, 100, "mousedown", 1)
            panel.program.said("began 2 200.5 100.5 ")
            process.kill()
            process.wait()
            panel.program.said("cancelled 2 ")
            desktop.do("mouseup", 1)
            panel.end(test)

        panel = Panel(desktop, "drag")
        # The green square lies below the others until a finger takes it along.
        process, window = panel.viewer(TOUCH, "-AutoSelect=0", "-PreferredEncoding=ZRLE", "-SecurityTypes=VncAuth")
        desktop.expect(window, images.with_square(squares(800, 480), 0, 0, 120, (0, 255, 0)), "before the finger came")
        desktop.do("mousemove", "--window", window, 500, 300, "mousedown", 1)
        # Half a pixel beyond, as the finger is.
        moved = images.with_square(squares(800, 480), 440, 240, 121, (0, 255, 0))
        sides = [(440 + i, y) for i in range(121) for y in (240, 360)] + [(x, 240 + i) for i in range(121) for x in (440, 560)]
        desktop.expect(window, moved, "with the finger", sides)
        desktop.do("mouseup", 1)
        gone(process)
        panel.end(test)

        panel = Panel(desktop, "pointer")
        process, window = panel.viewer(TOUCH)
        desktop.do("mousemove", "--window", window, 600, 200, "click", 5, "click", 5, "click", 5)
        panel.program.said("scroll 144$")
        gone(process)
        panel.end(test)

        # A keyboard that has the letter: where it has not, xdotool changes the keyboard while the viewer reads it.
        desktop.run("setxkbmap", "de")
        panel = Panel(desktop, "keys")
        process, window = panel.viewer(TOUCH)
        desktop.do("mousemove", "--window", window, 600, 200, "windowactivate", "--sync", window, "type", "Ab1 ?")
        panel.program.said("text Ab1 \\?$")
        desktop.do("key", "adiaeresis", "key", "BackSpace", "key", "F1")
        panel.program.said("f1 down$")
        test.equal([l for l in panel.program.lines() if l.startswith("text")][-2:], ["text Ab1 ?ä", "text Ab1 ?"],
                   "text after ä and Backspace")
        gone(process)
        panel.end(test)


@case("remote-viewer-is-kept-out", "viewer")
def kept_out(test):
    """The second password lets TigerVNC's viewer see and not touch, so does VITRINE_VNC=view; a wrong one, or TLS: no entry."""
    with Desktop(test) as desktop:
        panel = Panel(desktop, "touches")
        for password, words, answer in (
                ("wrongone", (), "Authentication failure: password check failed"),
                (TOUCH, ("-SecurityTypes=TLSVnc,X509Vnc",), "No matching security types"),
                (TOUCH, ("-SecurityTypes=None",), "No matching security types")):
            process = panel.begin(password, *words)
            process.wait(20)
            said = desktop.said("xtigervncviewer").split("TigerVNC Viewer")[-1]
            test.check(answer in said, "%s: %s" % (words or password, said))
        # Who only looks comes before who touches, and is not heard.
        for mode, password in (("on", LOOK), ("view", TOUCH)):
            if mode == "view":
                panel.end(test)
                panel = Panel(desktop, "touches", VITRINE_VNC="view")
            process, window = panel.viewer(password)
            desktop.expect(window, squares(800, 480), "who only looks")
            desktop.do("mousemove", "--window", window, 300, 200, "click", 1, "click", 5)
            if mode == "on":
                gone(process)
                process, window = panel.viewer(TOUCH)
                desktop.expect(window, squares(800, 480), "who touches")
                desktop.do("mousemove", "--window", window, 400, 240, "click", 1)
                panel.program.said("ended 1 400.5 240.5 ")
                test.equal(len(panel.program.lines()), 2, "lines about touches")
            else:
                # It has heard of everything once it lets another one in after this one has gone.
                gone(process)
                process, window = panel.viewer(password)
                desktop.expect(window, squares(800, 480), "who comes next")
                test.equal(panel.program.lines(), [], "touches")
            gone(process)
        panel.end(test)
