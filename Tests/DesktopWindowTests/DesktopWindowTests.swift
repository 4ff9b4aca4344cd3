import DesktopWindow
import Display
import Glibc
import Raster
import Testing

/// With SDL's own driver that shows nothing: everything but the desktop is real.
@Suite(.serialized) struct DesktopWindowTests {
    private func open(_ driver: String = "dummy") throws -> DesktopWindow {
        setenv("SDL_VIDEODRIVER", driver, 1)
        var configuration = WindowConfiguration()
        configuration.panelSize = PixelSize(width: 320, height: 200)
        return try DesktopWindow.open(configuration)
    }

    /// Waits as the render thread does.
    private func events(_ output: WindowOutput) throws -> [OutputEvent] {
        var list: [OutputEvent] = []
        var descriptor = pollfd(fd: output.fileDescriptors[0], events: Int16(POLLIN), revents: 0)
        while list.isEmpty {
            guard poll(&descriptor, 1, 20_000) > 0 else { break }
            try output.handleEvents { list.append($0) }
        }
        return list
    }

    private func show(_ output: WindowOutput) throws -> ScanoutBuffer {
        let buffer = try #require(try output.acquire())
        memset(buffer.pixels, 0x55, buffer.bytesPerRow * buffer.size.height)
        let damage = [PixelRect(x: 300, y: 150, width: 100, height: 100)]
        try damage.withUnsafeBufferPointer { try output.present(buffer, damage: $0) }
        return buffer
    }

    @Test func everyPictureThatIsHandedOverIsShownOnceAtThePaceOfTheDesktop() throws {
        let output = try open().output
        defer { output.close() }
        #expect(output.info.panelSize == PixelSize(width: 320, height: 200))
        var times: [Double] = []
        var buffers: [Int] = []
        for number in 1...4 {
            let buffer = try show(output)
            buffers.append(buffer.index)
            #expect(buffer.age == (number < 3 ? 0 : 2))
            let told = try events(output)
            guard case .flipped(let sequence, let time) = told.first, told.count == 1 else {
                Issue.record("\(told)")
                return
            }
            #expect(sequence == UInt32(number))
            times.append(time)
        }
        #expect(buffers == [0, 1, 0, 1])
        for (before, after) in zip(times, times.dropFirst()) {
            let refreshes = (after - before) / output.info.refreshInterval
            #expect(refreshes > 0.5 && abs(refreshes - refreshes.rounded()) < 0.01)
        }
    }

    @Test func twoPicturesAtOnceAreRefused() throws {
        let output = try open().output
        defer { output.close() }
        _ = try show(output)
        let second = try #require(try output.acquire())
        #expect { try output.present(second, damage: UnsafeBufferPointer(start: nil, count: 0)) } throws: {
            ($0 as? DisplayError)?.reason == .flipPending
        }
        #expect(try events(output).count == 1)
        try output.present(second, damage: UnsafeBufferPointer(start: nil, count: 0))
        #expect(try events(output).count == 1)
    }

    @Test func aWindowGoesDarkAndComesBack() throws {
        let output = try open().output
        defer { output.close() }
        _ = try show(output)
        try output.blank()
        _ = try show(output)
        let told = try events(output)
        guard case .flipped = told.first, told.count == 1 else {
            Issue.record("\(told)")
            return
        }
    }

    @Test func afterItsEndNothingIsThere() throws {
        let output = try open().output
        _ = try show(output)
        output.close()
        output.close()
        #expect(try output.acquire() == nil)
        #expect(output.fileDescriptors.isEmpty)
    }

    /// SDL would take a driver whose windows nobody sees.
    @Test func whereThereIsNoDesktopThereIsNoWindow() {
        for name in ["SDL_VIDEODRIVER", "DISPLAY"] { unsetenv(name) }
        // Unset it would mean the first one of this user.
        setenv("WAYLAND_DISPLAY", "/none-such", 1)
        #expect { try DesktopWindow.open(WindowConfiguration()) } throws: { error in
            "\(error)".contains("DISPLAY") && (error as? DisplayError)?.recovery == .stop
        }
        #expect(throws: DisplayError.self) { try DesktopSurvey.take() }
    }

    @Test func aDesktopIsAskedForWhatAWindowWouldFind() throws {
        setenv("SDL_VIDEODRIVER", "dummy", 1)
        let desktop = try DesktopSurvey.take()
        #expect(desktop.system == "dummy" && desktop.size.width > 0 && desktop.touchScreenCount == 0)
    }

    @Test func withoutADesktopItSaysWhatIsMissing() {
        #expect { try open("none-such") } throws: { error in
            "\(error)".contains("DISPLAY") && (error as? DisplayError)?.recovery == .stop
        }
    }
}
