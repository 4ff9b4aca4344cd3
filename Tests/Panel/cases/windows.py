"""Programs in a window of a desktop: pictures, fingers, keys, and what people do to windows. On this machine, without another."""
import glob
import os

from harness.case import case
from harness.desktop import Desktop, near_edges, squares
from machine.host import png


def touches(program, count=1):
    """What the touches of a program were until so many have ended: (phase, number, x, y)."""
    program.said("ended|cancelled", count)
    return [(p, int(n), float(x), float(y)) for p, n, x, y, _ in (
        l.split() for l in program.lines() if l.split()[0] in ("began", "moved", "ended", "cancelled"))]


@case("window-shows-the-panel", "desktop")
def pictures(test):
    """Exactly the expected pixels in a window: sizes, pixels per point, rotations, zoom; a large panel is made to fit."""
    # What it is started with, the picture of the window, whether pixels are mixed where colours meet.
    shown = [
        ("800x480", {}, squares(800, 480), False),
        ("480x800", {}, squares(480, 800), False),
        ("800x480@2", {}, squares(400, 240, 2), False),
        ("800x480", {"VITRINE_SCALE": "1.5"}, squares(800 / 1.5, 320, 1.5), False),
        ("800x480", {"VITRINE_ROTATION": "90"}, squares(480, 800), False),
        ("800x480", {"VITRINE_ROTATION": "180"}, squares(800, 480), False),
        ("800x480", {"VITRINE_ROTATION": "270"}, squares(480, 800), False),
        # The middle of the one is not the middle of a pixel of the other.
        ("401x300", {"VITRINE_ROTATION": "90"}, squares(300, 401), False),
        ("400x300", {"VITRINE_WINDOW_ZOOM": "2"}, squares(400, 300, 2), False),
        ("400x300", {"VITRINE_WINDOW_ZOOM": "2", "VITRINE_ROTATION": "270"}, squares(300, 400, 2), False),
        ("400x300", {"VITRINE_WINDOW_ZOOM": "1.5"}, squares(400, 300, 1.5), True),
        ("800x480", {"VITRINE_WINDOW_ZOOM": "0.5"}, squares(800, 480, 0.5), True),
        ("2560x1600", {}, squares(2560, 1600, 0.5), True),
    ]
    with Desktop(test) as desktop:
        for panel, settings, expected, is_mixed in shown:
            program = desktop.start("PanelProbe", "still", VITRINE_PANEL=panel, **settings)
            desktop.expect(program.window, expected, "%s %s" % (panel, settings), near_edges(expected, 2) if is_mixed else ())
            program.process.terminate()
            test.equal(program.ended(), 0, "status")
            test.equal(program.errors(), "", "what was said")


@case("window-changes-its-size", "desktop")
def sizes(test):
    """A window that is pulled larger and smaller, and F11 with and without a window manager: the picture fits, so do fingers."""
    for manager in (False, True):
        with Desktop(test, manager=manager) as desktop:
            program = desktop.start("PanelProbe", "touches", VITRINE_PANEL="800x480")
            window, before = program.window, desktop.place(program.window)

            def shows(width, height, scale, what):
                left, top = (width - 800 * scale) / 2, (height - 480 * scale) / 2
                expected = squares(800, 480, scale, left, top, (width, height))
                desktop.expect(window, expected, "%s, %s" % (what, "managed" if manager else "alone"), near_edges(expected, 2))

            def touched(x, y, number, point):
                desktop.do("mousemove", "--window", window, x, y, "mousedown", 1, "mouseup", 1)
                seen = [t for t in touches(program, number) if t[1] == number]
                test.equal([t[0] for t in seen], ["began", "ended"], "phases of touch %d" % number)
                for _, _, x, y in seen:
                    test.check(abs(x - point[0]) < 0.1 and abs(y - point[1]) < 0.1, "touch %d: %r, expected %r" % (
                        number, seen, point))
            shows(800, 480, 1, "at first")
            desktop.do("windowsize", window, 1000, 700)
            shows(1000, 700, 1.25, "larger")
            touched(500, 350, 1, (400, 240))
            desktop.do("windowsize", window, 400, 480)
            shows(400, 480, 0.5, "smaller")
            touched(100, 130, 2, (200, 20))
            desktop.do("windowsize", window, 800, 480)
            shows(800, 480, 1, "as before")
            before = desktop.place(window)

            desktop.do("mousemove", "--window", window, 400, 240, "key", "F11")
            desktop.wait(lambda: desktop.place(window) == (0, 0, *desktop.size), "the whole screen")
            shows(*desktop.size, 1.6, "the whole screen")
            test.same_image(desktop.picture(), desktop.picture(window), "nothing but the window is seen")
            touched(160, 128 + 320, 3, (100, 200))
            desktop.do("key", "F11")
            desktop.wait(lambda: desktop.place(window) == before, "where it was, %r" % (before,))
            shows(800, 480, 1, "after the whole screen")
            touched(300, 200, 4, (300, 200))
            program.process.terminate()
            test.equal(program.ended(), 0, "status")
            test.equal(program.errors(), "", "what was said")


@case("window-takes-fingers-and-keys", "desktop")
def hands(test):
    """The mouse is a finger, with Control two; its wheel, keys and text; F12 makes a picture; who closes the window ends the program."""
    with Desktop(test, manager=True) as desktop:
        def at(program, x, y, *more):
            desktop.do("mousemove", "--window", program.window, x, y, *more)

        for rotation in ("0", "90", "180", "270"):
            program = desktop.start("PanelProbe", "touches", VITRINE_PANEL="800x480", VITRINE_ROTATION=rotation)
            at(program, 300, 200, "mousedown", 1)
            program.said("began 1 300.0 200.0 ")
            at(program, 340, 260)
            program.said("moved 1 340.0 260.0 ")
            # Held, the finger may leave the window.
            at(program, 340, -40)
            desktop.do("mouseup", 1)
            seen = touches(program)
            test.equal((seen[0][:2], seen[-1][:2]), (("began", 1), ("ended", 1)), "one touch, turned by " + rotation)
            test.equal(seen[-1][2], 340, "where it ended, turned by " + rotation)
            if rotation != "270":
                program.process.terminate()
                test.equal(program.ended(), 0, "status")

        # With Control two fingers, about the middle of 480x800; letting go of the key on the way changes nothing.
        at(program, 200, 300, "keydown", "Control_L", "mousedown", 1, "keyup", "Control_L")
        program.said("began 3 ")
        at(program, 150, 250, "mouseup", 1)
        seen = [t for t in touches(program, 3) if t[1] > 1]
        test.equal({t[2:] for t in seen if t[0] == "began"}, {(200, 300), (280, 500)}, "two fingers down")
        test.equal({t[2:] for t in seen if t[0] == "ended"}, {(150, 250), (330, 550)}, "two fingers up")

        # A finger is down when another window comes to the front.
        at(program, 200, 300, "mousedown", 1)
        program.said("began 4 200.0 300.0 ")
        other = desktop.start("PanelProbe", "still", VITRINE_PANEL="300x300")
        program.said("cancelled 4 200.0 300.0 ")
        desktop.do("mouseup", 1)
        other.process.terminate()
        test.equal(other.ended(), 0, "status")

        # A picture, into the folder that the program was started in.
        desktop.do("windowactivate", "--sync", program.window, "key", "F12")
        desktop.wait(lambda: program.errors().endswith(".png\n"), "a screenshot")
        paths = glob.glob(os.path.join(program.folder, "Screenshot-*.png"))
        test.equal(program.errors(), "".join("screenshot: %s\n" % os.path.basename(p) for p in paths), "what was said")
        test.same_image(png.read(paths[0]), squares(480, 800), "the screenshot")
        desktop.do("key", "alt+F4")
        test.equal(program.ended(), 0, "status once the window was closed")

        wheel = desktop.start("PanelProbe", "pointer", VITRINE_PANEL="800x480")
        at(wheel, 600, 200, "click", 5, "click", 5, "click", 5)
        wheel.said("scroll 144$")
        at(wheel, 600, 200, "click", 4)
        wheel.said("scroll 96$")
        wheel.process.terminate()
        test.equal(wheel.ended(), 0, "status")
        mouse = desktop.start("PanelProbe", "pointer", VITRINE_PANEL="800x480", VITRINE_WINDOW_MOUSE="pointer")
        at(mouse, 100, 300)
        mouse.said("hover . 100 300$")
        at(mouse, 150, 330, "click", 1)
        mouse.said("click 1 150 330$")
        mouse.process.terminate()
        test.equal(mouse.ended(), 0, "status")

        desktop.run("setxkbmap", "de")
        keys = desktop.start("PanelProbe", "keys", VITRINE_PANEL="800x480")
        desktop.do("windowactivate", "--sync", keys.window, "type", "Ab1 ?")
        keys.said("text Ab1 \\?$")
        desktop.do("key", "z", "key", "EuroSign", "key", "BackSpace", "key", "dead_acute", "key", "e", "key", "F1")
        keys.said("f1 down$")
        said = [l for l in keys.lines() if l.startswith("text")]
        test.equal(said[-4:], ["text Ab1 ?z", "text Ab1 ?z€", "text Ab1 ?z", "text Ab1 ?zé"], "text of a German keyboard")
        # Not by a key: after another keyboard was chosen, the window manager takes its own keys anew when it comes to it.
        keys.process.terminate()
        test.equal(keys.ended(), 0, "status")
        test.equal(keys.errors(), "", "what was said")
