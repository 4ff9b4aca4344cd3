import CVNCClient
import Glibc
import Input
import Raster
import RemoteScreen
import Testing

extension RemoteScreenTests {
    /// What LibVNCServer's own client library, which many viewers are made of, makes of the server.
    @Suite struct RemoteScreenClientTests {
        private static let everyEncoding = "tight zrle zlib hextile rre raw"

        /// - Parameter expected: how many bits the viewer's pixels have.
        private func connect(
            _ bench: Bench, password: String? = "open sesame", bits: Int32 = 32, encodings: String = everyEncoding
        ) -> OpaquePointer? {
            encodings.withCString { encodings in
                // The library keeps the string.
                vitrine_viewer_connect(Int32(bench.port), password, bits, strdup(encodings))
            }
        }

        /// Reads until everything was sent that the viewer asked for.
        private func take(_ viewer: OpaquePointer, atLeast area: Int) -> Bool {
            let before = vitrine_viewer_covered(viewer)
            while vitrine_viewer_covered(viewer) - before < Int64(area) {
                guard vitrine_viewer_read(viewer, 20_000) == 1 else { return false }
            }
            return true
        }

        /// Runs, noise and a gradient: something for every encoding.
        private func picture(_ size: PixelSize, seed: UInt32 = 1) throws -> Bitmap {
            let picture = try Bitmap(width: size.width, height: size.height, format: .xrgb8888)
            var number = seed
            for y in 0..<size.height {
                let row = picture.row(y).assumingMemoryBound(to: UInt32.self)
                for x in 0..<size.width {
                    number = number &* 1_664_525 &+ 1_013_904_223
                    row[x] =
                        x < size.width / 3
                        ? 0x0030_60C0 : x < size.width / 2 ? number >> 8 : UInt32(x & 255) << 16 | UInt32(y & 255)
                }
            }
            return picture
        }

        /// As a viewer that has so many bits shows it.
        private func seen(_ pixel: UInt32, bits: Int32) -> UInt32 {
            func part(_ shift: UInt32, _ most: UInt32) -> UInt32 { ((pixel >> shift & 255) * most + 127) / 255 }
            return switch bits {
            case 8: part(16, 7) | part(8, 7) << 3 | part(0, 3) << 6
            case 16: part(16, 31) << 11 | part(8, 63) << 5 | part(0, 31)
            default: pixel & 0xFF_FFFF
            }
        }

        private func differences(_ viewer: OpaquePointer, _ picture: Bitmap, bits: Int32) -> Int {
            var count = 0
            for y in 0..<picture.height {
                let row = picture.row(y).assumingMemoryBound(to: UInt32.self)
                for x in 0..<picture.width
                where vitrine_viewer_pixel(viewer, Int32(x), Int32(y)) != seen(row[x], bits: bits) { count += 1 }
            }
            return count
        }

        @Test(
            arguments: ["raw", "hextile", "zlib", "zrle", "tight", "rre", RemoteScreenClientTests.everyEncoding],
            [Int32(8), 16, 32])
        func theViewersPictureIsThePanels(_ encodings: String, _ bits: Int32) throws {
            let bench = try Bench(size: PixelSize(width: 200, height: 120))
            defer { bench.stop() }
            let picture = try picture(bench.size)
            bench.server.show(picture, rotation: .none)
            let viewer = try #require(connect(bench, bits: bits, encodings: encodings))
            defer { vitrine_viewer_close(viewer) }
            #expect(vitrine_viewer_width(viewer) == 200 && vitrine_viewer_height(viewer) == 120)
            #expect(take(viewer, atLeast: 200 * 120))
            #expect(differences(viewer, picture, bits: bits) == 0)
        }

        @Test(arguments: ["open barley", nil, "open ses", ""])
        func onlyThePasswordLetsIn(_ password: String?) throws {
            let bench = try Bench()
            defer { bench.stop() }
            let viewer = connect(bench, password: password)
            defer { viewer.map(vitrine_viewer_close) }
            // The protocol looks at eight bytes.
            #expect((viewer != nil) == (password == "open ses"))
        }

        @Test func whatDoesNotChangeIsNotSent() throws {
            let bench = try Bench(size: PixelSize(width: 640, height: 400))
            defer { bench.stop() }
            let picture = try picture(bench.size)
            bench.server.show(picture, rotation: .none)
            let viewer = try #require(connect(bench, encodings: "raw"))
            defer { vitrine_viewer_close(viewer) }
            #expect(take(viewer, atLeast: bench.size.width * bench.size.height))
            // Read off what else the hello brought.
            while vitrine_viewer_read(viewer, 100) == 1 {}
            let whole = vitrine_viewer_bytes(viewer)
            #expect(whole >= Int64(640 * 400 * 4))

            bench.server.show(picture, rotation: .none)
            #expect(vitrine_viewer_read(viewer, 200) == 0)
            #expect(vitrine_viewer_bytes(viewer) == whole)

            picture.row(200).assumingMemoryBound(to: UInt32.self)[320] ^= 0xFF
            bench.server.show(picture, rotation: .none)
            #expect(take(viewer, atLeast: 64 * 64))
            // The head of the message and of a rectangle, and one cell.
            #expect(vitrine_viewer_bytes(viewer) - whole == Int64(4 + 12 + 64 * 64 * 4))
            #expect(differences(viewer, picture, bits: 32) == 0)
        }

        @Test func anotherSizeOfThePanelIsAnotherSizeOfTheViewers() throws {
            let bench = try Bench(size: PixelSize(width: 160, height: 100))
            defer { bench.stop() }
            bench.server.show(try picture(bench.size), rotation: .none)
            let viewer = try #require(connect(bench))
            defer { vitrine_viewer_close(viewer) }
            #expect(take(viewer, atLeast: 160 * 100))
            for (number, size) in [(300, 200), (64, 300), (97, 61), (160, 100)].enumerated() {
                let size = PixelSize(width: size.0, height: size.1)
                let other = try picture(size, seed: UInt32(number) + 7)
                bench.server.show(other, rotation: .none)
                while vitrine_viewer_width(viewer) != size.width || vitrine_viewer_height(viewer) != size.height {
                    try #require(vitrine_viewer_read(viewer, 20_000) == 1)
                }
                #expect(take(viewer, atLeast: size.width * size.height))
                #expect(differences(viewer, other, bits: 32) == 0)
            }
        }

        @Test func theirFingerAndKeysArriveAndViewersOfTheViewPasswordHaveNone() throws {
            let bench = try Bench()
            defer { bench.stop() }
            let viewer = try #require(connect(bench))
            defer { vitrine_viewer_close(viewer) }
            let onlooker = try #require(connect(bench, password: "onlooker"))
            defer { vitrine_viewer_close(onlooker) }
            #expect(vitrine_viewer_point(onlooker, 3, 3, 1) && vitrine_viewer_key(onlooker, 0x7A, true))
            #expect(vitrine_viewer_ask(onlooker, false) && take(onlooker, atLeast: 160 * 100))
            #expect(bench.contacts.count == 0 && bench.keys.count == 0)

            #expect(vitrine_viewer_point(viewer, 40, 25, 1) && vitrine_viewer_point(viewer, 50, 25, 1))
            #expect(vitrine_viewer_point(viewer, 50, 25, 0) && vitrine_viewer_key(viewer, 0x61, true))
            var contacts: [Contact] = []
            var keys: [KeyEvent] = []
            while contacts.count < 3 || keys.isEmpty {
                bench.wait()
                bench.contacts.drain(into: &contacts)
                bench.keys.drain(into: &keys)
            }
            #expect(contacts.map(\.phase) == [.began, .moved, .ended])
            #expect(contacts.map { Int($0.x * 160) } == [40, 50, 50])
            #expect(keys.first?.characters == "a")
        }
    }
}
