/// What a client may take of a program, in numbers.
public struct ControlLimits: Hashable, Sendable {
    /// Clients at a time; others are told to come again and sent away.
    public var clients = 8
    /// Seconds in which a whole request must have come.
    public var requestTime = 10.0
    /// Seconds in which the program must have begun to answer.
    public var answerTime = 10.0
    /// Seconds in which a client must have taken some of what waits for it.
    public var readingTime = 20.0

    public init() {}
}
