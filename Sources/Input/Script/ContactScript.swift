/// Fingers, a mouse and a pen written down: which does what, where and when.
///
/// One command a line; `#` begins a comment. X and Y are pixels of the panel in its native orientation, from 0; times are
/// milliseconds. A report, and with it a frame, is what happened up to a `sync`.
///
///     down SLOT X Y [PRESSURE]    contact SLOT touches (pressure 1…255, 60 if not given)
///     move SLOT X Y [PRESSURE]    contact SLOT moves
///     up SLOT                     contact SLOT lifts
///     cancel SLOT                 the device takes contact SLOT back
///     sync                        end of one report; nothing is seen before it
///     glide MS SLOT X Y [SLOT X Y …]   contacts move together in straight lines, a report every 8 ms
///     burst N SLOT                N reports at the same moment that move SLOT to and fro by a pixel
///     sleep MS                    wait
///     at MS                       wait until MS after the start
///     screen NAME|NUMBER          what follows is on this screen, the first one's number is 1; fingers that are down stay
///                                 where they are
///     unplug [touch]              cancels the fingers that are down, in a report of its own
///     hover X Y                   the mouse's pointer is there
///     rel DX DY                   the mouse goes so many pixels; from the middle, if it has not moved yet
///     button left|right|middle down|up
///     wheel UP [RIGHT]            clicks of its wheel; negative ones go down and left
///     scroll RIGHT DOWN           two fingers on a trackpad go so many pixels; `scroll end` when they lift
///     pinch PERCENT [DEGREES]     they are so far apart, and have turned so far, since the first `pinch`; `pinch end`
///     pen near X Y [DISTANCE]     a pen is above the panel (distance 0…100 percent of its reach, 50)
///     pen down X Y [PRESSURE]     its tip touches (pressure 0…100 percent, 50); `pen move`, `pen up`, `pen away`
///     pen tilt X Y                degrees, from now on: how far its upper end leans to the right and to the bottom
///     pen button                  a button at its side is pressed
///     pen roll DEGREES            from now on: how far it is turned clockwise about its own axis, -180…180
///     unplug mouse|pen            what it holds is cancelled
///     plug, wait-open, wait-file, say, and unplug of anything else     accepted and ignored, so that a script written
///                                 for a virtual touch panel can be played without one
///
/// What is down at the end stays down until whoever plays the script stops.
public struct ContactScript: Sendable {
    /// The most lines, and the most characters in one.
    public static let maximumLines = 100_000
    public static let maximumLineLength = 1_000
    /// The most contact values in all frames together; a glide of one finger makes 125 a second.
    public static let maximumContacts = 250_000
    /// Contacts have the numbers 0 to 31.
    public static let slots = 0..<ContactValidator.maximumContacts

    /// Every report, in order. Times count from the start of the script.
    public let frames: [ContactFrame]
    /// The time of the last command, waits included, in microseconds from the start.
    public let durationMicroseconds: UInt64
    /// What the mouse, the trackpad and the pen do beside making contacts, in order. Times count from the start.
    public let pointerEvents: [PointerEvent]

    /// The same in seconds.
    public var duration: Double { Double(durationMicroseconds) / 1_000_000 }

    /// A screen to play on.
    public struct Panel: Hashable, Sendable {
        /// The connector.
        public var name: String
        /// Pixels, in its native orientation.
        public var width: Int
        public var height: Int

        public init(name: String, width: Int, height: Int) {
            self.name = name
            self.width = width
            self.height = height
        }
    }

    /// - Parameters:
    ///   - width, height: the panel in pixels; coordinates are 0…width-1 and 0…height-1.
    public init(_ text: String, width: Int, height: Int) throws(ContactScriptError) {
        try self.init(text, panels: [Panel(name: "", width: width, height: height)])
    }

    /// - Parameter panels: at least one; a script begins on the first. `Contact.output` is the number in this list, from 0.
    public init(_ text: String, panels: [Panel]) throws(ContactScriptError) {
        var builder = ContactScriptBuilder(panels: panels)
        var number = 0
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            number += 1
            do throws(ScriptComplaint) {
                guard number <= Self.maximumLines else { throw ScriptComplaint("more than \(Self.maximumLines) lines") }
                guard line.utf8.count <= Self.maximumLineLength else {
                    throw ScriptComplaint("more than \(Self.maximumLineLength) bytes in a line")
                }
                try builder.run(line)
            } catch {
                throw ContactScriptError(line: number, text: String(line.prefix(80)), reason: error.reason)
            }
        }
        frames = builder.frames
        pointerEvents = builder.pointerEvents
        durationMicroseconds = builder.microseconds
    }
}

/// A line of a script that cannot be played.
public struct ContactScriptError: Error, Hashable, Sendable, CustomStringConvertible {
    /// Counted from 1.
    public let line: Int
    /// The line as written, cut at 80 characters.
    public let text: String
    public let reason: String

    public var description: String { "contact script, line \(line), \"\(text)\": \(reason)" }
}

/// What is wrong with the line that is being read.
struct ScriptComplaint: Error {
    let reason: String

    init(_ reason: String) { self.reason = reason }
}
