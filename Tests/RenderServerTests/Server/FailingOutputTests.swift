import Display
import Glibc
import Raster
import Testing

@testable import RenderServer

/// A panel that refuses what it is told to, and says what was asked of it.
private final class MoodyOutput: Output {
    let panel: HeadlessOutput
    var refusal: DisplayError?
    var recoveries = 0
    var info: OutputInfo { panel.info }

    init() throws {
        panel = try HeadlessOutput(HeadlessConfiguration(size: PixelSize(width: 20, height: 10), pacing: .manual))
    }

    var fileDescriptors: [Int32] { [] }
    func acquire() throws(DisplayError) -> ScanoutBuffer? { try panel.acquire() }
    func present(_ buffer: ScanoutBuffer, damage: UnsafeBufferPointer<PixelRect>) throws(DisplayError) {
        if let refusal { throw refusal }
        try panel.present(buffer, damage: damage)
    }
    func handleEvents(_ body: (OutputEvent) -> Void) throws(DisplayError) { try panel.handleEvents(body) }
    func recover() throws(DisplayError) { recoveries += 1 }
    func close() { panel.close() }
}

@Suite("A panel that does not show its pictures")
struct FailingOutputTests {
    private func flip(_ server: RenderServer, _ output: MoodyOutput, at time: Double) {
        server.requestFullRepaint()
        MediaClock.setVirtual(time)
        // Requests are read when somebody asks whether there is work.
        _ = server.wantsFrame
        if server.runFrame(at: time) {
            output.panel.completeFlip(at: time)
            server.handleOutputEvents()
        }
    }

    @Test(
        "since when it fails is known from the first refusal to the next picture that is seen, and by hand it is tried again"
    )
    func since() throws {
        defer { MediaClock.setVirtual(nil) }
        MediaClock.setVirtual(1)
        let output = try MoodyOutput()
        let server = RenderServer(output: output, rotation: .none, threads: .one)
        defer { server.stop() }
        flip(server, output, at: 2)
        #expect(server.failingSince == nil && server.statistics.framesShown == 1)
        output.refusal = DisplayError(.present, on: "card", code: EBUSY)
        flip(server, output, at: 3)
        flip(server, output, at: 5)
        #expect(server.failingSince == 3)
        let recoveries = output.recoveries
        server.requestRecovery()
        flip(server, output, at: 7)
        #expect(output.recoveries == recoveries + 1 && server.failingSince == 3)
        output.refusal = nil
        flip(server, output, at: 9)
        #expect(server.failingSince == nil && server.statistics.framesShown == 2)
    }

    @Test("an output that has given up is tried again by hand, and shows its picture")
    func givenUp() throws {
        defer { MediaClock.setVirtual(nil) }
        MediaClock.setVirtual(1)
        let output = try MoodyOutput()
        let server = RenderServer(output: output, rotation: .none, threads: .one)
        defer { server.stop() }
        output.refusal = DisplayError(.present, on: "card", code: EINVAL, recovery: .stop)
        flip(server, output, at: 2)
        output.refusal = nil
        flip(server, output, at: 3)
        #expect(server.statistics.framesShown == 0 && server.failingSince == 2, "it waits for a person")
        server.requestRecovery()
        flip(server, output, at: 4)
        flip(server, output, at: 5)
        #expect(server.statistics.framesShown > 0 && server.failingSince == nil)
    }
}
