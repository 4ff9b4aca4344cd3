import Glibc
import Raster
import RemoteScreen
import Testing

extension RemoteScreenTests {
    /// Viewers that come and go, leave in the middle, and send what no viewer sends.
    @Suite struct RemoteScreenHostileTests {
        /// Threads of viewers that are here.
        private var viewerThreads: Int {
            guard let directory = opendir("/proc/self/task") else { return -1 }
            defer { closedir(directory) }
            var count = 0
            while let entry = readdir(directory) {
                let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                    String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
                }
                if firstLine("/proc/self/task/\(name)/comm") == "remote viewer\n" { count += 1 }
            }
            return count
        }

        private func firstLine(_ path: String) -> String? {
            guard let file = fopen(path, "re") else { return nil }
            defer { fclose(file) }
            return withUnsafeTemporaryAllocation(of: CChar.self, capacity: 64) { buffer in
                fgets(buffer.baseAddress, 64, file).map { String(cString: $0) }
            }
        }

        /// Sockets of this port that some program has open, the one that listens included.
        private func sockets(port: Int) -> Int {
            guard let file = fopen("/proc/net/tcp", "re") else { return -1 }
            defer { fclose(file) }
            let number = String(port, radix: 16, uppercase: true)
            var count = 0
            withUnsafeTemporaryAllocation(of: CChar.self, capacity: 512) { buffer in
                while let line = fgets(buffer.baseAddress, 512, file) {
                    // Addresses in fields 1 and 2, the socket's number in field 9; 0 where nobody has it open.
                    let fields = String(cString: line).split(separator: " ")
                    guard fields.count > 9, fields[9] != "0" else { continue }
                    if fields[1].hasSuffix(":\(number)") || fields[2].hasSuffix(":\(number)") { count += 1 }
                }
            }
            return count
        }

        private func isWell(_ bench: Bench) throws -> Bool {
            let viewer = try #require(Viewer(port: bench.port))
            defer { viewer.hangUp() }
            guard viewer.enter("open sesame") == bench.size else { return false }
            viewer.ask(bench.size, isIncremental: false)
            return viewer.takeUpdate().reduce(0) { $0 + $1.rect.area } == bench.size.width * bench.size.height
        }

        /// Until the last of them is gone.
        private func settle() {
            while viewerThreads > 0 { usleep(1000) }
        }

        @Test func twentyViewersOneAfterTheOtherLeaveNothingBehind() throws {
            let bench = try Bench(size: PixelSize(width: 640, height: 400))
            defer { bench.stop() }
            for _ in 0..<20 {
                #expect(try isWell(bench))
                settle()
            }
            #expect(sockets(port: bench.port) == 1)
        }

        @Test func whoLeavesInTheMiddleOfAPictureEndsNothing() throws {
            let bench = try Bench(size: PixelSize(width: 800, height: 480))
            defer { bench.stop() }
            let picture = try Bitmap(width: 800, height: 480, format: .xrgb8888)
            for number in 0..<20 {
                memset(picture.row(number), Int32(number), 800 * 4)
                let viewer = try #require(Viewer(port: bench.port))
                #expect(viewer.enter("open sesame") == bench.size)
                for _ in 0..<3 { viewer.ask(bench.size, isIncremental: false) }
                _ = viewer.read(1 << (number / 2))
                bench.server.show(picture, rotation: .none)
                if number % 2 == 0 { viewer.slam() } else { viewer.hangUp() }
            }
            settle()
            #expect(try isWell(bench))
        }

        /// A viewer that asks and does not read holds up nobody else, nor the end.
        @Test func whoDoesNotReadHoldsUpNobody() throws {
            let bench = try Bench(size: PixelSize(width: 1920, height: 1080))
            let stuck = try #require(Viewer(port: bench.port))
            defer { stuck.hangUp() }
            #expect(stuck.enter("open sesame") == bench.size)
            for _ in 0..<20 { stuck.ask(bench.size, isIncremental: false) }
            _ = stuck.read(4)
            let picture = try Bitmap(width: 1920, height: 1080, format: .xrgb8888)
            memset(picture.row(7), 1, 4)
            bench.server.show(picture, rotation: .none)
            #expect(try isWell(bench))
            bench.stop()
        }

        private struct Numbers: RandomNumberGenerator {
            var state: UInt64
            mutating func next() -> UInt64 {
                state ^= state << 13
                state ^= state >> 7
                state ^= state << 17
                return state
            }
        }

        private func noise(_ count: Int, _ numbers: inout Numbers) -> [UInt8] {
            (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &numbers) }
        }

        /// What comes before the password. Nearly all of it ends the connection.
        private func hello(_ numbers: inout Numbers) -> [UInt8] {
            let tail = noise(Int.random(in: 0...200, using: &numbers), &numbers)
            return switch Int.random(in: 0..<8, using: &numbers) {
            case 0: Array("RFB 003.008\n".utf8) + [2] + tail
            case 1: Array("RFB 003.003\n".utf8) + tail
            case 2: Array("RFB 003.\(tail.count)\n".utf8) + tail
            case 3: Array("GET / HTTP/1.1\r\nHost: a\r\nSec-WebSocket-Key: AAAA\r\n".utf8) + tail
            case 4:
                Array(
                    ("GET / HTTP/1.1\r\nHost: a\r\nOrigin: b\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                        + "Sec-WebSocket-Protocol: binary\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
                        + "Sec-WebSocket-Version: 13\r\n\r\n").utf8) + tail
            case 5: [0x16, 3, 1] + tail
            case 6: [0x80] + tail
            default: tail
            }
        }

        /// A message of the protocol, or of one of its extensions, that begins as it should.
        private func message(_ numbers: inout Numbers) -> [UInt8] {
            let kinds: [UInt8] = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 15, 150, 248, 250, 251, 252, 253, 255]
            let kind = kinds.randomElement(using: &numbers) ?? 0
            // Lengths are mostly small, or else the rest of the connection would be one message.
            let body = noise(Int.random(in: 0...60, using: &numbers), &numbers).map { byte in
                Bool.random(using: &numbers) ? 0 : byte
            }
            return [kind] + body
        }

        @Test func twoThousandHostileConnectionsEndNothing() throws {
            let bench = try Bench()
            defer { bench.stop() }
            var numbers = Numbers(state: 0x5EED)
            for number in 0..<2000 {
                let viewer = try #require(Viewer(port: bench.port))
                if number % 4 == 0, viewer.enterAtOnce("open sesame") {
                    for _ in 0..<Int.random(in: 1...12, using: &numbers) { viewer.write(message(&numbers)) }
                } else {
                    viewer.write(hello(&numbers))
                }
                // Most wait until the server has looked at all of it.
                switch number % 5 {
                case 0: viewer.slam()
                case 1: viewer.hangUp()
                default: viewer.finish()
                }
            }
            settle()
            #expect(try isWell(bench))
        }
    }
}
