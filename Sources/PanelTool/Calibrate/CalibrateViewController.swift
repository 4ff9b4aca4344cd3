import Input
import UIKit

/// `vitrine calibrate`: crosses to touch, then three to try it, then the files.
final class CalibrateViewController: PanelViewController {
    private lazy var run = makeRun()
    private let cross = CrossView()
    private let titleLabel = UILabel()
    private let hintLabel = UILabel()
    private let progress = UIView()
    private let progressBar = UIView()
    private var dots: [UIView] = []
    private var result: CalibrationResult?
    private var lastAdvice: String?

    /// Anywhere, and longer: a finger that rests on a cross is not to end it.
    override var holdDuration: TimeInterval { 5 }
    override var holdArea: CGRect { view.bounds }

    override func loadView() {
        let view = CalibrateView(frame: UIScreen.main.bounds)
        view.onTouch = { [weak self] in self?.take($0) }
        view.onPress = { [weak self] in self?.cross.isPressed = $0 }
        self.view = view
    }

    override func viewDidLoad() {
        super.viewDidLoad()
        view.isMultipleTouchEnabled = false
        titleLabel.textColor = Look.text
        hintLabel.textColor = Look.quiet
        for label in [titleLabel, hintLabel] {
            label.textAlignment = .center
            label.numberOfLines = 0
            label.isUserInteractionEnabled = false
            view.addSubview(label)
        }
        progress.backgroundColor = Look.line
        progressBar.backgroundColor = Look.accent
        progress.addSubview(progressBar)
        view.addSubview(progress)
        view.addSubview(cross)
        for part in [progress, progressBar] { part.isUserInteractionEnabled = false }
        // Unless it is finished.
        UIApplication.shared.exitStatus = 1
        show()
    }

    override func viewDidLayoutSubviews() {
        super.viewDidLayoutSubviews()
        show()
    }

    private func makeRun() -> CalibrationRun {
        let screen = UIScreen.main
        let panel = screen.panelSize
        func place(_ share: SIMD2<Double>) -> SIMD2<Double> {
            // Whole points, where the cross is drawn.
            screen.panelPosition(of: Self.point(share, in: screen.bounds))
        }
        return CalibrationRun(
            panel: SIMD2(Double(panel.width), Double(panel.height)), crosses: CalibrationRun.crosses.map(place),
            trials: CalibrationRun.trials.map(place))
    }

    private static func point(_ share: SIMD2<Double>, in bounds: CGRect) -> CGPoint {
        CGPoint(x: (bounds.width * CGFloat(share.x)).rounded(), y: (bounds.height * CGFloat(share.y)).rounded())
    }

    // MARK: Touches

    private func take(_ touch: CalibrationRun.Touch) {
        let before = run.step
        run.take(touch)
        if case .trial = before, let fit = run.fit { mark(fit.matrix.applied(to: touch.place)) }
        switch run.step {
        case .refused(let reason):
            lastAdvice = reason.advice
            FileHandle.standardError.write(Data("vitrine calibrate: \(reason.advice)\n".utf8))
            if run.isGivenUp {
                UIApplication.shared.after(4) { UIApplication.shared.end() }
            } else {
                UIApplication.shared.after(4) { [weak self] in
                    self?.clear()
                    self?.run.restart()
                    self?.show()
                }
            }
        case .done:
            clear()
            conclude()
        default: break
        }
        show()
    }

    /// Where the calibrated touch is.
    private func mark(_ place: SIMD2<Double>) {
        let point = UIScreen.main.point(atPanelPosition: place)
        let side = 10 * Look.unit(view.bounds)
        let dot = UIView(frame: CGRect(x: point.x - side / 2, y: point.y - side / 2, width: side, height: side))
        dot.backgroundColor = Look.good
        dot.layer.cornerRadius = side / 2
        dot.isUserInteractionEnabled = false
        view.addSubview(dot)
        dots.append(dot)
    }

    private func clear() {
        for dot in dots { dot.removeFromSuperview() }
        dots = []
    }

    // MARK: The end

    private func conclude() {
        guard let fit = run.fit else { return }
        let found = UIApplication.shared.inputDevices.first { $0.id == run.device }
        let device =
            found.map {
                CalibrationFiles.Device(
                    name: $0.name, vendor: $0.vendor, product: $0.product, touchCount: $0.touchCount,
                    matrixBelow: $0.matrixBelow)
            } ?? CalibrationFiles.Device(name: "scripted fingers", vendor: 0, product: 0)
        var result = CalibrationResult(
            device: device.name, matrix: fit.matrix, residual: fit.residuals.max(), trial: run.distances.max(),
            isDryRun: options.isDryRun)
        let writer = CalibrationWriter(root: options.root)
        do throws(CalibrationFiles.Failure) {
            let files = try CalibrationFiles(
                measured: fit.matrix, of: device, by: options.way,
                writer.surroundings(connector: UIScreen.main.panelName))
            result.matrix = files.matrix
            result.files = files.files
            if !options.isDryRun {
                result.problem = writer.write(files.files)
                if result.problem == nil {
                    let isRead = options.way == .board || writer.reloadRules()
                    let again = options.root.isEmpty ? "Programs that run have to be started again." : nil
                    result.advice = isRead ? again : "udev reads it at the next boot, or: udevadm control --reload"
                }
            }
        } catch {
            result.problem = error.reason
        }
        self.result = result
        UIApplication.shared.exitStatus = result.isGood ? 0 : 1
        UIApplication.shared.after(3) { UIApplication.shared.end() }
    }

    override func report() -> String {
        let result =
            self.result
            ?? CalibrationResult(device: "", problem: lastAdvice ?? "not finished: no cross is to be left out")
        return options.isJSON ? result.json.document : result.text
    }

    // MARK: Picture

    private func show() {
        let bounds = view.bounds
        let unit = Look.unit(bounds)
        titleLabel.font = .systemFont(ofSize: 19 * unit, weight: .semibold)
        hintLabel.font = .systemFont(ofSize: 13 * unit)
        var share: SIMD2<Double>?
        titleLabel.textColor = Look.text
        switch run.step {
        case .cross(let index):
            share = CalibrationRun.crosses[index]
            titleLabel.text = "Touch the middle of the cross"
            hintLabel.text =
                "\(index + 1) of \(run.progress.all) · a pen or a fingernail is best\nhold five seconds, or Escape: end"
        case .trial(let index):
            share = CalibrationRun.trials[index]
            titleLabel.text = "Now try it: touch this one"
            hintLabel.text =
                "\(index + 1 + CalibrationRun.crosses.count) of \(run.progress.all) · the green dot is where the touch is"
        case .refused(let reason):
            titleLabel.text = run.isGivenUp ? "Not calibrated" : "Once more"
            titleLabel.textColor = Look.bad
            hintLabel.text = reason.advice
        case .done:
            let isGood = result?.isGood ?? false
            titleLabel.text = isGood ? "Calibrated" : "Not written"
            titleLabel.textColor = isGood ? Look.good : Look.bad
            hintLabel.text = result.map { Self.words($0) }
        }
        cross.isHidden = share == nil
        let side = 64 * unit
        if let share {
            let point = Self.point(share, in: bounds)
            cross.frame = CGRect(x: point.x - side / 2, y: point.y - side / 2, width: side, height: side)
        }
        // Where the green dots of the trials do not come.
        var middle = 0.47
        if case .trial = run.step { middle = 0.5 }
        if case .cross = run.step, let share, (0.2...0.8).contains(share.y) { middle = share.y < 0.5 ? 0.72 : 0.3 }
        placeWords(middle: CGFloat(middle), unit)
        let (done, all) = run.progress
        let height = 4 * unit
        progress.frame = CGRect(x: 0, y: bounds.height - height, width: bounds.width, height: height)
        progressBar.frame = CGRect(x: 0, y: 0, width: bounds.width * CGFloat(done) / CGFloat(all), height: height)
    }

    private static func words(_ result: CalibrationResult) -> String {
        if let problem = result.problem { return problem }
        let trial = result.trial.map { "\(($0 * 10).rounded() / 10)" } ?? "?"
        var words = "\(result.device): \(result.matrix?.orientation ?? "")\nat most \(trial) pixels off\n"
        words += result.isDryRun ? "nothing is written" : result.files.map(\.path).joined(separator: "\n")
        return words
    }

    private func placeWords(middle: CGFloat, _ unit: CGFloat) {
        let bounds = view.bounds
        let width = bounds.width * 0.8
        let title = titleLabel.sizeThatFits(CGSize(width: width, height: .greatestFiniteMagnitude))
        let hint = hintLabel.sizeThatFits(CGSize(width: width, height: .greatestFiniteMagnitude))
        let gap = 8 * unit
        let height = title.height + gap + hint.height
        let top = (bounds.height * middle - height / 2).rounded()
        let left = ((bounds.width - width) / 2).rounded()
        titleLabel.frame = CGRect(x: left, y: top, width: width, height: ceil(title.height))
        hintLabel.frame = CGRect(x: left, y: top + ceil(title.height) + gap, width: width, height: ceil(hint.height))
    }
}

/// Hears one finger at a time, and says where it was when it lifts: the middle of what the device told.
final class CalibrateView: UIView {
    var onTouch: ((CalibrationRun.Touch) -> Void)?
    var onPress: ((Bool) -> Void)?
    private var places: [SIMD2<Double>] = []
    private static let longest = 512

    override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) {
        places = []
        collect(touches, event)
        onPress?(true)
    }

    override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent?) { collect(touches, event) }

    override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) {
        onPress?(false)
        guard let touch = touches.first, !places.isEmpty else { return }
        let place = SIMD2(Self.median(places.map(\.x)), Self.median(places.map(\.y)))
        onTouch?(.init(place: place, device: touch.deviceID, isMouse: touch.type == .indirectPointer))
    }

    override func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent?) { onPress?(false) }

    private func collect(_ touches: Set<UITouch>, _ event: UIEvent?) {
        guard let touch = touches.first else { return }
        for sample in event?.coalescedTouches(for: touch) ?? [touch] where places.count < Self.longest {
            places.append(UIScreen.main.panelPosition(of: sample.preciseLocation(in: nil)))
        }
    }

    /// Not the mean: the first and the last reports of a finger are the worst.
    static func median(_ values: [Double]) -> Double {
        let sorted = values.sorted()
        guard !sorted.isEmpty else { return .nan }
        let middle = sorted.count / 2
        return sorted.count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
    }
}
