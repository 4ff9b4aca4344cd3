import Foundation
import Testing

@testable import vitrine

@Suite("Files that are written")
struct SystemFileTests {
    @Test("A picture takes the place of a file, and of nothing else")
    func places() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString).path
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        #expect(SystemFile.write([1, 2], to: "\(folder)/new") == nil)
        #expect(SystemFile.write([3], to: "\(folder)/new") == nil)
        #expect(FileManager.default.contents(atPath: "\(folder)/new") == Data([3]))
        try FileManager.default.createSymbolicLink(atPath: "\(folder)/link", withDestinationPath: "\(folder)/new")
        #expect(mkfifo("\(folder)/pipe", 0o600) == 0)
        try FileManager.default.createDirectory(atPath: "\(folder)/folder", withIntermediateDirectories: false)
        for name in ["link", "pipe", "folder"] {
            #expect(SystemFile.write([9], to: "\(folder)/\(name)")?.contains("no file") == true)
        }
        #expect(FileManager.default.contents(atPath: "\(folder)/new") == Data([3]))
        #expect(SystemFile.names(in: folder) == ["folder", "link", "new", "pipe"])
    }
}
