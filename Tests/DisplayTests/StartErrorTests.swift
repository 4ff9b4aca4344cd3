@testable import Display
import Glibc
import Raster
import Testing

@Suite("KMS: refusals at start")
struct StartErrorTests {
    /// Every call of the start that can be refused.
    static let calls = [
        "listCards", "open", "deviceNumber", "driverName", "capability", "resources", "connector", "setMaster",
        "enablePlanes", "planes", "properties", "plane", "encoder", "crtc", "createModeBlob", "createDumb",
        "addFramebuffer", "mapDumb", "createTimer",
    ]
    static let codes = [EACCES, EPERM, ENODEV, EBUSY, EINVAL, ENOMEM, ENOSPC, EOPNOTSUPP, EIO]

    @Test(
        "E04: each refusal of each call gives an error that names the device, and leaves nothing behind",
        arguments: calls)
    func refusal(call: String) throws {
        for code in Self.codes {
            let kernel = ScriptedKernel(.panel())
            kernel.answerAlways(call, code)
            let error = try #require(
                displayError { () throws(DisplayError) in _ = try KMSOutput.open(on: kernel) }, "\(call) \(code)")
            let text = error.description
            #expect(text.contains("/dev/dri") || call == "createTimer", "\(text)")
            #expect(text.contains("error \(code), "), "\(text)")
            if call != "listCards", call != "createTimer" { #expect(text.contains("/dev/dri/card0"), "\(text)") }
            #expect(kernel.leaks == [], "\(call) \(code)")
            // What passes by itself must not stop a unit for good.
            if [EACCES, EPERM, EBUSY, ENOMEM].contains(code) { #expect(error.recovery == .retryLater, "\(text)") }
        }
    }

    @Test("E09: refused once, granted the second time", arguments: calls)
    func secondTry(call: String) throws {
        let kernel = ScriptedKernel(.panel())
        kernel.answer(call, EPERM)
        #expect(displayError { () throws(DisplayError) in _ = try KMSOutput.open(on: kernel) } != nil)
        let output = try KMSOutput.open(on: kernel)
        try output.show()
        #expect(try output.takeEvents().count == 1)
        output.close()
        #expect(kernel.leaks == [])
    }

    @Test("E03: a splash screen is known by its socket, which anybody may see; without the list there is none")
    func splashSocket() throws {
        let list = "/tmp/vitrine-sockets-\(getpid())"
        defer { unlink(list) }
        func write(_ line: String) {
            let text = "Num       RefCount Protocol Flags    Type St Inode Path\n\(line)\n"
            let file = fopen(list, "we")
            fputs(text, file)
            fclose(file)
        }
        write("0000000000000000: 00000002 00000000 00010000 0001 01 11962 @/org/freedesktop/plymouthd")
        #expect(SystemCards.splash(in: list) == "plymouthd")
        write("0000000000000000: 00000002 00000000 00010000 0001 01 11962 /run/systemd/private")
        #expect(SystemCards.splash(in: list) == nil)
        #expect(SystemCards.splash(in: "/nowhere") == nil)
    }

    @Test("E03: another master: the error says who has the card open, and to try again")
    func otherMaster() throws {
        let kernel = ScriptedKernel(.panel())
        kernel.foreignMaster = "/dev/dri/card0"
        let error = try #require(displayError { () throws(DisplayError) in _ = try KMSOutput.open(on: kernel) })
        #expect(error.operation == .becomeMaster && error.code == EBUSY && error.recovery == .retryLater)
        #expect(error.description.contains("splashd (7)"))
        #expect(!error.description.contains("\n"))
        // Without the right to see who has it, that a splash screen runs is said, and what makes it let go.
        kernel.isForeignMasterKnown = false
        let other = try #require(displayError { () throws(DisplayError) in _ = try KMSOutput.open(on: kernel) })
        #expect(other.description.contains("splashd runs") && other.description.contains("plymouth deactivate"))
        kernel.foreignMaster = nil
        #expect(try KMSOutput.open(on: kernel).info.name == "DSI-1")
    }

    @Test(
        "a second buffer that cannot be had takes the first one back",
        arguments: ["createDumb", "addFramebuffer", "mapDumb"])
    func secondBuffer(call: String) throws {
        let kernel = ScriptedKernel(.panel())
        kernel.answer(call, 0, ENOMEM)
        let error = try #require(displayError { () throws(DisplayError) in _ = try KMSOutput.open(on: kernel) })
        #expect(error.code == ENOMEM && error.recovery == .retryLater)
        #expect(kernel.leaks == [])
    }

    @Test("a buffer that is too small for its picture is refused, not written over")
    func shortBuffer() throws {
        for padding in [-4, -64] {
            var card = ScriptedCard.panel()
            card.pitchPadding = padding
            let kernel = ScriptedKernel(card)
            let error = try #require(displayError { () throws(DisplayError) in _ = try KMSOutput.open(on: kernel) })
            #expect(error.operation == .createBuffer && error.code == EOVERFLOW)
            #expect(kernel.leaks == [])
        }
    }

    @Test("without udev the display works, and the reason why changes are not noticed is kept")
    func noUdev() throws {
        let kernel = ScriptedKernel(.panel())
        kernel.hasUdev = false
        let output = try KMSOutput.open(on: kernel)
        #expect(output.hotplugError?.operation == .watchHotplug)
        #expect(output.fileDescriptors.count == 3)
        try output.show()
        #expect(try output.takeEvents().count == 1)
        output.close()
        #expect(kernel.leaks == [])
        #expect(displayError { () throws(DisplayError) in _ = try DisplayWatcher(kernel: kernel.functions) } != nil)
    }

    @Test("one connector that vanishes while it is read does not hide the others")
    func vanishingConnector() throws {
        var card = ScriptedCard.panel()
        var ghost = card.connectors[0]
        ghost.id = 50
        card.connectors.insert(ghost, at: 0)
        let kernel = ScriptedKernel(card)
        kernel.answer("connector", ENOENT)
        #expect(try KMSOutput.open(on: kernel).info.name == "DSI-1")
    }

    @Test("what the caller should do follows from the call and the answer")
    func recoveries() {
        func recovery(_ operation: DisplayError.Operation, _ code: Int32) -> DisplayError.Recovery {
            DisplayError(operation, on: "card", code: code).recovery
        }
        #expect(recovery(.commitFlip, EBUSY) == .retryAfterEvent)
        #expect(recovery(.commitMode, EBUSY) == .retryLater)
        #expect(recovery(.commitFlip, EACCES) == .retryLater)
        #expect(recovery(.commitFlip, EINVAL) == .reconfigure)
        #expect(recovery(.commitMode, ENOSPC) == .reconfigure)
        #expect(recovery(.commitMode, E2BIG) == .reconfigure)
        #expect(recovery(.commitFlip, ENODEV) == .retryAfterEvent)
        #expect(recovery(.openCard, ENOENT) == .retryAfterEvent)
        #expect(recovery(.createBuffer, ENOMEM) == .retryLater)
        #expect(recovery(.createBuffer, EINVAL) == .stop)
        #expect(recovery(.openCard, EOPNOTSUPP) == .stop)
    }
}
