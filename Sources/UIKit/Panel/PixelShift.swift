import Foundation
import QuartzCore
import RenderServer

/// Lets the whole picture wander by single pixels, at most two from its place, so that nothing that stands for years burns
/// in.
@MainActor
final class PixelShift {
    private let interval: Double
    private let screen: UIScreen
    private var step = 0
    private var timer: MainScheduler.Token?

    /// Pixels. A way around the place, one pixel at a time.
    static let places: [(x: Int, y: Int)] = [
        (0, 0), (1, 0), (2, 0), (2, 1), (2, 2), (1, 2), (0, 2), (-1, 2), (-2, 2), (-2, 1), (-2, 0), (-2, -1), (-2, -2),
        (-1, -2), (0, -2), (1, -2), (2, -2), (2, -1), (1, -1), (0, -1),
    ]

    /// - Parameter interval: seconds between two steps.
    init(interval: Double, screen: UIScreen) {
        self.interval = interval
        self.screen = screen
        arm()
    }

    private func arm() {
        timer = MainScheduler.shared.schedule(at: MediaClock.now + interval) { [weak self] in self?.move() }
    }

    private func move() {
        step = (step + 1) % Self.places.count
        let place = Self.places[step]
        screen.pixelShift = CGPoint(x: place.x, y: place.y)
        arm()
    }

    func close() { timer?.cancel() }
}
