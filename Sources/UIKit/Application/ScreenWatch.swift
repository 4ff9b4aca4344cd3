/// Whether a screen shows what it should, and what is to be done where it does not. Knows no clock and no device.
///
/// A screen that is connected and lit proves again and again that it can show a picture: its render thread answers, no flip
/// of it is outstanding for too long, and the device takes what it is given. One that owes this proof for `patience` is named;
/// its mode is set again, less and less often; and where that does not help either it is lost.
struct ScreenWatch {
    /// What is seen of a screen.
    struct Sight: Hashable {
        /// Connected and lit, so that somebody may expect a picture.
        var isExpected: Bool
        /// Its render thread has answered since the last look.
        var hasAnswered: Bool
        /// Since when the device refuses or loses its pictures, seconds; nil: it does not.
        var failingSince: Double?
        var framesShown: Int
    }

    enum Verdict: Hashable {
        case well
        /// It owes its picture for so many seconds.
        case silent(Double)
        /// The same, and its mode is to be set again now.
        case recover(Double)
        /// Nothing has helped.
        case lost(Double)
    }

    /// How long a screen may owe its picture before it is named, seconds. The render thread tries its own means meanwhile.
    static let patience = 10.0
    /// After so many seconds in all nothing more is hoped for.
    static let limit = 60.0
    private static let longestPause = 300.0

    private var owingSince: Double?
    private var nextRecovery = 0.0
    private var pause = patience
    /// Since when it has shown pictures without a fault, seconds; what it was like before the fault, during one.
    private(set) var wellSince: Double?
    /// How long it had worked when the fault began, seconds.
    private(set) var workedBefore = 0.0

    /// - Parameter now: seconds of the clock that `failingSince` is of.
    mutating func look(_ sight: Sight, now: Double) -> Verdict {
        let isOwing = sight.isExpected && (!sight.hasAnswered || sight.failingSince != nil)
        guard isOwing else {
            owingSince = nil
            pause = Self.patience
            if sight.isExpected, sight.framesShown > 0 { wellSince = wellSince ?? now }
            return .well
        }
        let since = owingSince ?? min(sight.failingSince ?? now, now)
        if owingSince == nil {
            owingSince = since
            nextRecovery = since + Self.patience
            workedBefore = wellSince.map { since - $0 } ?? 0
            wellSince = nil
        }
        let silence = now - since
        guard silence >= Self.patience else { return .well }
        if now >= nextRecovery {
            nextRecovery = now + pause
            pause = min(pause * 2, Self.longestPause)
            return .recover(silence)
        }
        return silence >= Self.limit ? .lost(silence) : .silent(silence)
    }
}
