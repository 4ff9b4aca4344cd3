import BoardConfig
import Raster

/// The board file of the machine the application starts on. Values of the command line and the environment go before it;
/// what it does not say is taken from what the kernel reports.
struct LaunchBoard: Sendable {
    private let folders: [String]
    private let environment: [String: String]
    private(set) var choice: BoardChoice
    /// Files that cannot be used, one text each.
    private(set) var complaints: [String]
    private var fileCount: Int

    /// - Throws: when `VITRINE_BOARD` names no file, or a variable that changes a board's facts cannot be meant.
    init(
        folders: [String] = BoardCatalog.standardFolders, environment: [String: String],
        machine: Machine = .current()
    ) throws(BoardError) {
        self.folders = folders
        self.environment = environment
        let catalog = BoardCatalog(folders: folders)
        fileCount = catalog.boards.count
        complaints = catalog.errors.map(\.description)
        choice = try catalog.choose(for: machine, environment: environment)
    }

    /// Looks again: a display that appears later may be what the file is matched with.
    mutating func refresh(machine: Machine = .current()) {
        if let board = try? LaunchBoard(folders: folders, environment: environment, machine: machine) { self = board }
    }

    /// For the log, one line each: the file and why, and files that cannot be used. Nothing where none is installed.
    var report: [String] {
        let isSilent = fileCount == 0 && choice.board.id == Board.generic.id
        return complaints + (isSilent ? [] : ["board: \(choice.reason)"])
    }
}

extension LaunchConfiguration {
    /// With what the board says where neither the command line nor the environment says anything.
    func completed(by board: Board) -> LaunchConfiguration {
        var completed = self
        if rotation == nil, board.rotation != 0 { completed.rotation = Rotation(rawValue: board.rotation) }
        if scale == nil { completed.scale = board.scale }
        if mode == nil, panelSize == nil { completed.mode = board.mode?.description }
        if format == nil { completed.format = board.formats.lazy.compactMap(PixelFormat.init(board:)).first }
        if bufferCount == nil { completed.bufferCount = board.buffers }
        if case .fixed(let rate) = board.pacing { completed.fallbackRefreshRate = rate }
        if maximumRate == nil { completed.maximumRate = board.maximumRate }
        completed.idle = idle.completed(by: board)
        completed.adopt(night: board.night)
        completed.otherScreens = OtherScreen.completed(otherScreens, by: board, isAsked: connector != nil)
        if usesCursorPlane == nil { completed.usesCursorPlane = board.planes?.usesCursor }
        if usesPlaneRotation == nil, let planes = board.planes {
            completed.usesPlaneRotation = planes.mayTurn(by: completed.rotation?.rawValue ?? 0)
        }
        completed.displays = []
        for display in board.displays {
            let wanted = BoardDisplay(card: card ?? display.card, connector: connector ?? display.connector)
            if !completed.displays.contains(wanted) { completed.displays.append(wanted) }
        }
        return completed
    }
}

extension PixelFormat {
    /// Nil where pictures are not written in it. Planes that take only formats with alpha get the one without.
    fileprivate init?(board: BoardPixelFormat) {
        let name =
            switch board {
            case .argb8888: "xrgb8888"
            case .abgr8888: "xbgr8888"
            default: board.rawValue
            }
        guard let format = PixelFormat.scanout.first(where: { "\($0)" == name }) else { return nil }
        self = format
    }
}
