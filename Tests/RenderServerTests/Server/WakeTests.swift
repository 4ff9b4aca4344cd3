import Display
import Raster
import Synchronization
import Testing

@testable import RenderServer

@Suite("Waking the main thread")
struct WakeTests {
    @Test("F10: after ten thousand wake-ups the next is called as directly as the first, and so takes no memory")
    func depth() throws {
        let output = try HeadlessOutput(HeadlessConfiguration(size: PixelSize(width: 8, height: 8), pacing: .manual))
        let server = RenderServer(output: output, rotation: .none, threads: .one)
        defer { server.stop() }
        // Where the stack is when the main thread is woken: first and last.
        let places = Mutex<(first: UInt, last: UInt, count: Int)>((0, 0, 0))
        server.setMainThreadWaker {
            var here = 0
            let place = withUnsafePointer(to: &here) { UInt(bitPattern: $0) }
            places.withLock {
                if $0.count == 0 { $0.first = place }
                $0.last = place
                $0.count += 1
            }
        }
        for _ in 0..<10_000 {
            server.requestTick()
            server.postTick(target: 1)
            server.drainEvents { _ in }
        }
        let seen = places.withLock { $0 }
        #expect(seen.count == 10_000 && seen.first == seen.last)
    }
}
