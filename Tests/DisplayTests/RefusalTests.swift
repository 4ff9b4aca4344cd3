@testable import Display
import Glibc
import Raster
import Testing

@Suite("KMS: refused, lost and late flips")
struct RefusalTests {
    /// An output that shows its first picture.
    private func running(
        _ kernel: ScriptedKernel, _ configuration: KMSConfiguration = KMSConfiguration()
    ) throws -> KMSOutput {
        let output = try KMSOutput.open(on: kernel, configuration)
        try output.show()
        _ = try output.takeEvents()
        kernel.clearLog()
        return output
    }

    @Test("C01: a busy device once or ten times: the caller keeps the buffer and its age, and gets through")
    func busy() throws {
        for (count, isLegacy) in [(1, false), (10, false), (1, true), (10, true)] {
            let kernel = ScriptedKernel(.panel())
            let output = try running(kernel, KMSConfiguration(forceLegacy: isLegacy))
            try output.show()
            kernel.completeFlip()
            _ = try output.takeEvents()
            let first = try #require(try output.acquire())
            for _ in 0..<count {
                kernel.answer(isLegacy ? "pageFlip" : "commit", EBUSY)
                let error = try #require(displayError { () throws(DisplayError) in try output.show() })
                #expect(error.code == EBUSY)
                #expect(error.recovery == .retryLater, "nothing of ours is pending, so no event would come")
                #expect(error.description.contains("/dev/dri/card0 (panel), DSI-1"))
                let again = try #require(try output.acquire())
                #expect(again.index == first.index && again.age == first.age)
            }
            try output.show()
            kernel.completeFlip()
            #expect(try output.takeEvents().count == 1)
            output.close()
            #expect(kernel.leaks == [])
        }
    }

    @Test("C01: one answer in ten is busy: every picture gets shown, in order")
    func randomlyBusy() throws {
        var generator = SeededGenerator(seed: 20_260_114)
        let kernel = ScriptedKernel(.panel())
        let output = try running(kernel)
        var refusals = 0
        for frame in 0..<500 {
            let picture = 0xFF00_0000 + UInt32(frame)
            while true {
                if Int.random(in: 0..<10, using: &generator) == 0 { kernel.answer("commit", EBUSY) }
                guard displayError({ () throws(DisplayError) in try output.show(picture) }) != nil else { break }
                refusals += 1
            }
            #expect(kernel.shownPixels?.load(as: UInt32.self) == picture)
            kernel.completeFlip()
            #expect(try output.takeEvents().count == 1)
        }
        #expect(refusals > 20)
    }

    @Test("a lost master: the display is asked for again, and comes back with a mode set", arguments: [EACCES, EPERM])
    func lostMaster(code: Int32) throws {
        let kernel = ScriptedKernel(.panel())
        let output = try running(kernel)
        kernel.loseMaster()
        if code == EPERM { kernel.answer("commit", EPERM) }
        var error = try #require(displayError { () throws(DisplayError) in try output.show() })
        #expect(error.code == code && error.recovery == .retryLater)
        kernel.foreignMaster = "/dev/dri/card0"
        error = try #require(displayError { () throws(DisplayError) in try output.show() })
        #expect(error.operation == .becomeMaster && error.recovery == .retryLater)
        #expect(error.description.contains("splashd (7)"), "E03: who has it")
        kernel.foreignMaster = nil
        kernel.clearLog()
        try output.show(0xFF00_00AA)
        #expect(kernel.log.first == "setMaster")
        #expect(kernel.log.contains { $0.hasPrefix("commit [MODESET]") })
        #expect(kernel.shownPixels?.load(as: UInt32.self) == 0xFF00_00AA)
        #expect(try output.takeEvents().count == 1)
    }

    @Test("damage clips that the driver refuses are left out for good")
    func refusedClips() throws {
        var card = ScriptedCard.panel()
        card.hasDamageClips = true
        let kernel = ScriptedKernel(card)
        kernel.refusesClips = true
        let output = try running(kernel)
        let damage = [PixelRect(x: 0, y: 0, width: 4, height: 4)]
        for _ in 0..<3 {
            try output.show(damage: damage)
            kernel.completeFlip()
            #expect(try output.takeEvents().count == 1)
        }
        #expect(kernel.log.filter { $0 == "createClipsBlob" }.count == 1)
        output.close()
        #expect(kernel.leaks == [])
    }

    @Test(
        "a driver that refuses non-blocking flips is driven by blocking ones, and not asked every frame",
        arguments: [true, false])
    func refusedNonBlocking(isLegacy: Bool) throws {
        let kernel = ScriptedKernel(.panel())
        kernel.refusesFlags = (.nonBlocking, EINVAL)
        if isLegacy { kernel.answerAlways("pageFlip", ENOSYS) }
        let output = try running(kernel, KMSConfiguration(forceLegacy: isLegacy))
        for frame in 0..<10 {
            let picture = 0xFF00_0000 + UInt32(frame)
            try output.show(picture)
            #expect(kernel.shownPixels?.load(as: UInt32.self) == picture)
            #expect(try output.takeEvents().count == 1, "shown at once, and told")
        }
        let refused = kernel.log.filter { $0.hasPrefix("commit [NONBLOCK EVENT]") || $0 == "pageFlip" }
        #expect(refused.count == 3)
    }

    @Test(
        "what the device cannot do is told with `reconfigure`, and the next picture sets the mode",
        arguments: [EINVAL, ENOSPC, E2BIG, ERANGE])
    func impossible(code: Int32) throws {
        let kernel = ScriptedKernel(.panel())
        let output = try running(kernel)
        kernel.answer("commit", code, code, code)
        let error = try #require(displayError { () throws(DisplayError) in try output.show() })
        #expect(error.code == code && error.recovery == .reconfigure)
        kernel.clearLog()
        try output.show()
        #expect(kernel.log.contains { $0.hasPrefix("commit [MODESET]") })
    }

    @Test("a refused first mode set leaves everything ready for another try")
    func refusedModeset() throws {
        let kernel = ScriptedKernel(.panel())
        let output = try KMSOutput.open(on: kernel)
        kernel.answer("commit", EINVAL, EBUSY)
        var error = try #require(displayError { () throws(DisplayError) in try output.show() })
        #expect(error.recovery == .reconfigure)
        #expect(error.description.contains("choose a smaller mode or RGB565"))
        error = try #require(displayError { () throws(DisplayError) in try output.show() })
        #expect(error.recovery == .retryLater)
        try output.show()
        #expect(try output.takeEvents().count == 1)
    }

    @Test("a lost flip: recover sets the mode with the picture that should be visible; a late event is ignored")
    func lostFlip() throws {
        let kernel = ScriptedKernel(.panel())
        let output = try running(kernel)
        try output.show(0xFF00_0001)
        let late = try #require(kernel.pendingFlip)
        kernel.loseFlip()
        #expect(try output.acquire() == nil)
        kernel.clearLog()
        try output.recover()
        #expect(kernel.log.contains { $0.hasPrefix("commit [MODESET]") })
        #expect(kernel.shownPixels?.load(as: UInt32.self) == 0xFF00_0001)
        let buffer = try #require(try output.show(0xFF00_0002))
        #expect(buffer.age == 2, "what the buffers hold is still known")
        kernel.events = [KMSFlipEvent(sequence: 1, seconds: 1000, userData: late)]
        #expect(try output.takeEvents() == [])
        kernel.completeFlip(sequence: 3)
        #expect(try output.takeEvents() == [.flipped(sequence: 3, timestamp: 1000)])
    }

    @Test("a recovery that is refused is made up for by the next picture")
    func refusedRecovery() throws {
        let kernel = ScriptedKernel(.panel())
        let output = try running(kernel)
        try output.show()
        kernel.loseFlip()
        kernel.answer("setMaster", EACCES)
        #expect(displayError { () throws(DisplayError) in try output.recover() }?.recovery == .retryLater)
        kernel.clearLog()
        try output.show()
        #expect(kernel.log.contains { $0.hasPrefix("commit [MODESET]") })
        #expect(try output.takeEvents().count == 1)
    }

    @Test("a buffer that was not acquired, or is of a former configuration, is refused")
    func staleBuffer() throws {
        let kernel = ScriptedKernel(.panel())
        let output = try running(kernel)
        let buffer = try #require(try output.show())
        kernel.completeFlip()
        _ = try output.takeEvents()
        let error = displayError { () throws(DisplayError) in
            try output.present(buffer, damage: UnsafeBufferPointer(start: nil, count: 0))
        }
        #expect(error?.reason == .staleBuffer)
    }

    @Test("after close every call is harmless")
    func closed() throws {
        let kernel = ScriptedKernel(.panel())
        let output = try running(kernel)
        let buffer = try #require(try output.acquire())
        output.close()
        #expect(try output.acquire() == nil)
        #expect(output.fileDescriptors.isEmpty)
        #expect(try output.takeEvents() == [])
        #expect(
            displayError { () throws(DisplayError) in
                try output.present(buffer, damage: UnsafeBufferPointer(start: nil, count: 0))
            }?.reason == .disconnected)
        #expect(displayError { () throws(DisplayError) in try output.recover() }?.reason == .disconnected)
        #expect(kernel.leaks == [])
    }
}

/// The same numbers on every run.
struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
