import CShims
import Foundation
import Testing

@testable import ControlSocket

@Suite("Where the control sockets are")
struct ControlFolderTests {
    private let path = "/tmp/vitrine-folder-\(UUID().uuidString.prefix(8))"

    @Test("systemd's folder goes before the user's, and that before one in /tmp")
    func own() {
        func folder(_ environment: [String: String]) -> String { ControlFolder.own { environment[$0] }.path }
        #expect(folder(["RUNTIME_DIRECTORY": "/run/a:/run/b", "XDG_RUNTIME_DIR": "/run/user/1"]) == "/run/a")
        #expect(folder(["XDG_RUNTIME_DIR": "/run/user/1"]) == "/run/user/1/vitrine")
        #expect(folder(["XDG_RUNTIME_DIR": "relative"]) == "/tmp/vitrine-\(geteuid())")
    }

    @Test("the tool looks in every service's folder, every user's and those in /tmp")
    func all() throws {
        for folder in ["run/vitrine/Showcase", "run/user/1000/vitrine", "tmp/vitrine-1000", "tmp/other"] {
            try FileManager.default.createDirectory(atPath: "\(path)/\(folder)", withIntermediateDirectories: true)
        }
        defer { try? FileManager.default.removeItem(atPath: path) }
        let folders = ControlFolder.all(environment: { _ in nil }, root: path).map(\.path)
        #expect(
            folders.dropFirst() == [
                "\(path)/run/vitrine/Showcase", "\(path)/run/user/1000/vitrine", "\(path)/tmp/vitrine-1000",
            ])
    }

    @Test("a socket that a dead program left behind is removed by the next one; a living one's stays")
    func stale() throws {
        defer { try? FileManager.default.removeItem(atPath: path) }
        let folder = ControlFolder(path: path)
        let living = try folder.listen(program: "Living", process: 4242)
        let dead = try folder.listen(program: "Dead", process: 4243)
        close(dead.descriptor)
        #expect(folder.programs(isOnlyLiving: false).count == 2)
        let next = try folder.listen(program: "Next", process: 4244)
        #expect(folder.programs(isOnlyLiving: false).map(\.name) == ["Living", "Next"])
        close(living.descriptor)
        close(next.descriptor)
    }

    @Test("the same program and number again takes the place of its dead one")
    func again() throws {
        defer { try? FileManager.default.removeItem(atPath: path) }
        let folder = ControlFolder(path: path)
        close(try folder.listen(program: "Test", process: 1).descriptor)
        let (descriptor, socket) = try folder.listen(program: "Test", process: 1)
        #expect(socket == "\(path)/Test.1")
        close(descriptor)
    }

    @Test("names lead nowhere else, whatever the program is called")
    func names() {
        #expect(ControlFolder.fileName("../../etc/passwd", 7) == "etcpasswd.7")
        #expect(ControlFolder.fileName("", 7) == "program.7" && ControlFolder.fileName("\n\u{0}画", 7) == "program.7")
        #expect(ControlFolder.fileName(String(repeating: "x", count: 500), 7).count == 34)
    }

    @Test("a folder that others may write to, a link and a file are not used; the words say what to do")
    func unusable() throws {
        defer { try? FileManager.default.removeItem(atPath: path) }
        try FileManager.default.createDirectory(atPath: "\(path)/open", withIntermediateDirectories: true)
        chmod("\(path)/open", 0o777)
        symlink("/tmp", "\(path)/link")
        #expect(FileManager.default.createFile(atPath: "\(path)/file", contents: nil))
        for name in ["open", "link", "file", "none/deeper", String(repeating: "long", count: 40)] {
            #expect {
                try ControlFolder(path: "\(path)/\(name)").listen(program: "Test")
            } throws: { error in
                "\(error)".contains("VITRINE_CONTROL=off") && "\(error)".contains(path)
            }
        }
    }

    @Test("what is in the folder and is no socket of a program does not count")
    func strangers() throws {
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: path) }
        for name in ["x", "x.", "x.y", "x.-1", ".hidden.1", "x.99999999999999"] {
            #expect(FileManager.default.createFile(atPath: "\(path)/\(name)", contents: nil))
        }
        #expect(ControlFolder(path: path).programs(isOnlyLiving: false).isEmpty)
    }
}
