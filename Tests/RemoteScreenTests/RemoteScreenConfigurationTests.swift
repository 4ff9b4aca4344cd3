import Glibc
@testable import RemoteScreen
import Raster
import Testing

@Suite struct RemoteScreenConfigurationTests {
    private func read(_ text: String, mode: mode_t = 0o600) throws -> RemoteScreenConfiguration {
        var path = Array("/tmp/remote-screen-XXXXXX".utf8CString)
        let descriptor = mkstemp(&path)
        let name = String(decoding: path.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        defer {
            close(descriptor)
            unlink(name)
        }
        fchmod(descriptor, mode)
        _ = text.withCString { write(descriptor, $0, strlen($0)) }
        var configuration = RemoteScreenConfiguration()
        try configuration.readPasswords(from: name)
        return configuration
    }

    @Test func theFirstLineIsThePasswordTheSecondIsForSeeing() throws {
        let both = try read("open sesame\nonlooker\n")
        #expect(both.password == "open sesame" && both.viewPassword == "onlooker")
        let one = try read("open sesame\r\n")
        #expect(one.password == "open sesame" && one.viewPassword == nil)
    }

    @Test(arguments: ["", "\nsecond", "short", "long enough\nno", "same beginning\nsame beg"])
    func whatIsNoPasswordIsRefused(_ text: String) {
        #expect(throws: RemoteScreenError.self) { try read(text) }
    }

    @Test func aFileThatOthersCanReadIsRefused() {
        #expect { try read("open sesame\n", mode: 0o640) } throws: { error in
            "\(error)".contains("chmod 600")
        }
    }

    @Test func aFileThatIsNotThereIsNamed() {
        var configuration = RemoteScreenConfiguration()
        #expect { try configuration.readPasswords(from: "/nowhere/password") } throws: { error in
            "\(error)".contains("/nowhere/password")
        }
    }
}

@Suite struct PictureComparisonTests {
    @Test func whatDiffersIsFoundAndTakenOver() throws {
        let old = try Bitmap(width: 300, height: 150, format: .xrgb8888)
        let new = try Bitmap(width: 300, height: 150, format: .xrgb8888)
        for bitmap in [old, new] {
            for y in 0..<150 { memset(bitmap.row(y), 0x20, 300 * 4) }
        }
        new.row(10).assumingMemoryBound(to: UInt32.self)[0] = 1
        new.row(149).assumingMemoryBound(to: UInt32.self)[299] = 2
        new.row(149).assumingMemoryBound(to: UInt32.self)[200] = 3
        var changed: [PixelRect] = []
        PictureComparison.update(old.surface, from: new.surface) { changed.append($0) }
        #expect(
            changed == [
                PixelRect(x: 0, y: 0, width: 64, height: 64), PixelRect(x: 192, y: 128, width: 108, height: 22),
            ])
        for y in 0..<150 { #expect(memcmp(old.row(y), new.row(y), 300 * 4) == 0) }
        changed = []
        PictureComparison.update(old.surface, from: new.surface) { changed.append($0) }
        #expect(changed.isEmpty)
    }
}
