import BoardConfig

/// Board files that are installed.
struct BoardCheck {
    var report: BoardReport

    var findings: [Finding] {
        var findings = report.errors.map {
            Finding.poor("board file", "one cannot be used", do: "mend or remove it: \($0)")
        }
        if report.isMatched {
            findings.append(.good("board file", report.choice.reason))
        } else if report.fileCount == 0, report.errors.isEmpty {
            findings.append(.good("board file", "none is installed; what the kernel reports is used"))
        } else {
            findings.append(.good("board file", "\(report.choice.reason); what the kernel reports is used"))
        }
        return findings
    }
}
