import Glibc
import Raster
import RemoteScreen
import Testing

extension RemoteScreenTests {
    /// A viewer changes its mind while pictures are on their way to it.
    @Suite struct RemoteScreenRaceTests {
        /// The rectangles of one update, whose pixels are all of one colour: 32 bits each if they begin as such a pixel does,
        /// 8 bits otherwise. Whether all of it is of one format, and of one size.
        private func isWhole(_ viewer: Viewer, _ size: PixelSize) -> Bool {
            let header = viewer.read(4)
            guard header.count == 4, header[0] == 0 else { return false }
            var area = 0
            for _ in 0..<(Int(header[2]) << 8 | Int(header[3])) {
                let place = viewer.read(12)
                guard place.count == 12, place[8...11].allSatisfy({ $0 == 0 }) else { return false }
                let width = Int(place[4]) << 8 | Int(place[5])
                let height = Int(place[6]) << 8 | Int(place[7])
                area += width * height
                let first = viewer.read(4)
                guard first.count == 4 else { return false }
                // 0x404040 is 0x52 in 8 bits.
                let isLarge = first[0] == 0x40
                let pixels = first + viewer.read(width * height * (isLarge ? 4 : 1) - 4)
                let pixel = isLarge ? first : [first[0]]
                guard pixels == Array(repeating: pixel, count: width * height).flatMap({ $0 }),
                    isLarge ? first[..<3] == [0x40, 0x40, 0x40] : first[0] == 0x52
                else { return false }
            }
            return area == size.width * size.height
        }

        @Test func aFormatThatChangesWhileAPictureIsSentSpoilsNeither() throws {
            let size = PixelSize(width: 320, height: 200)
            let bench = try Bench(size: size)
            defer { bench.stop() }
            let picture = try Bitmap(width: size.width, height: size.height, format: .xrgb8888)
            for y in 0..<size.height { memset(picture.row(y), 0x40, size.width * 4) }
            bench.server.show(picture, rotation: .none)
            let viewer = try #require(Viewer(port: bench.port))
            defer { viewer.hangUp() }
            #expect(viewer.enter("open sesame") == size)
            // Long enough that the update is sent somewhere in the middle.
            let wishes = (0..<800).flatMap { Viewer.wish(bitsPerPixel: $0 % 2 == 0 ? 8 : 32) }
            for round in 0..<150 {
                viewer.write(Viewer.ask(size, isIncremental: false) + wishes)
                guard isWhole(viewer, size) else {
                    Issue.record("the update of round \(round) was of two formats")
                    return
                }
            }
        }
    }
}
