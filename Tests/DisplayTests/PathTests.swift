@testable import Display
import Glibc
import Raster
import Testing

@Suite("KMS: the way a picture is handed over, and what is remembered of it")
struct PathTests {
    private let modeset =
        "commit [MODESET] 51.CRTC_ID=41 51.link-status=0 41.MODE_ID=id 41.ACTIVE=1 31.FB_ID=id 31.CRTC_ID=41 "
        + "31.SRC_X=0 31.SRC_Y=0 31.SRC_W=2097152 31.SRC_H=1048576 31.CRTC_X=0 31.CRTC_Y=0 31.CRTC_W=32 31.CRTC_H=16"
    private let flip = "commit [NONBLOCK EVENT] 31.FB_ID=id"
    private let flipWithClips = "commit [NONBLOCK EVENT] 31.FB_ID=id 31.FB_DAMAGE_CLIPS=id"
    private let damage = [PixelRect(x: 0, y: 0, width: 4, height: 4)]

    /// With damage clips, and its first picture shown.
    private func running(_ kernel: ScriptedKernel) throws -> KMSOutput {
        let output = try KMSOutput.open(on: kernel)
        try output.show()
        _ = try output.takeEvents()
        kernel.clearLog()
        return output
    }

    private func card() -> ScriptedCard {
        var card = ScriptedCard.panel()
        card.hasDamageClips = true
        return card
    }

    // MARK: Refused flips

    @Test(
        "a flip that the device cannot do is tried without clips, blocking, and by a mode set, in this order",
        arguments: [EINVAL, ENOSPC, E2BIG, ERANGE, ENOSYS, EOPNOTSUPP])
    func ladder(code: Int32) throws {
        for refusals in 1...4 {
            let kernel = ScriptedKernel(card())
            let output = try running(kernel)
            for _ in 0..<refusals { kernel.answer("commit", code) }
            let error = displayError { () throws(DisplayError) in try output.show(damage: damage) }
            var calls = ["createClipsBlob", flipWithClips, flip]
            if refusals > 1 { calls.append("commit [] 31.FB_ID=id") }
            if refusals > 2 { calls += ["planes", "resources", modeset] }
            #expect(kernel.log.filter { !$0.hasPrefix("properties") && $0 != "setTimer" } == calls + ["destroyBlob"])
            #expect((error?.recovery == .reconfigure) == (refusals == 4))
            #expect(error == nil || error?.code == code)
            if refusals == 1 { kernel.completeFlip() }
            #expect(try output.takeEvents().count == (refusals == 4 ? 0 : 1))
            output.close()
            #expect(kernel.leaks == [])
        }
    }

    @Test(
        "a flip refused for the moment, for lack of rights or of a device is not tried another way",
        arguments: [EBUSY, EACCES, EPERM, ENODEV, ENOMEM, EINTR])
    func noLadder(code: Int32) throws {
        let kernel = ScriptedKernel(card())
        let output = try running(kernel)
        kernel.answer("commit", code)
        let error = try #require(
            displayError { () throws(DisplayError) in try output.show(0xFF00_0001, damage: damage) })
        #expect(kernel.log == ["createClipsBlob", flipWithClips, "destroyBlob"])
        #expect(error.recovery == (code == ENODEV ? .retryAfterEvent : .retryLater))
        kernel.clearLog()
        try output.show(0xFF00_0002, damage: damage)
        let again: [String] =
            switch code {
            case EBUSY, ENODEV: ["createClipsBlob", flipWithClips, "destroyBlob"]
            case EACCES, EPERM: ["setMaster", "planes", "resources", modeset, "setTimer"]
            default: ["planes", "resources", modeset, "setTimer"]
            }
        #expect(kernel.log.filter { !$0.hasPrefix("properties") } == again)
        #expect(kernel.shownPixels?.load(as: UInt32.self) == 0xFF00_0002)
    }

    @Test("flips that only a mode set can replace go that way from the third on")
    func modesetsOnly() throws {
        let kernel = ScriptedKernel(.panel())
        let output = try running(kernel)
        for frame in 0..<6 {
            if frame < 3 { kernel.answer("commit", ENOSPC, ENOSPC) }
            kernel.clearLog()
            try output.show(0xFF00_0000 + UInt32(frame))
            let commits = kernel.log.filter { $0.hasPrefix("commit") }
            #expect(commits == (frame < 3 ? [flip, "commit [] 31.FB_ID=id", modeset] : [modeset]))
            #expect(kernel.shownPixels?.load(as: UInt32.self) == 0xFF00_0000 + UInt32(frame), "never an older picture")
            #expect(try output.takeEvents().count == 1)
        }
    }

    @Test("one that works again in between is not given up")
    func refusedNowAndThen() throws {
        let kernel = ScriptedKernel(.panel())
        let output = try running(kernel)
        for _ in 0..<8 {
            kernel.answer("commit", EINVAL)
            try output.show()
            _ = try output.takeEvents()
            kernel.clearLog()
            try output.show()
            #expect(kernel.log == [flip])
            kernel.completeFlip()
            _ = try output.takeEvents()
        }
    }

    // MARK: Lost flips

    @Test("D4: a driver that never reports flips is driven without events after two recoveries")
    func neverReported() throws {
        let kernel = ScriptedKernel(.panel())
        let output = try running(kernel)
        for _ in 0..<2 {
            kernel.clearLog()
            try output.show()
            kernel.loseFlip()
            try output.recover()
            #expect(
                kernel.log.filter { !$0.hasPrefix("properties") }
                    == [flip, "setMaster", "planes", "resources", modeset])
        }
        for frame in 0..<4 {
            kernel.clearLog()
            try output.show(0xFF00_0000 + UInt32(frame))
            #expect(kernel.log.first == "commit [] 31.FB_ID=id")
            #expect(try output.takeEvents().count == 1)
            #expect(kernel.shownPixels?.load(as: UInt32.self) == 0xFF00_0000 + UInt32(frame))
        }
    }

    @Test("lost flips with reported ones between them do not count together")
    func lostNowAndThen() throws {
        let kernel = ScriptedKernel(.panel())
        let output = try running(kernel)
        for _ in 0..<5 {
            try output.show()
            kernel.loseFlip()
            try output.recover()
            kernel.clearLog()
            try output.show()
            #expect(kernel.log == [flip])
            kernel.completeFlip()
            _ = try output.takeEvents()
        }
    }

    // MARK: Test commits

    @Test("a pixel format that the device cannot show in this mode is replaced by the next before anything is shown")
    func testedFormats() throws {
        let kernel = ScriptedKernel(card())
        kernel.refusedFormats = ["XR24"]
        let output = try KMSOutput.open(on: kernel)
        #expect(output.info.format == .rgb565 && output.info.formatCode == "RG16")
        #expect(
            kernel.log.filter { $0.hasPrefix("createDumb") || $0.hasPrefix("test") || $0 == "destroyDumb" } == [
                "createDumb 32x16@32", "createDumb 32x16@32", modeset.replacingCommit("test [TEST MODESET]"),
                "destroyDumb", "destroyDumb",
                "createDumb 32x16@16", "createDumb 32x16@16", modeset.replacingCommit("test [TEST MODESET]"),
            ])
        #expect(!kernel.log.contains { $0.hasPrefix("commit") }, "nothing is changed by asking")
        // After a replug what worked is tried first.
        kernel.change { $0.connectors[0].connection = .disconnected }
        _ = try output.takeEvents()
        kernel.clearLog()
        kernel.change { $0.connectors[0].connection = .connected }
        #expect(try output.takeEvents() == [.reconfigured])
        #expect(!kernel.log.contains("createDumb 32x16@32"))
        output.close()
        #expect(kernel.leaks == [])
    }

    @Test("where a test says no to every format, the first one is used, and the first picture's refusal tells why")
    func allFormatsRefused() throws {
        let kernel = ScriptedKernel(.panel())
        kernel.refusedFormats = ["XR24", "RG16"]
        let output = try KMSOutput.open(on: kernel)
        #expect(output.info.format == .xrgb8888)
        kernel.answer("commit", EINVAL)
        let error = try #require(displayError { () throws(DisplayError) in try output.show() })
        #expect(error.operation == .commitMode && error.description.contains("choose a smaller mode or RGB565"))
        output.close()
        #expect(kernel.leaks == [])
    }

    @Test("a test that could not be made is no answer", arguments: [EBUSY, EACCES, ENOMEM])
    func noAnswer(code: Int32) throws {
        let kernel = ScriptedKernel(.panel())
        kernel.answer("test", code)
        let output = try KMSOutput.open(on: kernel)
        #expect(output.info.format == .xrgb8888)
        #expect(kernel.log.filter { $0.hasPrefix("test") }.count == 1)
    }

    @Test("what was refused before a display went is not tried again after it came back")
    func rememberedOverReplug() throws {
        let kernel = ScriptedKernel(card())
        kernel.refusesFlags = (.nonBlocking, EINVAL)
        let output = try running(kernel)
        for _ in 0..<3 {
            try output.show(damage: damage)
            _ = try output.takeEvents()
        }
        kernel.change { $0.connectors[0].connection = .disconnected }
        _ = try output.takeEvents()
        kernel.change { $0.connectors[0].connection = .connected }
        _ = try output.takeEvents()
        try output.show()
        _ = try output.takeEvents()
        kernel.clearLog()
        try output.show(damage: damage)
        #expect(kernel.log.filter { $0.hasPrefix("commit") } == ["commit [] 31.FB_ID=id 31.FB_DAMAGE_CLIPS=id"])
    }

    // MARK: The mode that is set already

    @Test(
        "cage#366: a splash screen's mode is kept: the first picture comes without a mode set, blocking, without event")
    func takesOver() throws {
        let kernel = ScriptedKernel(.lit())
        let output = try KMSOutput.open(on: kernel)
        kernel.clearLog()
        try output.show()
        let takeOver =
            "commit [] 31.FB_ID=id 31.CRTC_ID=41 31.SRC_X=0 31.SRC_Y=0 31.SRC_W=2097152 31.SRC_H=1048576 31.CRTC_X=0 "
            + "31.CRTC_Y=0 31.CRTC_W=32 31.CRTC_H=16"
        #expect(kernel.log == ["planes", "resources", takeOver, "setTimer"])
        #expect(try output.takeEvents() == [.flipped(sequence: 0, timestamp: 1000)])
        kernel.clearLog()
        try output.show()
        #expect(kernel.log == [flip])
    }

    @Test("where the kernel does not want to keep the mode, it is set", arguments: [EINVAL, EBUSY])
    func takeOverRefused(code: Int32) throws {
        let kernel = ScriptedKernel(.lit())
        let output = try KMSOutput.open(on: kernel)
        kernel.answer("commit", code)
        kernel.clearLog()
        try output.show()
        #expect(kernel.log.filter { $0.hasPrefix("commit") }.last == modeset)
        #expect(kernel.log.filter { $0.hasPrefix("commit") }.count == 2)
    }

    @Test("the mode is set where another one is lit, the CRTC is off, or a second connector shows the same")
    func noTakeOver() throws {
        var dark = ScriptedCard.lit()
        dark.isCRTCActive = false
        var cloned = ScriptedCard.lit()
        var second = cloned.connectors[0]
        second.id = 52
        second.typeIndex = 2
        second.connection = .disconnected
        cloned.connectors.append(second)
        cloned.connectorCRTCs[52] = 41
        for card in [ScriptedCard.lit(KMSMode(32, 16, rate: 60)), dark, cloned] {
            let kernel = ScriptedKernel(card)
            let output = try KMSOutput.open(on: kernel)
            try output.show()
            let commits = kernel.log.filter { $0.hasPrefix("commit") }
            #expect(commits.count == 1 && commits[0].hasPrefix("commit [MODESET]"))
        }
    }

    @Test("a mode is kept only for the very first picture")
    func takesOverOnce() throws {
        let kernel = ScriptedKernel(.lit())
        let output = try running(kernel)
        try output.blank()
        kernel.clearLog()
        try output.show()
        #expect(kernel.log.contains(modeset))
    }
}
