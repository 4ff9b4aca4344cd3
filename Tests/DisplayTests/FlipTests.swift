@testable import Display
import Glibc
import Raster
import Testing

@Suite("KMS: opening, flips, closing")
struct FlipTests {
    private let modeset =
        "commit [MODESET] 51.CRTC_ID=41 51.link-status=0 41.MODE_ID=id 41.ACTIVE=1 31.FB_ID=id 31.CRTC_ID=41 "
        + "31.SRC_X=0 31.SRC_Y=0 31.SRC_W=2097152 31.SRC_H=1048576 31.CRTC_X=0 31.CRTC_Y=0 31.CRTC_W=32 31.CRTC_H=16"

    @Test("C02: atomic: opening, first commit (blocking, no event), flips and closing make exactly these calls")
    func atomicSequence() throws {
        var card = ScriptedCard.panel()
        card.hasDamageClips = true
        card.crtcs[0].framebuffer = 7
        card.crtcs[0].mode = .panel
        let kernel = ScriptedKernel(card)
        let output = try KMSOutput.open(on: kernel)
        #expect(
            kernel.log == [
                "openHotplug", "createTimer", "createSuspendWatch", "listCards", "open /dev/dri/card0", "deviceNumber",
                "driverName",
                "capability", "resources", "resources", "connector 51", "setMaster", "enablePlanes", "enableAtomic",
                "planes", "properties 31", "plane", "resources", "encoder", "crtc", "properties 51", "properties 41",
                "crtc", "createModeBlob", "createDumb 32x16@32", "addFramebuffer XR24 pitch 128", "mapDumb",
                "createDumb 32x16@32", "addFramebuffer XR24 pitch 128", "mapDumb",
                "planes", "resources", modeset.replacingCommit("test [TEST MODESET]"),
            ])
        kernel.clearLog()
        try output.show()
        #expect(kernel.log == ["planes", "resources", modeset, "setTimer"])
        kernel.clearLog()
        #expect(try output.takeEvents() == [.flipped(sequence: 0, timestamp: 1000)])
        try output.show(damage: [PixelRect(x: 1, y: 2, width: 3, height: 4)])
        #expect(
            kernel.log == [
                "createClipsBlob", "commit [NONBLOCK EVENT] 31.FB_ID=id 31.FB_DAMAGE_CLIPS=id", "destroyBlob",
            ])
        kernel.clearLog()
        output.close()
        output.close()
        #expect(
            kernel.log == [
                "setCRTC 41 7 [51] 32x16", "unmap", "removeFramebuffer", "destroyDumb", "unmap", "removeFramebuffer",
                "destroyDumb", "destroyBlob", "dropMaster", "close /dev/dri/card0", "close udev", "close timer",
                "close suspend watch",
            ])
        #expect(kernel.leaks == [])
    }

    @Test("legacy: the first picture sets the CRTC, later ones are page flips", arguments: [true, false])
    func legacySequence(isForced: Bool) throws {
        var card = ScriptedCard.panel()
        card.isAtomic = isForced
        let kernel = ScriptedKernel(card)
        let output = try KMSOutput.open(on: kernel, KMSConfiguration(forceLegacy: isForced))
        #expect(!output.info.isAtomic)
        #expect(kernel.log.contains("enableAtomic") == !isForced)
        kernel.clearLog()
        try output.show()
        _ = try output.takeEvents()
        try output.show()
        kernel.completeFlip(sequence: 9, at: 1000.01)
        kernel.now = 1000.011
        #expect(try output.takeEvents() == [.flipped(sequence: 9, timestamp: 1000.01)])
        #expect(kernel.log == ["setCRTC 41 own [51] 32x16", "setTimer", "pageFlip"])
        output.close()
        #expect(kernel.leaks == [])
    }

    @Test("an atomic driver without the properties we need is driven by the legacy calls")
    func missingPropertyFallsBack() throws {
        let kernel = ScriptedKernel(.panel())
        var functions = kernel.functions
        let properties = functions.properties
        functions.properties = { (fd, object, type) throws(KernelError) in
            try properties(fd, object, type).filter { $0.name != "MODE_ID" }
        }
        let output = try KMSOutput(KMSConfiguration(), kernel: functions)
        #expect(!output.info.isAtomic)
        try output.show()
        #expect(kernel.log.contains("setCRTC 41 own [51] 32x16"))
    }

    @Test("the picture that is shown is the one that was painted, row by row", arguments: [0, 64])
    func paintedIsShown(padding: Int) throws {
        var card = ScriptedCard.panel()
        card.pitchPadding = padding
        let kernel = ScriptedKernel(card)
        let output = try KMSOutput.open(on: kernel)
        for frame in 0..<5 {
            let buffer = try #require(try output.show(0xFF00_0000 + UInt32(frame)))
            #expect(buffer.bytesPerRow == 32 * 4 + padding, "C10: the kernel's pitch")
            #expect(buffer.size == PixelSize(width: 32, height: 16))
            let shown = try #require(kernel.shownPixels)
            for row in 0..<16 {
                #expect(shown.load(fromByteOffset: row * buffer.bytesPerRow + 31 * 4, as: UInt32.self) & 0xFF == frame)
            }
            kernel.completeFlip()
            _ = try output.takeEvents()
        }
    }

    @Test("C15: buffers are black before they are used, opaque where the format has alpha")
    func buffersAreCleared() throws {
        for (format, word) in [
            (ScriptedCard.xrgb8888, UInt32(0)), (ScriptedCard.argb8888, 0xFF00_0000), (ScriptedCard.rgb565, 0),
            (ScriptedCard.abgr8888, 0xFF00_0000), (ScriptedCard.xrgb2101010, 0), (ScriptedCard.rgb888, 0),
        ] {
            var card = ScriptedCard.panel(formats: [format])
            card.pitchPadding = 8
            let kernel = ScriptedKernel(card)
            let output = try KMSOutput.open(on: kernel)
            #expect(kernel.mappings.count == 2)
            for (memory, size) in kernel.mappings {
                for offset in stride(from: 0, to: Int(size), by: 4) {
                    #expect(memory.load(fromByteOffset: offset, as: UInt32.self) == word)
                }
            }
            output.close()
        }
    }

    @Test("age: two buffers give 0, 0, 2, 2, …", arguments: [2, 3])
    func ages(bufferCount: Int) throws {
        let kernel = ScriptedKernel(.panel())
        let output = try KMSOutput.open(on: kernel, KMSConfiguration(bufferCount: bufferCount))
        #expect(output.info.bufferCount == bufferCount)
        var ages: [Int] = []
        for _ in 0..<6 {
            ages.append(try #require(try output.show()).age)
            kernel.completeFlip()
            _ = try output.takeEvents()
        }
        // A third buffer is not used while flips end before the next picture is begun: less has to be painted again.
        #expect(ages == [0, 0, 2, 2, 2, 2])
    }

    @Test("age: a third buffer is painted while the flip is pending, and is 3 pictures old in the end")
    func agesOfThree() throws {
        let kernel = ScriptedKernel(.panel())
        let output = try KMSOutput.open(on: kernel, KMSConfiguration(bufferCount: 3))
        try output.show()
        _ = try output.takeEvents()
        var ages: [Int] = []
        var next = try #require(try output.acquire())
        for _ in 0..<7 {
            ages.append(next.age)
            try output.present(next, damage: UnsafeBufferPointer(start: nil, count: 0))
            next = try #require(try output.acquire(), "there is a third buffer")
            #expect(
                displayError { () throws(DisplayError) in
                    try output.present(next, damage: UnsafeBufferPointer(start: nil, count: 0))
                }?.reason == .flipPending)
            kernel.completeFlip()
            _ = try output.takeEvents()
        }
        #expect(ages == [0, 0, 3, 3, 3, 3, 3])
    }

    @Test("with two buffers none is free while a flip is pending")
    func nothingFree() throws {
        let kernel = ScriptedKernel(.panel())
        let output = try KMSOutput.open(on: kernel)
        try output.show()
        #expect(try output.acquire() != nil, "the first picture is shown by a blocking call")
        #expect(
            displayError { () throws(DisplayError) in try output.show() }?.reason == .flipPending, "but not told yet")
        _ = try output.takeEvents()
        try output.show()
        #expect(try output.acquire() == nil)
        kernel.completeFlip()
        _ = try output.takeEvents()
        #expect(try output.acquire() != nil)
    }

    @Test("damage becomes clips: cut to the panel, exclusive edges, empty ones dropped, too many become one")
    func damageClips() throws {
        var card = ScriptedCard.panel()
        card.hasDamageClips = true
        let kernel = ScriptedKernel(card)
        let output = try KMSOutput.open(on: kernel)
        #expect(output.info.supportsDamageClips)
        func clips(_ damage: [PixelRect]) throws -> [KMSClip] {
            try output.show(damage: damage)
            kernel.completeFlip()
            _ = try output.takeEvents()
            return kernel.lastClips
        }
        #expect(try clips([PixelRect(x: 0, y: 0, width: 4, height: 4)]) == [], "the mode set shows everything")
        #expect(
            try clips([
                PixelRect(minX: -5, minY: 3, maxX: 7, maxY: 99), .empty, PixelRect(x: 40, y: 0, width: 1, height: 1),
            ])
                == [KMSClip(x1: 0, y1: 3, x2: 7, y2: 16)])
        #expect(try clips([]) == [], "no damage given: everything")
        let many = (0..<65).map { PixelRect(x: 2 + $0 % 20, y: 1 + $0 % 9, width: 2, height: 1) }
        #expect(try clips(many) == [KMSClip(x1: 2, y1: 1, x2: 23, y2: 10)])
        #expect(kernel.blobs.count == 1, "only the mode's blob is left")
        output.close()
        #expect(kernel.leaks == [])
    }

    @Test("damage clips are not sent where the plane has none, or where they are not wanted", arguments: [true, false])
    func noClips(hasClips: Bool) throws {
        var card = ScriptedCard.panel()
        card.hasDamageClips = hasClips
        let kernel = ScriptedKernel(card)
        let output = try KMSOutput.open(on: kernel, KMSConfiguration(usesDamageClips: false))
        #expect(!output.info.supportsDamageClips)
        try output.show()
        _ = try output.takeEvents()
        try output.show(damage: [PixelRect(x: 0, y: 0, width: 4, height: 4)])
        #expect(!kernel.log.contains("createClipsBlob"))
    }

    @Test("the timestamp of a flip is the kernel's, unless it is nonsense", arguments: [0, 3.5, 1_000_000])
    func timestamps(nonsense: Double) throws {
        let kernel = ScriptedKernel(.panel())
        let output = try KMSOutput.open(on: kernel)
        try output.show()
        _ = try output.takeEvents()
        try output.show()
        kernel.now = 1000.02
        kernel.completeFlip(sequence: 5, at: 1000.015)
        #expect(try output.takeEvents() == [.flipped(sequence: 5, timestamp: 1000.015)])
        try output.show()
        kernel.completeFlip(sequence: 6, at: nonsense)
        kernel.now = 1000.04
        #expect(try output.takeEvents() == [.flipped(sequence: 6, timestamp: 1000.04)])
    }

    @Test("idle: without a pending picture nothing is set that would wake the caller")
    func idle() throws {
        let kernel = ScriptedKernel(.panel())
        let output = try KMSOutput.open(on: kernel)
        try output.show()
        _ = try output.takeEvents()
        try output.show()
        kernel.completeFlip()
        _ = try output.takeEvents()
        #expect(kernel.timerTime == nil)
        #expect(output.fileDescriptors.count == 4, "timer, sleep, card, udev")
    }

    @Test("blank switches the signal off; the next picture sets the mode again", arguments: [true, false])
    func blank(isLegacy: Bool) throws {
        let kernel = ScriptedKernel(.panel())
        let output = try KMSOutput.open(on: kernel, KMSConfiguration(forceLegacy: isLegacy))
        try output.show()
        _ = try output.takeEvents()
        kernel.clearLog()
        try output.blank()
        #expect(kernel.log == [isLegacy ? "setCRTC 41 0 [] off" : "commit [MODESET] 41.ACTIVE=0"])
        try output.show()
        #expect(kernel.log.contains(isLegacy ? "setCRTC 41 own [51] 32x16" : modeset))
        #expect(try output.takeEvents().count == 1)
    }

    @Test("a device that refuses to switch its signal off is told of as just that", arguments: [true, false])
    func blankRefused(isLegacy: Bool) throws {
        let kernel = ScriptedKernel(.panel())
        let output = try KMSOutput.open(on: kernel, KMSConfiguration(forceLegacy: isLegacy))
        try output.show()
        _ = try output.takeEvents()
        kernel.answer(isLegacy ? "setCRTC" : "commit", EINVAL)
        let error = try #require(displayError { () throws(DisplayError) in try output.blank() })
        #expect(error.description.contains("could not switch the signal off"), "\(error)")
        #expect(!error.description.contains("mode"), "\(error)")
    }

    @Test("cursors, overlays and second connectors of others are taken off our CRTC")
    func detachesStrangers() throws {
        var card = ScriptedCard.panel()
        var overlay = ScriptedCard.plane(32, crtcs: 1, formats: [ScriptedCard.argb8888])
        overlay.crtc = 41
        card.planes.append(overlay)
        card.overlays = [32]
        var second = card.connectors[0]
        second.id = 52
        second.typeIndex = 2
        card.connectors.append(second)
        card.connectorCRTCs = [52: 41]
        card.hasRotation = true
        let kernel = ScriptedKernel(card)
        let output = try KMSOutput.open(on: kernel)
        try output.show()
        let commit = try #require(kernel.log.first { $0.hasPrefix("commit") })
        #expect(commit.hasPrefix("commit [MODESET] 32.FB_ID=0 32.CRTC_ID=0 52.CRTC_ID=0 51.CRTC_ID=41"))
        #expect(commit.contains("31.rotation=1"))
    }
}

extension String {
    /// The same values in another kind of commit.
    func replacingCommit(_ kind: String) -> String {
        kind + (firstIndex(of: "]").map { String(self[index(after: $0)...]) } ?? "")
    }
}
