/// The board files of one or more folders.
public struct BoardCatalog: Sendable {
    /// Files looked at in one folder.
    public static let maximumFiles = 1_000

    /// By name.
    public private(set) var boards: [Board] = []
    /// Files that could not be used. A bad file of another board does not stop this one from starting.
    public private(set) var errors: [BoardError] = []

    public init(_ boards: [Board]) {
        self.boards = boards.sorted { $0.id < $1.id }
    }

    /// Reads every `*.json` of the folders. A file in an earlier folder hides one of the same name in a later one, even if
    /// it is bad: `/etc` before `/usr/share`. A folder that is not there is empty.
    public init(folders: [String]) {
        var seen: Set<String> = []
        for folder in folders {
            for name in SmallFile.names(in: folder).filter({ $0.hasSuffix(".json") }).prefix(Self.maximumFiles)
            where seen.insert(name).inserted {
                do {
                    boards.append(try Board(path: "\(folder)/\(name)"))
                } catch {
                    errors.append(error)
                }
            }
        }
        boards.sort { $0.id < $1.id }
    }

    /// The board for a machine.
    ///
    /// - The file that `VITRINE_BOARD` names, if the environment has it.
    /// - Otherwise, of the files whose conditions the machine meets, the one with the most conditions; then the one whose
    ///   `compatible` stands earliest in the machine's list; then the first by name.
    /// - Otherwise `Board.generic`.
    ///
    /// Then the environment's other overrides are applied; see `Board.apply(environment:)`.
    public func choose(for machine: Machine, environment: [String: String] = [:]) throws(BoardError) -> BoardChoice {
        var choice = try choose(for: machine, named: environment["VITRINE_BOARD"].flatMap { $0.isEmpty ? nil : $0 })
        let changed = try choice.board.apply(environment: environment)
        if !changed.isEmpty { choice.reason += "; changed by \(changed.joined(separator: ", "))" }
        return choice
    }

    private func choose(for machine: Machine, named name: String?) throws(BoardError) -> BoardChoice {
        if let name {
            guard let board = boards.first(where: { $0.id == name }) else {
                throw .unknownBoard(name, available: boards.map(\.id))
            }
            return BoardChoice(board: board, reason: "\(name): named by VITRINE_BOARD")
        }
        var best: (board: Board, quality: MatchQuality)?
        for board in boards {
            guard let quality = board.match.quality(on: machine) else { continue }
            if let found = best, found.quality >= quality { continue }
            best = (board, quality)
        }
        guard let best else {
            let known =
                machine.compatible.isEmpty ? machine.model ?? "this machine" : machine.compatible.joined(separator: " ")
            return BoardChoice(board: .generic, reason: "generic: no board file matches \(known)")
        }
        let evidence = best.quality.evidence.joined(separator: ", ")
        return BoardChoice(board: best.board, reason: "\(best.board.id): matched \(evidence)")
    }
}

/// A board and why it was taken.
public struct BoardChoice: Hashable, Sendable {
    public var board: Board
    /// One line for the log: `raspberry-pi-4: matched raspberrypi,4-model-b`.
    public var reason: String
}
