/// Hands out layers' numbers and takes them back. A number that left in one commit is not used again before the next,
/// because the render server applies a commit as a whole.
struct LayerIdentifiers {
    private var last: UInt32 = 0
    private var free: [UInt32] = []
    private var freed: [UInt32] = []

    mutating func make() -> UInt32 {
        if let number = free.popLast() { return number }
        last += 1
        return last
    }

    mutating func release(_ number: UInt32) { freed.append(number) }

    /// The commit in which the released numbers left is on its way.
    mutating func commitSent() {
        guard !freed.isEmpty else { return }
        free.append(contentsOf: freed)
        freed.removeAll(keepingCapacity: true)
    }
}
