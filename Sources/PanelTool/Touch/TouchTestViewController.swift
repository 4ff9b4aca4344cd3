import Input
import UIKit

/// `vitrine touch-test`: every contact as the device tells it, and which fields of the panel answer.
final class TouchTestViewController: PanelViewController {
    private var testView: TouchTestView { view as! TouchTestView }

    override func loadView() { view = TouchTestView(frame: UIScreen.main.bounds) }

    override func report() -> String {
        let summary = testView.summary
        return options.isJSON ? summary.json.document : summary.text
    }
}

final class TouchTestView: UIView {
    private var cells: [CALayer] = []
    private let head = PlateLabel()
    private let foot = PlateLabel()
    private var marks: [ObjectIdentifier: TouchMark] = [:]
    /// Trails of fingers that are gone, oldest first.
    private var faded: [TouchMark] = []
    private var names: [UInt32: String] = [:]
    private(set) var summary = TouchSummary()
    private var laidOut = CGSize.zero

    private static let longestMemory = 10

    override init(frame: CGRect) {
        super.init(frame: frame)
        isMultipleTouchEnabled = true
        backgroundColor = Look.background
        head.label.textColor = Look.quiet
        foot.label.textColor = Look.quiet
        foot.label.textAlignment = .center
        for plate in [head, foot] {
            plate.backgroundColor = nil
            addSubview(plate)
        }
    }

    required init?(coder: NSCoder) { nil }

    override func didMoveToWindow() {
        super.didMoveToWindow()
        guard window != nil else { return }
        lookAtDevices()
    }

    /// Devices come and go; real time only, which is where there are any.
    private func lookAtDevices() {
        for device in UIApplication.shared.inputDevices where device.isTouchScreen {
            names[device.id] = Self.name(of: device)
        }
        tell()
        let isVirtual = ProcessInfo.processInfo.environment["VITRINE_CLOCK"] == "virtual"
        if !isVirtual {
            UIApplication.shared.after(1) { [weak self] in self?.lookAtDevices() }
        }
    }

    static func name(of device: InputDevice) -> String {
        var words = [device.name]
        words.append(device.touchCount.map { "\($0) contacts" } ?? "does not say how many contacts")
        if let size = device.sizeInMillimetres {
            words.append("\(Int(size.x.rounded())) x \(Int(size.y.rounded())) mm")
        }
        if device.isCalibratedBelow { words.append("calibrated by udev") }
        return words.joined(separator: ", ")
    }

    // MARK: Layout

    override func layoutSubviews() {
        super.layoutSubviews()
        let unit = Look.unit(bounds)
        if laidOut != bounds.size { makeCells() }
        laidOut = bounds.size
        head.label.font = .systemFont(ofSize: 12 * unit)
        foot.label.font = .systemFont(ofSize: 11.5 * unit)
        head.inset = 10 * unit
        foot.inset = 8 * unit
        placeWords()
    }

    private func placeWords() {
        let corner = min(bounds.width, bounds.height) * 0.15
        let size = head.size(width: bounds.width - corner)
        head.frame = CGRect(x: corner, y: 2, width: size.width, height: size.height)
        let footSize = foot.size(width: bounds.width)
        foot.frame = CGRect(
            x: ((bounds.width - footSize.width) / 2).rounded(), y: bounds.height - footSize.height,
            width: footSize.width, height: footSize.height)
    }

    private func makeCells() {
        let coverage = TouchCoverage(
            width: Double(bounds.width), height: Double(bounds.height), field: Double(38 * Look.unit(bounds)))
        summary.coverage = coverage
        CATransaction.begin()
        CATransaction.setDisableActions(true)
        for cell in cells { cell.removeFromSuperlayer() }
        cells = (0..<coverage.count).map { index in
            let cell = CALayer()
            let column = CGFloat(index % coverage.columns)
            let row = CGFloat(index / coverage.columns)
            let left = (bounds.width * column / CGFloat(coverage.columns)).rounded()
            let top = (bounds.height * row / CGFloat(coverage.rows)).rounded()
            let right = (bounds.width * (column + 1) / CGFloat(coverage.columns)).rounded()
            let bottom = (bounds.height * (row + 1) / CGFloat(coverage.rows)).rounded()
            cell.frame = CGRect(x: left, y: top, width: right - left, height: bottom - top)
            cell.borderColor = Look.line.cgColor
            cell.borderWidth = 0.5
            layer.insertSublayer(cell, at: UInt32(index))
            return cell
        }
        CATransaction.commit()
    }

    private func tell() {
        let devices = names.sorted { $0.key < $1.key }.map(\.value)
        summary.devices = devices
        let isThere = devices.isEmpty ? ["no touch screen: fingers of a mouse or a script count"] : devices
        let fields = "\(summary.coverage.touched.count) of \(summary.coverage.count) fields"
        let now = "\(marks.count) now, \(summary.greatestAtOnce) at most, \(summary.contactCount) in all"
        head.label.text = (isThere + ["\(now) · \(fields) touched"]).joined(separator: "\n")
        foot.label.text = "wipe over all fields: one that stays dark is dead · \(PanelViewController.wayOut)"
        placeWords()
    }

    // MARK: Touches

    override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) {
        for touch in touches.sorted(by: { $0.slot < $1.slot }) {
            let mark = TouchMark(slot: touch.slot, number: max(touch.slot, 0), in: self)
            marks[ObjectIdentifier(touch)] = mark
            summary.contactCount += 1
            follow(touch, event)
        }
        summary.greatestAtOnce = max(summary.greatestAtOnce, marks.count)
        tell()
    }

    override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent?) {
        for touch in touches { follow(touch, event) }
    }

    override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) {
        for touch in touches {
            follow(touch, event)
            leave(touch)
        }
        tell()
    }

    override func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent?) {
        for touch in touches {
            summary.cancelledCount += 1
            leave(touch)
        }
        tell()
    }

    private func follow(_ touch: UITouch, _ event: UIEvent?) {
        guard let mark = marks[ObjectIdentifier(touch)] else { return }
        let before = summary.coverage.touched.count
        for sample in event?.coalescedTouches(for: touch) ?? [touch] {
            let place = sample.location(in: self)
            mark.track.add(.init(x: Double(place.x), y: Double(place.y), time: sample.timestamp))
            let field = summary.coverage.mark(
                x: Double(place.x / bounds.width), y: Double(place.y / bounds.height))
            if let field { light(field) }
        }
        if let rate = mark.track.rate { summary.greatestRate = max(summary.greatestRate ?? 0, rate) }
        if summary.coverage.touched.count != before { tell() }
        let isShort = marks.count > 3 && min(bounds.width, bounds.height) < 700
        mark.show(at: touch.location(in: self), details: Self.details(of: touch), isShort: isShort, in: self)
    }

    private func leave(_ touch: UITouch) {
        guard let mark = marks.removeValue(forKey: ObjectIdentifier(touch)) else { return }
        mark.lift()
        faded.append(mark)
        if faded.count > Self.longestMemory { faded.removeFirst().remove() }
    }

    private func light(_ field: Int) {
        guard cells.indices.contains(field) else { return }
        CATransaction.begin()
        CATransaction.setDisableActions(true)
        cells[field].backgroundColor = Look.good.withAlphaComponent(0.3).cgColor
        CATransaction.commit()
    }

    private static func details(of touch: UITouch) -> [String] {
        var words: [String] = []
        if touch.majorRadius > 0 { words.append("radius \(TouchMark.number(touch.majorRadius))") }
        if touch.maximumPossibleForce > 0 {
            words.append("force \(TouchMark.number(touch.force / touch.maximumPossibleForce * 100)) %")
        }
        switch touch.type {
        case .pencil: words.append("pen")
        case .indirectPointer: words.append("mouse")
        default: break
        }
        return words
    }
}
