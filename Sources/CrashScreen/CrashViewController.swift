import UIKit

/// One screen of text, from 320x240 to the largest panel: all of the words, and as many of the last lines as there is room for.
final class CrashViewController: UIViewController {
    private let report: CrashReport
    private let band = UIView()
    private let titleLabel = UILabel()
    private let causeLabel = UILabel()
    private let momentLabel = UILabel()
    private let adviceLabel = UILabel()
    private let logBox = UIView()
    private let logLabel = UILabel()

    init(report: CrashReport) {
        self.report = report
        super.init()
    }

    required init?(coder: NSCoder) { nil }

    override func viewDidLoad() {
        super.viewDidLoad()
        view.backgroundColor = UIColor(white: 0.1, alpha: 1)
        band.backgroundColor = UIColor(red: 0.78, green: 0.16, blue: 0.14, alpha: 1)
        logBox.backgroundColor = UIColor(white: 0.0, alpha: 1)
        titleLabel.text = report.title
        causeLabel.text = report.cause
        let moment = report.moment(in: .current)
        momentLabel.text = [moment, report.host].filter { !$0.isEmpty }.joined(separator: " · ")
        adviceLabel.text = report.advice
        for label in [causeLabel, momentLabel, adviceLabel, logLabel] { label.numberOfLines = 0 }
        titleLabel.adjustsFontSizeToFitWidth = true
        titleLabel.minimumScaleFactor = 0.4
        titleLabel.textColor = .white
        causeLabel.textColor = .white
        momentLabel.textColor = UIColor(white: 0.75, alpha: 1)
        adviceLabel.textColor = UIColor(white: 0.9, alpha: 1)
        logLabel.textColor = UIColor(white: 0.85, alpha: 1)
        // The last line is the one that matters; a long one is broken anywhere rather than cut.
        logLabel.lineBreakMode = .byCharWrapping
        logBox.clipsToBounds = true
        for part in [band, causeLabel, momentLabel, adviceLabel, logBox] { view.addSubview(part) }
        band.addSubview(titleLabel)
        logBox.addSubview(logLabel)
    }

    override func viewDidLayoutSubviews() {
        super.viewDidLayoutSubviews()
        let bounds = view.bounds
        guard bounds.width > 0, bounds.height > 0 else { return }
        // 1 on the smallest common panel, 480x320 either way round; text grows with the panel, but slower than it.
        let short = min(bounds.width, bounds.height)
        let unit = min(max(pow(short / 320, 0.8), 0.7), 6)
        layOut(unit, in: bounds)
    }

    private func layOut(_ unit: CGFloat, in bounds: CGRect) {
        let margin = (10 * unit).rounded()
        let width = bounds.width - 2 * margin
        titleLabel.font = .boldSystemFont(ofSize: 20 * unit)
        causeLabel.font = .systemFont(ofSize: 15 * unit)
        momentLabel.font = .systemFont(ofSize: 12 * unit)
        adviceLabel.font = .systemFont(ofSize: 12 * unit)
        logLabel.font = .monospacedSystemFont(ofSize: 10.5 * unit, weight: .regular)
        band.frame = CGRect(x: 0, y: 0, width: bounds.width, height: (36 * unit).rounded())
        titleLabel.frame = CGRect(x: margin, y: 0, width: width, height: band.frame.height)

        var y = band.frame.maxY + margin * 0.8
        for label in [causeLabel, momentLabel] {
            y = place(label, x: margin, y: y, width: width) + margin * 0.5
        }
        let adviceHeight = height(of: adviceLabel, width: width)
        adviceLabel.frame = CGRect(
            x: margin, y: max(bounds.height - margin - adviceHeight, y), width: width, height: adviceHeight)
        let room = adviceLabel.frame.minY - margin * 0.8 - y
        let inset = (5 * unit).rounded()
        fitLog(width: width - 2 * inset, height: room - 2 * inset)
        logBox.isHidden = (logLabel.text ?? "").isEmpty
        logBox.frame = CGRect(x: margin, y: y, width: width, height: max(room, 0))
        logLabel.frame = CGRect(
            x: inset, y: inset, width: width - 2 * inset, height: height(of: logLabel, width: width - 2 * inset))
    }

    /// As many of the last lines as there is room for; of a single one that is too long, its end is what is cut.
    private func fitLog(width: CGFloat, height room: CGFloat) {
        logLabel.text = nil
        guard room >= logLabel.font.lineHeight, !report.log.isEmpty else { return }
        for count in stride(from: min(report.log.count, 40), through: 1, by: -1) {
            logLabel.text = report.log.suffix(count).joined(separator: "\n")
            if height(of: logLabel, width: width) <= room { return }
        }
    }

    private func place(_ label: UILabel, x: CGFloat, y: CGFloat, width: CGFloat) -> CGFloat {
        let height = height(of: label, width: width)
        label.frame = CGRect(x: x, y: y.rounded(), width: width, height: height)
        return y + height
    }

    private func height(of label: UILabel, width: CGFloat) -> CGFloat {
        guard !(label.text ?? "").isEmpty else { return 0 }
        return label.sizeThatFits(CGSize(width: width, height: .greatestFiniteMagnitude)).height.rounded(.up)
    }
}
