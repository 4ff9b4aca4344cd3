import ControlSocket
import Foundation
import Testing

@testable import vitrine

/// Each test has a root of its own, as an image that is being made.
@Suite("vitrine install-service")
struct ServiceTests {
    private final class Root {
        let path = NSTemporaryDirectory() + "vitrine-root-\(UUID().uuidString)"

        init() throws {
            try write("/usr/lib/systemd/system/vitrine@.service", "[Service]\n")
            try write("/usr/lib/sysusers.d/vitrine.conf", "u vitrine\n")
            try program("/usr/local/bin/Kiosk")
        }

        deinit { try? FileManager.default.removeItem(atPath: path) }

        func write(_ file: String, _ text: String) throws {
            let folder = (path + file).split(separator: "/").dropLast().joined(separator: "/")
            try FileManager.default.createDirectory(atPath: "/" + folder, withIntermediateDirectories: true)
            try text.write(toFile: path + file, atomically: false, encoding: .utf8)
        }

        func program(_ file: String) throws {
            try write(file, "#!/bin/sh\n")
            chmod(path + file, 0o755)
        }

        func link(_ file: String, to target: String) throws {
            let folder = (path + file).split(separator: "/").dropLast().joined(separator: "/")
            try FileManager.default.createDirectory(atPath: "/" + folder, withIntermediateDirectories: true)
            symlink(target, path + file)
        }

        func text(_ file: String) -> String? { SystemFile.text(path + file) }

        /// Every file and link there is, without folders.
        var files: [String] {
            let all = FileManager.default.enumerator(atPath: path)?.compactMap { $0 as? String } ?? []
            return all.filter { !SystemFile.isFolder("\(path)/\($0)") }.sorted()
        }

        func run(_ words: String...) -> Answer {
            VitrineTool.answer(to: ["install-service", "--root", path] + words)
        }
    }

    private let wants = "/etc/systemd/system/multi-user.target.wants"

    @Test("a program where the unit looks for it: enabled, and nothing else; the second time there is nothing to do")
    func plain() throws {
        let root = try Root()
        let before = root.files
        let answer = root.run("Kiosk")
        #expect(answer.status == .success && answer.output.hasSuffix("Kiosk is started at boot.\n"))
        #expect(
            SystemFile.linkTarget("\(root.path)\(wants)/vitrine@Kiosk.service")
                == "/usr/lib/systemd/system/vitrine@.service")
        #expect(root.files.count == before.count + 1)
        let again = root.run("Kiosk")
        #expect(again.status == .success && again.output.hasSuffix("All of it was there already.\n"))
        let removed = root.run("--remove", "Kiosk")
        #expect(removed.status == .success && root.files == before)
        #expect(root.run("--remove", "Kiosk").output == "There is no service of Kiosk to remove.\n")
    }

    @Test("a program elsewhere with arguments, settings and a seat: all of it is written, and all of it goes again")
    func everything() throws {
        let root = try Root()
        try root.program("/opt/kiosk 2/Show")
        try root.write("/usr/sbin/seatd", "")
        let before = root.files
        let answer = root.run(
            "--seat", "seatd", "--set", "VITRINE_ROTATION=90", "--set", "TITLE=5 $ \"a\"", "/opt/kiosk 2/Show", "--",
            "--demo",
            "50%", "--root")
        #expect(answer.status == .success)
        let dropIn = try #require(root.text("/etc/systemd/system/vitrine@Show.service.d/60-install-service.conf"))
        #expect(dropIn.hasPrefix(ServiceFiles.mark + "\n\n[Unit]\nWants=seatd.service\n"))
        #expect(dropIn.hasSuffix("ExecStart=\nExecStart=\"/opt/kiosk 2/Show\" --demo 50%% --root\n"))
        #expect(
            root.text("/etc/vitrine/Show.env")
                == "\(ServiceFiles.mark)\nVITRINE_ROTATION=90\nTITLE=\"5 \\$ \\\"a\\\"\"\n")
        // Without seat and arguments the drop-in changes; settings stay.
        #expect(root.run("/opt/kiosk 2/Show").status == .success)
        #expect(
            root.text("/etc/systemd/system/vitrine@Show.service.d/60-install-service.conf")?.contains("seatd") == false)
        #expect(root.run("--remove", "Show").status == .success && root.files == before)
        #expect(!SystemFile.isFolder("\(root.path)/etc/systemd/system/vitrine@Show.service.d"))
    }

    @Test("settings of others stay, the same one is replaced; a file that is not from here is not removed")
    func settings() throws {
        let root = try Root()
        try root.write("/etc/vitrine/Kiosk.env", "# mine\nA=1\nVITRINE_ROTATION=0\n\nVITRINE_ROTATIONS=7\n")
        #expect(root.run("--set", "VITRINE_ROTATION=270", "Kiosk").status == .success)
        #expect(root.text("/etc/vitrine/Kiosk.env") == "# mine\nA=1\nVITRINE_ROTATION=270\n\nVITRINE_ROTATIONS=7\n")
        let removed = root.run("--remove", "Kiosk")
        #expect(removed.output.contains("Kiosk.env is not from here and stays"))
        #expect(root.text("/etc/vitrine/Kiosk.env") != nil)
    }

    @Test("a dry run says all of it, and changes nothing")
    func dryRun() throws {
        let root = try Root()
        let before = root.files
        let answer = root.run("--dry-run", "--set", "A=b", "Kiosk", "--", "--demo")
        #expect(answer.status == .success && root.files == before)
        #expect(answer.output.contains("would: write \(root.path)/etc/vitrine/Kiosk.env\n"))
        #expect(
            answer.output.contains("    ExecStart=/usr/local/bin/Kiosk --demo\n")
                || answer.output.contains("    ExecStart=Kiosk --demo\n"))
        #expect(answer.output.contains("would: link") && answer.output.hasSuffix("Nothing was changed: --dry-run.\n"))
    }

    @Test("what stands in the way is said with what to do, has status 1, and nothing is changed")
    func conflicts() throws {
        func refused(_ words: [String], _ part: String, _ prepare: (Root) throws -> Void) throws {
            let root = try Root()
            try prepare(root)
            let before = root.files
            let answer = VitrineTool.answer(to: ["install-service", "--root", root.path] + words)
            #expect(answer.status == .problem && answer.output.hasSuffix("Nothing was changed.\n"), "\(part)")
            #expect(answer.output.contains(part) && root.files == before)
        }
        try refused(["Other"], "-- program: /usr/local/bin/Other and /usr/bin/Other: not there: install it first") {
            _ in
        }
        try refused(["Kiosk"], "-- unit: vitrine@.service is not installed") {
            unlink("\($0.path)/usr/lib/systemd/system/vitrine@.service")
        }
        try refused(["Kiosk"], "-- panel: Other is started at boot on the same panel") {
            try $0.link("\(wants)/vitrine@Other.service", to: "/usr/lib/systemd/system/vitrine@.service")
        }
        try refused(["Kiosk"], "systemctl disable --now gdm.service") {
            try $0.link("/etc/systemd/system/display-manager.service", to: "/lib/systemd/system/gdm.service")
        }
        try refused(["Kiosk"], "-- console: /etc/systemd/system/getty@tty1.service.d logs a user in") {
            try $0.write(
                "/etc/systemd/system/getty@tty1.service.d/autologin.conf",
                "[Service]\nExecStart=-/sbin/agetty --autologin pi\n")
        }
        try refused(["Kiosk"], "-- unit: /etc/systemd/system/vitrine@Kiosk.service is there") {
            try $0.link("/etc/systemd/system/vitrine@Kiosk.service", to: "/dev/null")
        }
        try refused(["Kiosk"], "-- seat: there is no user vitrine") {
            unlink("\($0.path)/usr/lib/sysusers.d/vitrine.conf")
        }
        try refused(["--seat", "seatd", "Kiosk"], "apt-get install seatd") { _ in }
        try refused(["--seat", "logind", "Kiosk"], "libpam-systemd") { _ in }
        try refused(["/usr/bin/Text"], "cannot be executed") { try $0.write("/usr/bin/Text", "") }
        try refused(["/home/kim/Kiosk"], "does not see /home/") { try $0.program("/home/kim/Kiosk") }
    }

    @Test("a login prompt on tty1 is no obstacle, and is named; a display manager that is masked is none")
    func noConflicts() throws {
        let root = try Root()
        try root.link(
            "/etc/systemd/system/getty.target.wants/getty@tty1.service", to: "/lib/systemd/system/getty@.service")
        try root.link("/etc/systemd/system/display-manager.service", to: "/dev/null")
        try root.write("/usr/lib/x86_64-linux-gnu/security/pam_systemd.so", "")
        let refused = root.run("--seat", "logind", "Kiosk")
        #expect(refused.status == .problem && refused.output.contains("there is no polkit"))
        try root.write("/usr/share/dbus-1/system-services/org.freedesktop.PolicyKit1.service", "")
        let answer = root.run("--seat", "logind", "Kiosk")
        #expect(answer.status == .success)
        #expect(answer.output.contains("ok console: the login prompt on tty1 makes way while the program runs\n"))
        #expect(answer.output.contains("ok seat: systemd-logind\n"))
    }

    @Test("a root that cannot be written to: the step that failed is named, with what to do, and status 1")
    func readOnly() throws {
        let root = try Root()
        // A file where a folder has to be, which refuses root too.
        try root.write("/etc", "")
        let answer = root.run("Kiosk")
        #expect(answer.status == .problem && answer.output.contains("\(root.path)/etc/systemd"))
        #expect(answer.output.hasSuffix("Not all was done.\n"))
        let none = VitrineTool.answer(to: ["install-service", "--root", "/nonexistent", "Kiosk"])
        #expect(none.status == .problem && none.complaint.contains("/nonexistent: no such folder"))
    }

    @Test("JSON has findings, steps and what was done")
    func json() throws {
        let root = try Root()
        let answer = root.run("--json", "Kiosk")
        let json = try JSONValue(parsing: Array(answer.output.utf8), maximumDepth: 16)
        #expect(json["done"]?.bool == true && json["unit"]?.text == "vitrine@Kiosk.service" && json["problem"] == .null)
        #expect(
            json["steps"]?.list.first?["action"]?.text == "link" && json["steps"]?.list.first?["done"]?.bool == true)
        #expect(json["findings"]?.list.allSatisfy { $0["ok"]?.bool == true } == true)
        let blocked = try JSONValue(parsing: Array(root.run("--json", "Other").output.utf8), maximumDepth: 16)
        #expect(blocked["done"]?.bool == false)
    }

    @Test(
        "what cannot be meant has status 64",
        arguments: [
            [], ["a", "b"], ["./Kiosk"], ["-x"], ["Ki osk"], ["/usr/bin/"], ["--seat", "none", "Kiosk"],
            ["--set", "novalue", "Kiosk"], ["--set", "1A=b", "Kiosk"], ["--set", "A=b\nC=d", "Kiosk"],
            ["--set", "VITRINE_ROTATION=45", "Kiosk"], ["--remove", "--start", "Kiosk"],
            ["--remove", "Kiosk", "--", "--demo"], ["--start", "--root", "/tmp", "Kiosk"], ["Kiosk", "--", "a\nb"],
        ])
    func wrongUse(words: [String]) {
        #expect(VitrineTool.answer(to: ["install-service"] + words).status == .usage)
    }

    @Test("the seats' drop-ins are those of systemd/variants")
    func variants() throws {
        let folder = "/" + #filePath.split(separator: "/").dropLast(3).joined(separator: "/") + "/systemd/variants"
        for (name, unit, service) in [
            ("seatd", ServiceFiles.seatdUnit, ServiceFiles.seatdService),
            ("logind", ServiceFiles.logindUnit, ServiceFiles.logindService),
        ] {
            let lines = SystemFile.lines("\(folder)/\(name).conf").filter { !$0.hasPrefix("#") }
            #expect(lines == ["[Unit]"] + unit + ["[Service]"] + service)
        }
    }
}
