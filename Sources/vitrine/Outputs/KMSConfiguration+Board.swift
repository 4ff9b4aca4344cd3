import BoardConfig
import Display
import Raster

extension KMSConfiguration {
    /// What a program asks for here, the best first: the environment, and where that says nothing the board file.
    static func wishes(
        of choice: BoardChoice, _ value: (String) -> String? = Environment.value
    ) throws(UsageError) -> [KMSConfiguration] {
        let asked = try fromEnvironment(value)
        let board = choice.board
        var wishes: [KMSConfiguration] = []
        for display in board.displays {
            var wish = asked
            wish.card = asked.card ?? display.card
            wish.connector = asked.connector ?? display.connector
            wish.mode = asked.mode ?? board.mode?.description
            if value("VITRINE_FORMAT") == nil, let format = board.formats.first?.rawValue {
                wish.format = PixelFormat.scanout.first { "\($0)" == format } ?? wish.format
            }
            if case .fixed(let rate) = board.pacing { wish.fallbackRefreshRate = rate }
            if !wishes.contains(wish) { wishes.append(wish) }
        }
        return wishes
    }
}

extension DisplaySurvey {
    /// Of the first wish that is there; without one, of the first.
    static func takeFirst(of wishes: [KMSConfiguration]) throws(DisplayError) -> DisplaySurvey {
        var first: DisplaySurvey?
        for wish in wishes {
            let survey = try take(wish)
            if case .noConnectedOutput = survey.error?.reason {
                first = first ?? survey
            } else {
                return survey
            }
        }
        if let first { return first }
        return try take(KMSConfiguration())
    }
}
