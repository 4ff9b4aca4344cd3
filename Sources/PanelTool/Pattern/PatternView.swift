import UIKit

/// A pattern that stands still.
final class PatternView: UIView {
    private let pattern: TestPattern
    private let hasWords: Bool

    init(_ pattern: TestPattern, frame: CGRect, hasWords: Bool) {
        self.pattern = pattern
        self.hasWords = hasWords
        super.init(frame: frame)
        contentMode = .redraw
        isOpaque = true
        isUserInteractionEnabled = false
    }

    required init?(coder: NSCoder) { nil }

    override func draw(_ rect: CGRect) {
        guard let canvas = PixelCanvas(self) else { return }
        let size = 13 * Look.unit(bounds) * canvas.scale
        switch pattern {
        case .colours: drawColours(canvas, size)
        case .grey: drawGrey(canvas, size)
        case .gradients: drawGradients(canvas, size)
        case .geometry: GeometryDrawing(canvas: canvas, textSize: size, hasWords: hasWords).draw()
        case .sharpness: drawSharpness(canvas, size)
        default: canvas.fill(0, 0, canvas.width, canvas.height, pattern.solid ?? .black)
        }
    }

    // MARK: Colours

    private static let bars: [(name: String, colour: PatternColour)] = [
        ("white", .white), ("yellow", PatternColour(255, 255, 0)), ("cyan", PatternColour(0, 255, 255)),
        ("green", PatternColour(0, 255, 0)), ("magenta", PatternColour(255, 0, 255)),
        ("red", PatternColour(255, 0, 0)), ("blue", PatternColour(0, 0, 255)), ("black", .black),
    ]

    private func drawColours(_ canvas: PixelCanvas, _ size: CGFloat) {
        let low = canvas.height * 62 / 100
        let lowest = canvas.height * 84 / 100
        let ramp = Ramp(start: 0, width: canvas.width, levels: Array(Self.bars.indices))
        for patch in ramp.patches {
            let bar = Self.bars[patch.level]
            canvas.fill(patch.start, 0, patch.count, low, bar.colour)
            canvas.fill(patch.start, low, patch.count, lowest - low, bar.colour.scaled(191))
            guard hasWords else { continue }
            let middle = patch.start + patch.count / 2
            canvas.text(
                bar.name, middle: middle, top: low - canvas.lineHeight(size) * 3 / 2, size: size, bar.colour.contrast,
                fitting: patch.count)
            canvas.text(
                "75 %", middle: middle, top: lowest - canvas.lineHeight(size) * 3 / 2, size: size,
                bar.colour.scaled(191).contrast, fitting: patch.count)
        }
        // One channel at a time: a wire that is missing, or two that are exchanged, show here.
        let channels = [PatternColour(255, 0, 0), PatternColour(0, 255, 0), PatternColour(0, 0, 255)]
        for (index, channel) in channels.enumerated() {
            let top = lowest + (canvas.height - lowest) * index / 3
            let end = lowest + (canvas.height - lowest) * (index + 1) / 3
            canvas.ramp(
                Ramp(start: 0, width: canvas.width, levels: Ramp.levels(bits: 5)), y: top, height: end - top, channel)
        }
    }

    // MARK: Grey

    private func drawGrey(_ canvas: PixelCanvas, _ size: CGFloat) {
        let first = canvas.height * 36 / 100
        let second = canvas.height * 60 / 100
        let steps = Ramp(start: 0, width: canvas.width, levels: (0..<16).map { $0 * 17 })
        canvas.ramp(steps, y: 0, height: first)
        canvas.ramp(Ramp(start: 0, width: canvas.width, levels: Array(0...255)), y: first, height: second - first)
        let half = canvas.width / 2
        let dark = Ramp(start: 0, width: half, levels: Array(0..<16))
        let light = Ramp(start: half, width: canvas.width - half, levels: Array(240...255))
        canvas.ramp(dark, y: second, height: canvas.height - second)
        canvas.ramp(light, y: second, height: canvas.height - second)
        guard hasWords else { return }
        let small = size * 0.85
        for patch in steps.patches {
            canvas.text(
                "\(patch.level)", middle: patch.start + patch.count / 2, top: first - canvas.lineHeight(small) * 3 / 2,
                size: small, PatternColour(grey: patch.level).contrast, fitting: patch.count)
        }
        let top = second + canvas.lineHeight(size) / 2
        let margin = Int(size)
        canvas.text(
            "0 to 15: sixteen patches, the first black", left: margin, top: top, size: size, PatternColour(grey: 120))
        canvas.text(
            "240 to 255: the last is white", left: half + margin, top: top, size: size, PatternColour(grey: 110))
    }

    // MARK: Gradients

    private func drawGradients(_ canvas: PixelCanvas, _ size: CGFloat) {
        let colours = [
            PatternColour.white, PatternColour(255, 0, 0), PatternColour(0, 255, 0), PatternColour(0, 0, 255),
        ]
        for (index, colour) in colours.enumerated() {
            let top = canvas.height * index / 4
            let height = canvas.height * (index + 1) / 4 - top
            let rows = [(8, 0, height / 2), (6, height / 2, height * 3 / 4), (5, height * 3 / 4, height)]
            for (bits, start, end) in rows {
                canvas.ramp(
                    Ramp(start: 0, width: canvas.width, levels: Ramp.levels(bits: bits)), y: top + start,
                    height: end - start, colour)
                guard hasWords else { continue }
                let line = canvas.lineHeight(size * 0.9)
                guard end - start > line else { continue }
                canvas.text(
                    "\(bits) bits", left: Int(size), top: top + (start + end - line) / 2, size: size * 0.9,
                    PatternColour(grey: 190))
            }
        }
    }

    // MARK: Sharpness

    private func drawSharpness(_ canvas: PixelCanvas, _ size: CGFloat) {
        canvas.fill(0, 0, canvas.width, canvas.height, .black)
        let columns = 4
        let height = canvas.height * 58 / 100
        for column in 0..<columns {
            let start = canvas.width * column / columns
            let width = canvas.width * (column + 1) / columns - start
            switch column {
            case 0: for x in stride(from: 0, to: width, by: 2) { canvas.fill(start + x, 0, 1, height, .white) }
            case 1: for y in stride(from: 0, to: height, by: 2) { canvas.fill(start, y, width, 1, .white) }
            default: checks(canvas, start, width, height, side: column - 1)
            }
        }
        guard hasWords else { return }
        let titles = ["1 px upright", "1 px level", "1 px checks", "2 px checks"]
        for (column, title) in titles.enumerated() {
            canvas.plate(
                title, middle: canvas.width * (2 * column + 1) / (2 * columns),
                top: height - canvas.lineHeight(size) * 2, size: size)
        }
        var y = height + canvas.lineHeight(size) / 2
        for share in [0.65, 0.8, 1, 1.3, 1.8] as [CGFloat] {
            let line = canvas.lineHeight(size * share)
            guard y + line <= canvas.height else { return }
            let pixels = Int((size * share).rounded())
            canvas.text(
                "\(pixels) px: The quick brown fox jumps over the lazy dog 0123456789", left: Int(size), top: y,
                size: CGFloat(pixels), .white)
            y += line
        }
    }

    private func checks(_ canvas: PixelCanvas, _ start: Int, _ width: Int, _ height: Int, side: Int) {
        for y in stride(from: 0, to: height, by: side) {
            let shift = y / side % 2 * side
            for x in stride(from: shift, to: width, by: 2 * side) {
                canvas.fill(start + x, y, min(side, width - x), min(side, height - y), .white)
            }
        }
    }
}
