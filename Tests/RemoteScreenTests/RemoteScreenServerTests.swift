import Glibc
import Input
import Raster
import RemoteScreen
import Testing

extension RemoteScreenTests {
    @Suite struct RemoteScreenServerTests {
        @Test func aViewerWithThePasswordSeesWhatIsShownAndWhatChanges() throws {
            let bench = try Bench()
            defer { bench.stop() }
            let picture = try Bitmap(width: 160, height: 100, format: .xrgb8888)
            for y in 0..<100 { memset(picture.row(y), 0x40, 160 * 4) }
            bench.server.show(picture, rotation: .none)
            let viewer = try #require(Viewer(port: bench.port))
            defer { viewer.hangUp() }
            #expect(viewer.enter("open sesame") == bench.size)
            viewer.ask(bench.size, isIncremental: false)
            let whole = viewer.takeUpdate()
            #expect(whole.reduce(0) { $0 + $1.rect.area } == 160 * 100)
            #expect(whole.allSatisfy { $0.pixels.enumerated().allSatisfy { $0.offset % 4 == 3 || $0.element == 0x40 } })

            picture.row(5).assumingMemoryBound(to: UInt32.self)[150] = 0x00AA_BBCC
            viewer.ask(bench.size, isIncremental: true)
            bench.server.show(picture, rotation: .none)
            let changed = viewer.takeUpdate()
            #expect(changed.map(\.rect) == [PixelRect(x: 128, y: 0, width: 32, height: 64)])
            let first = try #require(changed.first)
            let offset = (5 * 32 + 22) * 4
            #expect(Array(first.pixels[offset..<(offset + 3)]) == [0xCC, 0xBB, 0xAA])
        }

        @Test func withoutThePasswordNobodyGetsIn() throws {
            let bench = try Bench()
            defer { bench.stop() }
            let viewer = try #require(Viewer(port: bench.port))
            defer { viewer.hangUp() }
            #expect(viewer.enter("open barley") == nil)
        }

        @Test func theirMouseIsAFingerAndTheirKeysAreAKeyboards() throws {
            let bench = try Bench()
            defer { bench.stop() }
            let viewer = try #require(Viewer(port: bench.port))
            #expect(viewer.enter("open sesame") != nil)
            bench.wait()  // a viewer came
            viewer.point(0, 10, 10)
            viewer.point(1, 40, 25)
            bench.wait()
            var contacts: [Contact] = []
            bench.contacts.drain(into: &contacts)
            #expect(contacts.map(\.phase) == [.began])
            #expect(contacts.first?.x == 40.5 / 160 && contacts.first?.y == 25.5 / 100)
            viewer.key(0xFFE1, isDown: true)
            viewer.key(0x41, isDown: true)
            var keys: [KeyEvent] = []
            while keys.count < 2 {
                bench.wait()
                bench.keys.drain(into: &keys)
            }
            #expect(keys.map(\.usage) == [0xE1, 0x04] && keys[1].characters == "A" && keys[1].modifiers == .shift)
            // Whoever goes takes the finger and the keys along.
            contacts = []
            viewer.hangUp()
            while contacts.isEmpty || keys.count < 4 {
                bench.wait()
                bench.contacts.drain(into: &contacts)
                bench.keys.drain(into: &keys)
            }
            #expect(contacts.map(\.phase) == [.cancelled])
            #expect(Set(keys.suffix(2).map(\.phase)) == [.cancelled])
        }

        @Test(arguments: [("onlooker", false), ("open sesame", true)])
        func whoMayOnlySeeCannotTouch(_ password: String, _ viewOnly: Bool) throws {
            let bench = try Bench(viewOnly: viewOnly)
            defer { bench.stop() }
            let viewer = try #require(Viewer(port: bench.port))
            defer { viewer.hangUp() }
            #expect(viewer.enter(password) == bench.size)
            viewer.point(1, 40, 25)
            viewer.key(0x61, isDown: true)
            // Answered in order: what was sent before has been looked at.
            viewer.ask(bench.size, isIncremental: false)
            #expect(!viewer.takeUpdate().isEmpty)
            #expect(bench.contacts.count == 0 && bench.keys.count == 0)
        }

        @Test func whoWishesNonsenseOrSlamsTheDoorEndsNothing() throws {
            let bench = try Bench()
            defer { bench.stop() }
            for (number, bits) in [UInt8(0), 255, 7, 0, 255, 33].enumerated() {
                let viewer = try #require(Viewer(port: bench.port))
                #expect(viewer.enter(number % 2 == 0 ? "open sesame" : "onlooker") == bench.size)
                for _ in 0..<3 {
                    viewer.ask(bench.size, isIncremental: false)
                    viewer.wish(bitsPerPixel: bits)
                }
                viewer.slam()
                // Once for its coming, once for its going: on a busy machine four who have gone would keep the next one out.
                bench.wait()
                bench.wait()
            }
            let viewer = try #require(Viewer(port: bench.port))
            defer { viewer.hangUp() }
            #expect(viewer.enter("open sesame") == bench.size)
            viewer.ask(bench.size, isIncremental: false)
            #expect(!viewer.takeUpdate().isEmpty)
        }

        @Test func whoSaysNothingLocksNobodyOut() throws {
            let bench = try Bench()
            defer { bench.stop() }
            let silent = (0..<RemoteScreenServer.maximumViewers).compactMap { _ in Viewer(port: bench.port) }
            #expect(silent.count == RemoteScreenServer.maximumViewers)
            // Each has been let into the hall.
            for viewer in silent { #expect(viewer.read(12).count == 12) }
            let viewer = try #require(Viewer(port: bench.port))
            #expect(viewer.enter("open sesame") == bench.size)
            viewer.hangUp()
            for viewer in silent { viewer.hangUp() }
        }

        @Test func aPortThatIsTakenIsNamed() throws {
            let bench = try Bench()
            defer { bench.stop() }
            #expect { try Bench(port: bench.port) } throws: { error in "\(error)".contains("127.0.0.1:\(bench.port)") }
        }

        @Test func anotherSizeIsAnotherPicture() throws {
            let bench = try Bench()
            defer { bench.stop() }
            let larger = try Bitmap(width: 200, height: 120, format: .xrgb8888)
            for y in 0..<120 { memset(larger.row(y), 0x11, 200 * 4) }
            bench.server.show(larger, rotation: .none)
            let viewer = try #require(Viewer(port: bench.port))
            defer { viewer.hangUp() }
            let size = PixelSize(width: 200, height: 120)
            #expect(viewer.enter("open sesame") == size)
            viewer.ask(size, isIncremental: false)
            let update = viewer.takeUpdate()
            #expect(update.reduce(0) { $0 + $1.rect.area } == 200 * 120)
            #expect(
                update.allSatisfy { $0.pixels.enumerated().allSatisfy { $0.offset % 4 == 3 || $0.element == 0x11 } })
        }
    }
}
