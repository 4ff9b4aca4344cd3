@testable import Display
import Glibc
import Raster
import Testing

@Suite("KMS: which card, connector, mode, plane, format")
struct ChoiceTests {
    private let card0 = "/dev/dri/card0"
    private let card1 = "/dev/dri/card1"
    private let card2 = "/dev/dri/card2"

    private func unplugged(_ path: String) -> ScriptedCard {
        var card = ScriptedCard.panel(path: path, driver: "vc4", connector: 11)
        card.connectors[0].connection = .disconnected
        card.connectors[0].modes = []
        return card
    }

    // MARK: Cards

    @Test("C09: a render-only card that comes first is passed over")
    func renderOnlyFirst() throws {
        let kernel = ScriptedKernel(.renderer(path: card0), .panel(path: card1, driver: "vc4"))
        let output = try KMSOutput.open(on: kernel)
        #expect(output.info.card == "/dev/dri/card1 (vc4)")
        #expect(kernel.log.contains("close /dev/dri/card0"))
        output.close()
        #expect(kernel.leaks == [])
    }

    @Test("C09: a render-only card that refuses to list its resources is passed over")
    func renderOnlyRefuses() throws {
        let kernel = ScriptedKernel(.renderer(path: card0), .panel(path: card1))
        kernel.answer("resources", EOPNOTSUPP)
        #expect(try KMSOutput.open(on: kernel).info.card == "/dev/dri/card1 (panel)")
    }

    @Test("C09: of two display cards the one with a connected connector is taken")
    func onlyLastConnected() throws {
        let kernel = ScriptedKernel(unplugged(card0), .renderer(path: card1), .panel(path: card2))
        #expect(try KMSOutput.open(on: kernel).info.card == "/dev/dri/card2 (panel)")
    }

    @Test("a built-in panel goes before a monitor, on whichever card")
    func builtInFirst() throws {
        let monitor = ScriptedCard.panel(path: card0, driver: "vc4", connector: 11)
        let kernel = ScriptedKernel(monitor, .panel(path: card1, driver: "rp1-dsi"))
        let output = try KMSOutput.open(on: kernel)
        #expect(output.info.name == "DSI-1")
        output.close()
        #expect(kernel.leaks == [])
    }

    @Test("C09: with no display connected the error lists every card and why not")
    func noneConnected() throws {
        var clumsy = ScriptedCard.panel(path: card2, driver: "old")
        clumsy.hasDumbBuffers = false
        let kernel = ScriptedKernel(.renderer(path: card0), unplugged(card1), clumsy)
        let error = try #require(displayError { () throws(DisplayError) in _ = try KMSOutput.open(on: kernel) })
        #expect(
            error.reason
                == .noConnectedOutput([
                    .init(card: "/dev/dri/card0 (v3d)", reason: "it only renders: no connectors"),
                    .init(card: "/dev/dri/card1 (vc4)", reason: "no usable connector: HDMI-A-1 disconnected"),
                    .init(card: "/dev/dri/card2 (old)", reason: "it has no dumb buffers"),
                ]))
        #expect(error.recovery == .retryAfterEvent)
        for text in ["card0 (v3d): it only renders", "card1 (vc4): no usable connector", "video=CONNECTOR"] {
            #expect(error.description.contains(text))
        }
        #expect(kernel.leaks == [])
    }

    @Test("E01: without any card the error says so, and an event is to be waited for")
    func noCard() throws {
        let kernel = ScriptedKernel()
        let error = try #require(displayError { () throws(DisplayError) in _ = try KMSOutput.open(on: kernel) })
        #expect(error.reason == .noConnectedOutput([]) && error.recovery == .retryAfterEvent)
        #expect(error.description.contains("there is no display card"))
        #expect(kernel.leaks == [])
    }

    @Test("a wanted path or driver is taken, and nothing else")
    func wantedCard() throws {
        let kernel = ScriptedKernel(.panel(path: card0, driver: "one"), .panel(path: card1, driver: "two"))
        for wish in [card1, "two"] {
            let output = try KMSOutput.open(on: kernel, KMSConfiguration(card: wish))
            #expect(output.info.card == "/dev/dri/card1 (two)")
            output.close()
        }
        let error = try #require(
            displayError { () throws(DisplayError) in
                _ = try KMSOutput.open(on: kernel, KMSConfiguration(card: "three"))
            })
        #expect(error.description.contains("card0 (one): its driver is not three"))
        #expect(
            displayError { () throws(DisplayError) in
                _ = try KMSOutput.open(on: kernel, KMSConfiguration(card: "/dev/dri/card7"))
            }?.recovery == .retryAfterEvent)
        #expect(kernel.leaks == [])
    }

    // MARK: Connectors

    private func twoConnectors() -> ScriptedCard {
        var card = ScriptedCard.panel(connector: 11, modes: [KMSMode(64, 32, rate: 60)])
        var panel = ScriptedCard.panel().connectors[0]
        panel.id = 52
        card.connectors.append(panel)
        return card
    }

    @Test("a wanted connector is taken; one that is not connected is not replaced by another")
    func wantedConnector() throws {
        let kernel = ScriptedKernel(twoConnectors())
        #expect(try KMSOutput.open(on: kernel).info.name == "DSI-1")
        #expect(try KMSOutput.open(on: kernel, KMSConfiguration(connector: "HDMI-A-1")).info.name == "HDMI-A-1")
        kernel.cards[0].connectors[0].connection = .disconnected
        let error = try #require(
            displayError { () throws(DisplayError) in
                _ = try KMSOutput.open(on: kernel, KMSConfiguration(connector: "HDMI-A-1"))
            })
        #expect(error.description.contains("HDMI-A-1 disconnected, DSI-1 connected"))
    }

    @Test(
        "C48: a connector without modes is passed over, one that cannot tell whether it is connected is the last resort"
    )
    func oddConnectors() throws {
        let kernel = ScriptedKernel(twoConnectors())
        kernel.cards[0].connectors[1].modes = []
        #expect(try KMSOutput.open(on: kernel).info.name == "HDMI-A-1")
        kernel.cards[0] = twoConnectors()
        kernel.cards[0].connectors[1].connection = .unknown
        #expect(try KMSOutput.open(on: kernel).info.name == "HDMI-A-1")
        kernel.cards[0].connectors[0].connection = .disconnected
        #expect(try KMSOutput.open(on: kernel).info.name == "DSI-1")
    }

    @Test("the connector's size, orientation and names get through")
    func info() throws {
        var card = ScriptedCard.panel(modes: [KMSMode(48, 32, rate: 50)])
        card.panelOrientation = "Right Side Up"
        card.hasVerticalBlank = false
        let kernel = ScriptedKernel(card)
        let info = try KMSOutput.open(on: kernel).info
        #expect(info.physicalSize == OutputInfo.PhysicalSize(width: 154, height: 86))
        #expect(info.panelRotation == .quarter && info.panelSize == PixelSize(width: 48, height: 32))
        #expect(info.formatCode == "XR24" && info.isAtomic && !info.hasVerticalBlank)
        #expect(abs(info.refreshInterval - 0.02) < 0.0005)
        #expect(Rotation(panelOrientation: "Left Side Up") == .threeQuarter)
        #expect(Rotation(panelOrientation: "Upside Down") == .half)
        #expect(Rotation(panelOrientation: "Normal") == .none)
    }

    // MARK: CRTC and plane

    @Test("the CRTC that drives the connector already is kept; otherwise an idle one that the encoder allows")
    func crtcs() throws {
        var card = ScriptedCard.panel()
        card.crtcs = (UInt32(41)...44).map {
            var crtc = KMSCRTC()
            crtc.id = $0
            return crtc
        }
        // 41 is not possible, 42 shows something for somebody else.
        card.encoders[0].possibleCRTCs = 0b1110
        card.crtcs[1].mode = .panel
        card.planes = [
            ScriptedCard.plane(31, crtcs: 0b0001, formats: [ScriptedCard.xrgb8888]),
            ScriptedCard.plane(32, crtcs: 0b1010, formats: [ScriptedCard.xrgb8888]),
        ]
        // 43 is idle but has no primary plane, so it is 44.
        let kernel = ScriptedKernel(card)
        let output = try KMSOutput.open(on: kernel)
        try output.show()
        #expect(kernel.log.contains { $0.contains("51.CRTC_ID=44") && $0.contains("32.CRTC_ID=44") })
        output.close()

        card.connectors[0].encoder = 61
        card.encoders[0].crtc = 42
        let second = ScriptedKernel(card)
        let lit = try KMSOutput.open(on: second)
        try lit.show()
        #expect(second.log.contains { $0.contains("51.CRTC_ID=42") })
    }

    @Test("without a primary plane for the display the error names it")
    func noPlane() throws {
        var card = ScriptedCard.panel()
        card.planes[0].possibleCRTCs = 0b10
        let kernel = ScriptedKernel(card)
        let error = try #require(displayError { () throws(DisplayError) in _ = try KMSOutput.open(on: kernel) })
        #expect(error.reason == .noUsablePlane && error.subject.contains("DSI-1"))
        #expect(kernel.leaks == [])
    }

    // MARK: Formats

    @Test(
        "C12: the format is one that the plane lists, in the documented order",
        arguments: [
            ([ScriptedCard.xrgb8888], PixelFormat.xrgb8888, "XR24"), ([ScriptedCard.argb8888], .xrgb8888, "AR24"),
            ([ScriptedCard.rgb565], .rgb565, "RG16"),
            ([ScriptedCard.rgb565, ScriptedCard.argb8888, ScriptedCard.xrgb8888], .xrgb8888, "XR24"),
            ([ScriptedCard.xbgr8888, ScriptedCard.rgb565, ScriptedCard.argb8888], .xrgb8888, "AR24"),
            ([ScriptedCard.rgb565, ScriptedCard.xbgr8888], .xbgr8888, "XB24"),
            ([ScriptedCard.abgr8888], .xbgr8888, "AB24"), ([ScriptedCard.rgb888], .rgb888, "RG24"),
            ([ScriptedCard.bgr888, ScriptedCard.bgr565], .bgr888, "BG24"),
            ([ScriptedCard.bgr565, ScriptedCard.xrgb2101010], .xrgb2101010, "XR30"),
            ([ScriptedCard.bgr565], .bgr565, "BG16"),
        ])
    func formats(offered: [UInt32], format: PixelFormat, code: String) throws {
        let kernel = ScriptedKernel(.panel(formats: offered))
        let output = try KMSOutput.open(on: kernel)
        #expect(output.info.format == format && output.info.formatCode == code)
        #expect(try output.acquire()?.format == format)
        #expect(kernel.log.contains("createDumb 32x16@\(format.bytesPerPixel * 8)"))
        #expect(kernel.log.contains("addFramebuffer \(code) pitch \(32 * format.bytesPerPixel)"))
    }

    @Test("a wish for RGB565 is met where the plane has it, and forgotten where it has not")
    func preferredFormat() throws {
        let wish = KMSConfiguration(format: .rgb565)
        #expect(try KMSOutput.open(on: ScriptedKernel(.panel()), wish).info.formatCode == "RG16")
        let all = ScriptedCard.panel(formats: [
            ScriptedCard.xrgb8888, ScriptedCard.rgb888, ScriptedCard.bgr565, ScriptedCard.xrgb2101010,
        ])
        for (format, code) in [(PixelFormat.rgb888, "RG24"), (.bgr565, "BG16"), (.xrgb2101010, "XR30")] {
            let output = try KMSOutput.open(on: ScriptedKernel(all), KMSConfiguration(format: format))
            #expect(output.info.format == format && output.info.formatCode == code)
        }
        let kernel = ScriptedKernel(.panel(formats: [ScriptedCard.xrgb8888]))
        #expect(try KMSOutput.open(on: kernel, wish).info.formatCode == "XR24")
    }

    @Test("C12: a plane with none of our formats gives an error that lists what it has")
    func noFormat() throws {
        let kernel = ScriptedKernel(.panel(formats: [ScriptedCard.nv12]))
        let error = try #require(displayError { () throws(DisplayError) in _ = try KMSOutput.open(on: kernel) })
        #expect(error.reason == .noUsableFormat(["NV12"]) && error.recovery == .stop)
        #expect(error.description.contains("/dev/dri/card0 (panel), DSI-1") && error.description.contains("NV12"))
        #expect(kernel.leaks == [])
    }
}
