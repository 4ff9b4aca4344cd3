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

    @Test("a program counts as running while somebody listens at its socket, whatever its number says")
    func living() throws {
        defer { try? FileManager.default.removeItem(atPath: path) }
        let folder = ControlFolder(path: path)
        // Numbers of processes that are there (this one) and that are not.
        let here = try folder.listen(program: "Here", process: getpid())
        let elsewhere = try folder.listen(program: "Elsewhere", process: 2_000_000_000)
        #expect(folder.programs().map(\.name) == ["Elsewhere", "Here"])
        // As with a zombie: the number is still taken, the socket is not.
        close(here.descriptor)
        #expect(folder.programs().map(\.name) == ["Elsewhere"])
        close(elsewhere.descriptor)
        #expect(folder.programs().isEmpty && folder.programs(isOnlyLiving: false).count == 2)
    }

    @Test("a dead process that nobody has asked for is not running")
    func zombie() throws {
        defer { try? FileManager.default.removeItem(atPath: path) }
        let folder = ControlFolder(path: path)
        var process: pid_t = 0
        var arguments: [UnsafeMutablePointer<CChar>?] = [strdup("true"), nil]
        defer { free(arguments[0]) }
        #expect(posix_spawnp(&process, "true", nil, nil, &arguments, nil) == 0)
        var information = siginfo_t()
        // Waits for its end, and leaves it a zombie.
        #expect(waitid(P_PID, UInt32(process), &information, WEXITED | WNOWAIT) == 0)
        close(try folder.listen(program: "Zombie", process: process).descriptor)
        #expect(kill(process, 0) == 0 && folder.programs().isEmpty)
        var status: Int32 = 0
        waitpid(process, &status, 0)
    }

    @Test("programs are looked for only where nobody else can put a socket")
    func foreign() throws {
        defer { try? FileManager.default.removeItem(atPath: path) }
        let folder = ControlFolder(path: path)
        let listening = try folder.listen(program: "Test", process: 7)
        defer { close(listening.descriptor) }
        #expect(folder.programs().first?.user == geteuid())
        chmod(path, 0o777)
        #expect(folder.programs().isEmpty)
        chmod(path, 0o700)
        // A folder that is named after another user.
        let other = "/tmp/vitrine-\(geteuid() + 4_000_000)"
        try? FileManager.default.removeItem(atPath: other)
        try FileManager.default.moveItem(atPath: path, toPath: other)
        defer { try? FileManager.default.removeItem(atPath: other) }
        #expect(ControlFolder(path: other).owner == nil && ControlFolder(path: other).programs().isEmpty)
        #expect(ControlFolder(path: "/nonexistent").owner == nil)
    }

    @Test("names that no program of ours could have are none: they would end up in a shell's completion")
    func hostileNames() throws {
        try FileManager.default.createDirectory(
            atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        defer { try? FileManager.default.removeItem(atPath: path) }
        for name in ["$(touch x).7", "a b.7", "a\nb.7", "-.7", "ok.7"] {
            #expect(FileManager.default.createFile(atPath: "\(path)/\(name)", contents: nil))
        }
        #expect(ControlFolder(path: path).programs(isOnlyLiving: false).map(\.name).sorted() == ["-", "ok"])
    }
}
