import ControlSocket
import Glibc

/// `vitrine install-service`
enum ServiceCommand {
    static func run(_ words: [String]) throws(UsageError) -> Answer {
        let request = try ServiceRequest(words)
        if !request.root.isEmpty, !SystemFile.isFolder(request.root) {
            return Answer(complaint: "vitrine: \(request.root): no such folder\n", status: .problem)
        }
        let isLive = request.root.isEmpty && SystemFile.isFolder("/run/systemd/system")
        let plan = ServicePlan(request, isLive: isLive)
        var report = ServiceReport(plan: plan)
        if !plan.isBlocked, !request.isDryRun {
            for step in plan.steps {
                report.problem = ServiceStepper(root: request.root).perform(step)
                if report.problem != nil { break }
                report.doneCount += 1
            }
        }
        return Answer(
            output: request.isJSON ? report.json.document : report.text,
            status: plan.isBlocked || report.problem != nil ? .problem : .success)
    }
}

/// Does one step after the other.
struct ServiceStepper {
    var root: String

    /// Why it could not be done; nil when it is.
    func perform(_ step: ServicePlan.Step) -> String? {
        switch step {
        case .write(let path, let text):
            return makeFolder(of: root + path)
                ?? SystemFile.write(Array(text.utf8), to: root + path, mode: 0o644)
                .map { explained(path, $0) }
        case .link(let path, let target):
            if let problem = makeFolder(of: root + path) { return problem }
            return symlink(target, root + path) == 0 ? nil : explained(path, SystemFile.text(of: errno))
        case .remove(let path):
            return unlink(root + path) == 0 || errno == ENOENT ? nil : explained(path, SystemFile.text(of: errno))
        case .removeFolder(let path):
            let isGone = rmdir(root + path) == 0 || [ENOENT, ENOTEMPTY, EEXIST].contains(errno)
            return isGone ? nil : explained(path, SystemFile.text(of: errno))
        case .run(let words):
            return Self.run(words)
        }
    }

    private func explained(_ path: String, _ reason: String) -> String {
        var advice = ""
        if reason.contains("error \(EROFS),") {
            advice = ": mount it writable (mount -o remount,rw /), or put the service into the image (--root DIR)"
        } else if reason.contains("error \(EACCES),") || reason.contains("error \(EPERM),") {
            advice = ": this is root's to change: sudo"
        }
        return "\(root)\(path): \(reason)\(advice)"
    }

    private func makeFolder(of path: String) -> String? {
        guard let slash = path.lastIndex(of: "/"), slash != path.startIndex else { return nil }
        let folder = String(path[..<slash])
        if SystemFile.isFolder(folder) { return nil }
        if let problem = makeFolder(of: folder) { return problem }
        let code = mkdir(folder, 0o755) == 0 ? 0 : errno
        return code == 0 || code == EEXIST
            ? nil : explained(String(folder.dropFirst(root.count)), SystemFile.text(of: code))
    }

    private static func run(_ words: [String]) -> String? {
        var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) }
        arguments.append(nil)
        // A service manager's tools need no more of the environment.
        let path = Environment.value("PATH") ?? "/usr/sbin:/usr/bin:/sbin:/bin"
        var variables: [UnsafeMutablePointer<CChar>?] = [strdup("PATH=\(path)"), nil]
        defer { for text in arguments + variables { free(text) } }
        var process: pid_t = 0
        let code = posix_spawnp(&process, words[0], nil, nil, arguments, &variables)
        guard code == 0 else { return "\(words.joined(separator: " ")): \(SystemFile.text(of: code))" }
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0 {
            if errno != EINTR { return "\(words.joined(separator: " ")): \(SystemFile.text(of: errno))" }
        }
        // As WEXITSTATUS and WIFSIGNALED have it.
        guard status & 0x7f == 0 else { return "\(words.joined(separator: " ")) was ended by signal \(status & 0x7f)" }
        let exit = status >> 8 & 0xff
        return exit == 0 ? nil : "\(words.joined(separator: " ")) ended with exit status \(exit)"
    }
}

/// What was found, and what was done or would be.
struct ServiceReport {
    let plan: ServicePlan
    var doneCount = 0
    var problem: String?

    private var request: ServiceRequest { plan.request }

    var text: String {
        var text = plan.findings.map(\.line).joined()
        for (index, step) in plan.steps.enumerated() {
            if plan.isBlocked { break }
            let isDone = index < doneCount
            text += "\(isDone ? "done" : request.isDryRun ? "would" : "left"): \(words(step))\n"
            if request.isDryRun, case .write(_, let contents) = step {
                text += contents.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map {
                    "    \($0)\n"
                }
                .joined()
            }
        }
        if let problem { text += "-- \(Lines.plain(problem))\n" }
        return text + conclusion + "\n"
    }

    private var conclusion: String {
        let name = request.name
        if plan.isBlocked { return "Nothing was changed." }
        if problem != nil { return "Not all was done." }
        if plan.steps.isEmpty {
            return request.isRemoval ? "There is no service of \(name) to remove." : "All of it was there already."
        }
        if request.isDryRun { return "Nothing was changed: --dry-run." }
        if request.isRemoval { return "\(name) is no longer started at boot." }
        let now = request.isStarted || !request.root.isEmpty ? "" : " Now: systemctl start vitrine@\(name)."
        return "\(name) is started at boot.\(now)"
    }

    private func words(_ step: ServicePlan.Step) -> String {
        switch step {
        case .write(let path, _): "write \(request.root)\(path)"
        case .link(let path, let target): "link \(request.root)\(path) to \(target)"
        case .remove(let path): "remove \(request.root)\(path)"
        case .removeFolder(let path): "remove the folder \(request.root)\(path)"
        case .run(let words): "run \(words.joined(separator: " "))"
        }
    }

    var json: JSONValue {
        .fields([
            "program": .text(request.name),
            "unit": .text("vitrine@\(request.name).service"),
            "removal": .bool(request.isRemoval),
            "dry_run": .bool(request.isDryRun),
            "findings": .list(plan.findings.map(\.json)),
            "steps": .list(plan.steps.enumerated().map { json($1, isDone: $0 < doneCount) }),
            "done": .bool(!plan.isBlocked && problem == nil && !request.isDryRun),
            "problem": .optional(problem),
        ])
    }

    private func json(_ step: ServicePlan.Step, isDone: Bool) -> JSONValue {
        let done = JSONValue.bool(isDone)
        switch step {
        case .write(let path, let text):
            return .fields(["action": .text("write"), "path": .text(path), "text": .text(text), "done": done])
        case .link(let path, let target):
            return .fields(["action": .text("link"), "path": .text(path), "target": .text(target), "done": done])
        case .remove(let path), .removeFolder(let path):
            return .fields(["action": .text("remove"), "path": .text(path), "done": done])
        case .run(let words):
            return .fields(["action": .text("run"), "command": .list(words.map { .text($0) }), "done": done])
        }
    }
}
