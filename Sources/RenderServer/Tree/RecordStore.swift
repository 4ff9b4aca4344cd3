/// Growing memory for records that hold no references, or none once they are out of use, addressed by position. Growing
/// moves it, so a pointer taken from `base` is good until the next call that may grow.
///
/// The owner calls `deallocate()`.
struct RecordStore<Record> {
    private(set) var base: UnsafeMutablePointer<Record>
    private(set) var capacity: Int
    /// Records in use, from position 0.
    private(set) var count = 0

    init(capacity: Int = 0) {
        self.capacity = capacity
        base = .allocate(capacity: max(capacity, 1))
    }

    func deallocate() {
        base.deinitialize(count: count)
        base.deallocate()
    }

    @inline(__always)
    mutating func append(_ record: Record) {
        if count == capacity { grow(to: count &+ 1) }
        (base + count).initialize(to: record)
        count &+= 1
    }

    mutating func removeLast() { count -= 1 }

    @inline(__always)
    mutating func removeAll() { count = 0 }

    /// Keeps the first `count` records.
    @inline(__always)
    mutating func truncate(to count: Int) { self.count = count }

    /// Makes positions below `newCount` usable; new ones hold `record`.
    mutating func extend(to newCount: Int, with record: Record) {
        if newCount > capacity { grow(to: newCount) }
        if newCount > count {
            (base + count).initialize(repeating: record, count: newCount - count)
            count = newCount
        }
    }

    /// Makes room for `needed` records and no more.
    mutating func reserve(_ needed: Int) { if needed > capacity { move(to: needed) } }

    /// Empties it, and gives the memory of a very long list back: what one great frame or commit took would be kept for
    /// ever.
    mutating func removeAllOfMany() {
        count = 0
        if capacity > Self.keptCapacity { move(to: Self.keptCapacity) }
    }

    static var keptCapacity: Int { 4096 }

    @inline(never)
    private mutating func grow(to needed: Int) { move(to: max(needed, capacity * 2, 16)) }

    private mutating func move(to newCapacity: Int) {
        let newBase = UnsafeMutablePointer<Record>.allocate(capacity: newCapacity)
        newBase.moveInitialize(from: base, count: count)
        base.deallocate()
        base = newBase
        capacity = newCapacity
    }
}

/// Records with numbers that stay the same while the record lives, and are used again afterwards.
struct RecordPool<Record> {
    private(set) var store = RecordStore<Record>()
    private var free = RecordStore<Int32>()

    @inline(__always) var base: UnsafeMutablePointer<Record> { store.base }
    /// Records alive.
    var count: Int { store.count - free.count }

    mutating func insert(_ record: Record) -> Int32 {
        if free.count > 0 {
            let index = free.base[free.count - 1]
            free.removeLast()
            store.base[Int(index)] = record
            return index
        }
        store.append(record)
        return Int32(store.count - 1)
    }

    mutating func remove(_ index: Int32) { free.append(index) }

    func deallocate() {
        store.deallocate()
        free.deallocate()
    }
}
