import Glibc

extension Board {
    /// The largest board file, in bytes.
    public static let maximumFileSize = 65_536

    /// Decodes the text of a board file.
    /// - Parameter file: its name, for errors; without `.json` it becomes the board's `id`.
    public init(_ bytes: [UInt8], file: String) throws(BoardError) {
        guard bytes.count <= Self.maximumFileSize else {
            throw .tooLarge(file: file, limit: Self.maximumFileSize)
        }
        let json: BoardJSON
        do {
            json = try BoardJSONParser.parse(bytes)
        } catch {
            throw .invalid(file: file, problems: [BoardProblem(line: error.line, field: "", reason: error.reason)])
        }
        let (board, problems) = BoardDecoder.decode(json, id: Self.id(of: file))
        guard problems.isEmpty else { throw .invalid(file: file, problems: problems) }
        self = board
    }

    /// Decodes a board file on disk. At most `maximumFileSize` bytes are read.
    public init(path: String) throws(BoardError) {
        let bytes: [UInt8]
        do {
            bytes = try SmallFile.read(path, limit: Self.maximumFileSize)
        } catch {
            switch error {
            case .tooLarge: throw .tooLarge(file: path, limit: Self.maximumFileSize)
            case .failed(let reason): throw .unreadable(file: path, reason: reason)
            }
        }
        try self.init(bytes, file: path)
    }

    /// Every problem of a board file; none if it is good. What `init` would throw, as a list.
    public static func lint(_ bytes: [UInt8], file: String) -> [BoardProblem] {
        do {
            _ = try Board(bytes, file: file)
            return []
        } catch {
            switch error {
            case .invalid(_, let problems): return problems
            default: return [BoardProblem(line: 1, field: "", reason: "\(error)")]
            }
        }
    }

    private static func id(of file: String) -> String {
        let name = file.split(separator: "/").last.map(String.init) ?? file
        return name.hasSuffix(".json") ? String(name.dropLast(5)) : name
    }
}
