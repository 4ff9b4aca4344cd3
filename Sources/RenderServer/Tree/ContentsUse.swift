internal import Raster

/// What the bitmaps of all layers take. One that several layers show counts once.
struct ContentsUse {
    /// Bytes of pixels.
    private(set) var bytes = 0
    /// Layers that show a bitmap, by its identity.
    private var users: [ObjectIdentifier: Int32] = [:]

    /// Bitmaps.
    var count: Int { users.count }

    mutating func add(_ record: ContentsRecord) {
        let before = users[record.identity] ?? 0
        users[record.identity] = before + 1
        if before == 0 { bytes += record.byteCount }
    }

    mutating func remove(_ record: ContentsRecord) {
        guard let before = users[record.identity] else { return }
        if before > 1 {
            users[record.identity] = before - 1
        } else {
            users[record.identity] = nil
            bytes -= record.byteCount
        }
    }
}
