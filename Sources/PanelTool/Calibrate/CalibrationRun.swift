import Input

/// Touches of crosses, one after the other: first those that the matrix is made of, then those that it is tried on.
struct CalibrationRun: Sendable {
    /// Crosses, 0…1 across and down the screen as a person sees it. Not alike in any direction, so that touches in a wrong
    /// order fit no matrix.
    static let crosses = [
        SIMD2(0.12, 0.14), SIMD2(0.88, 0.14), SIMD2(0.88, 0.86), SIMD2(0.12, 0.86), SIMD2(0.34, 0.6),
    ]
    /// Where it is tried.
    static let trials = [SIMD2(0.72, 0.3), SIMD2(0.3, 0.26), SIMD2(0.62, 0.74)]

    enum Step: Hashable, Sendable {
        case cross(Int)
        case trial(Int)
        case refused(Reason)
        case done
    }

    /// Why it has to be done again.
    enum Reason: Hashable, Sendable {
        case refusal(CalibrationFit.Refusal)
        /// With the matrix, a touch is still so many pixels from a cross.
        case off(Int, Double)
        /// Two devices were touched.
        case twoDevices
        case mouse
    }

    /// A touch, and which device it is of.
    struct Touch: Hashable, Sendable {
        /// 0…1 of the panel in its native orientation, as the device says it.
        var place: SIMD2<Double>
        var device: UInt32
        var isMouse = false
    }

    /// The panel's pixels in its native orientation.
    let panel: SIMD2<Double>
    /// The same places on the panel in its native orientation.
    private let crossPlaces: [SIMD2<Double>]
    private let trialPlaces: [SIMD2<Double>]
    private(set) var step = Step.cross(0)
    private(set) var fit: CalibrationFit?
    private(set) var device: UInt32?
    private var samples: [CalibrationFit.Sample] = []
    /// How far the trials were off, pixels.
    private(set) var distances: [Double] = []
    /// Rounds that were refused.
    private(set) var refusedCount = 0

    static let greatestRefusedCount = 3

    /// How far a touch may be from its cross, pixels: a fingertip's uncertainty.
    var limit: Double { max(8, (panel * panel).sum().squareRoot() * 0.02) }

    init(panel: SIMD2<Double>, crosses: [SIMD2<Double>], trials: [SIMD2<Double>]) {
        self.panel = panel
        crossPlaces = crosses
        trialPlaces = trials
    }

    /// How far it is: touches done, and all.
    var progress: (done: Int, all: Int) { (samples.count + distances.count, crossPlaces.count + trialPlaces.count) }

    mutating func take(_ touch: Touch) {
        guard !touch.isMouse else { return refuse(.mouse) }
        guard device == nil || device == touch.device else { return refuse(.twoDevices) }
        device = touch.device
        switch step {
        case .cross(let index):
            samples.append(.init(target: crossPlaces[index], touched: touch.place))
            if index + 1 < crossPlaces.count {
                step = .cross(index + 1)
                return
            }
            do {
                fit = try CalibrationFit(samples, panel: panel, limit: limit)
                step = .trial(0)
            } catch {
                refuse(.refusal(error))
            }
        case .trial(let index):
            guard let fit else { return }
            let distance = fit.distance(.init(target: trialPlaces[index], touched: touch.place), panel: panel)
            // Written so that what is no number is refused.
            guard distance <= limit else { return refuse(.off(index, distance)) }
            distances.append(distance)
            step = index + 1 < trialPlaces.count ? .trial(index + 1) : .done
        case .refused, .done:
            break
        }
    }

    /// Begins anew after a refusal.
    mutating func restart() {
        guard case .refused = step else { return }
        samples = []
        distances = []
        fit = nil
        device = nil
        step = .cross(0)
    }

    var isGivenUp: Bool { refusedCount >= Self.greatestRefusedCount }

    private mutating func refuse(_ reason: Reason) {
        refusedCount += 1
        step = .refused(reason)
    }
}

extension CalibrationRun.Reason {
    /// What is wrong, and what to do.
    var advice: String {
        switch self {
        case .refusal(.tooFew), .refusal(.placesOnALine): "Too few touches that can be used."
        case .refusal(.onePlace):
            "The device says the same place, whatever is touched: it does not follow the finger. Look at it with vitrine "
                + "touch-test."
        case .refusal(.oneLine):
            "The device says places on one line: one of its axes does not answer. Look at it with vitrine touch-test, at its "
                + "driver and its cable."
        case .refusal(.stretch(let least, _)):
            least < 1
                ? "The device covers far more than the panel: is it the panel's own?"
                : "The device uses only a small part of its range: its driver, or its size in the device tree, is wrong."
        case .refusal(.exchanged(let first, let second)):
            "Crosses \(first + 1) and \(second + 1) were exchanged: touch each cross when it is shown, in the order of the "
                + "numbers."
        case .refusal(.missed(let index, let distance)):
            "Cross \(index + 1) was missed by \(TouchSummary.number(distance)) pixels: touch its middle, and hold still."
        case .off(let index, let distance):
            "The trial is \(TouchSummary.number(distance)) pixels off cross \(index + 1 + CalibrationRun.crosses.count): a "
                + "cross was missed, or the panel does not measure evenly."
        case .twoDevices: "Two devices were touched: use one only."
        case .mouse: "That was a mouse: touch the panel."
        }
    }
}
