import BoardConfig

/// Board files that are installed.
struct BoardCheck {
    var report: BoardReport

    var findings: [Finding] {
        var findings = report.errors.map(finding)
        if report.isMatched {
            findings.append(.good("board file", report.choice.reason))
        } else if report.fileCount == 0, report.errors.isEmpty {
            findings.append(.good("board file", "none is installed; what the kernel reports is used"))
        } else {
            findings.append(.good("board file", "\(report.choice.reason); what the kernel reports is used"))
        }
        return findings
    }

    /// The first problem; `vitrine board` has them all.
    private func finding(_ error: BoardError) -> Finding {
        let lines = "\(error)".split(separator: "\n")
        let more = lines.count > 1 ? " (and \(lines.count - 1) more, see vitrine board)" : ""
        return .bad("board file", "one cannot be used", do: "mend or remove it: \(lines.first ?? "")\(more)")
    }
}
