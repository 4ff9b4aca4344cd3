import UIKit

/// Grid, circles, and marks at the very edges: whether all of the picture is on the glass, and in its shape.
@MainActor
struct GeometryDrawing {
    let canvas: PixelCanvas
    /// Pixels.
    let textSize: CGFloat
    let hasWords: Bool

    private let dim = PatternColour(grey: 70)
    private let cyan = PatternColour(0, 200, 255)
    private let amber = PatternColour(255, 190, 40)
    private let green = PatternColour(60, 220, 120)

    func draw() {
        canvas.fill(0, 0, canvas.width, canvas.height, PatternColour(grey: 16))
        drawGrid()
        drawCircles()
        drawEdges()
        if hasWords { drawWords() }
    }

    /// Squares about the middle, so that both halves are alike.
    private func drawGrid() {
        let side = max(canvas.short / 12, 8)
        let (middleX, middleY) = (canvas.width / 2, canvas.height / 2)
        for step in 0...(max(canvas.width, canvas.height) / side) {
            for sign in [-1, 1] {
                let x = middleX + sign * step * side
                let y = middleY + sign * step * side
                let colour = step == 0 ? PatternColour(grey: 150) : dim
                if (0..<canvas.width).contains(x) { canvas.fill(x, 0, 1, canvas.height, colour) }
                if (0..<canvas.height).contains(y) { canvas.fill(0, y, canvas.width, 1, colour) }
            }
        }
    }

    private func drawCircles() {
        let (middleX, middleY) = (canvas.width / 2, canvas.height / 2)
        let thickness = max(canvas.short / 240, 1)
        canvas.circle(x: middleX, y: middleY, radius: canvas.short / 2, thickness: thickness, .white)
        canvas.circle(x: middleX, y: middleY, radius: canvas.short / 4, thickness: thickness, .white)
        let small = canvas.short / 8
        let inset = canvas.short / 16 + small
        for x in [inset, canvas.width - inset] {
            for y in [inset, canvas.height - inset] {
                canvas.circle(x: x, y: y, radius: small, thickness: thickness, cyan)
            }
        }
    }

    /// The outermost pixels; then frames at 2.5 and 5 per cent, the usual overscan of televisions.
    private func drawEdges() {
        let (width, height) = (canvas.width, canvas.height)
        for (share, colour) in [(25, amber), (50, green)] {
            let x = width * share / 1000
            let y = height * share / 1000
            canvas.frame(x, y, width - 2 * x, height - 2 * y, 1, colour)
        }
        canvas.frame(0, 0, width, height, 1, .white)
        let length = canvas.short / 10
        for x in [0, width - length] {
            for y in [0, height - 3] { canvas.fill(x, y, length, 3, .white) }
        }
        for x in [0, width - 3] {
            for y in [0, height - length] { canvas.fill(x, y, 3, length, .white) }
        }
        // A step of one pixel at a time at each corner: how many rows and columns are beyond the glass.
        let arrow = canvas.short / 14
        let (middleX, middleY) = (width / 2, height / 2)
        let half = arrow * 2 / 3
        canvas.arrow(to: (middleX, 0), from: (middleX, arrow), halfWidth: half, .white)
        canvas.arrow(to: (middleX, height), from: (middleX, height - arrow), halfWidth: half, .white)
        canvas.arrow(to: (0, middleY), from: (arrow, middleY), halfWidth: half, .white)
        canvas.arrow(to: (width, middleY), from: (width - arrow, middleY), halfWidth: half, .white)
    }

    private func drawWords() {
        let screen = UIScreen.main
        let panel = screen.panelSize
        let line = canvas.lineHeight(textSize)
        var lines = ["\(canvas.width) x \(canvas.height) pixels"]
        let rate = (screen.panelRate * 100).rounded() / 100
        lines.append([screen.panelName, rate > 0 ? "\(rate) Hz" : ""].filter { !$0.isEmpty }.joined(separator: ", "))
        if screen.panelRotation != 0 {
            lines.append("turned by \(screen.panelRotation)° on a panel of \(panel.width) x \(panel.height)")
        }
        if screen.scale != 1 { lines.append("\(screen.scale) pixels a point") }
        lines.append("white: the outermost pixels")
        lines.removeAll(where: \.isEmpty)
        var y = canvas.height / 2 - line * lines.count / 2
        for text in lines {
            canvas.plate(text, middle: canvas.width / 2, top: y, size: textSize)
            y += line + Int(textSize / 3)
        }
        // Each on its own frame.
        let small = textSize * 0.75
        let half = (canvas.lineHeight(small) + Int(small / 3)) / 2
        for (share, text, colour, x) in [
            (25, "2.5 %", amber, canvas.width / 4), (50, "5 %", green, canvas.width * 3 / 4),
        ] {
            canvas.plate(text, middle: x, top: max(canvas.height * share / 1000 - half, 1), size: small, colour)
        }
    }
}
