/// Who has which buffer, and how old its picture is. Only decides; the output does.
package struct Swapchain {
    package enum Role: Hashable {
        case free
        /// With the caller, who paints it.
        case acquired
        /// Handed to the device, which has not confirmed it.
        case pending
        /// On the panel.
        case front
    }

    package private(set) var roles: [Role]
    /// The number of the present that last showed the buffer's picture; 0 while its contents are undefined.
    private var presentNumbers: [Int]
    private var presentCount = 0

    package init(count: Int) {
        roles = Array(repeating: .free, count: count)
        presentNumbers = Array(repeating: 0, count: count)
    }

    package var count: Int { roles.count }
    package var pending: Int? { roles.firstIndex(of: .pending) }
    package var front: Int? { roles.firstIndex(of: .front) ?? (isSingle && presentCount > 0 ? 0 : nil) }
    /// A single buffer is painted while it is shown.
    private var isSingle: Bool { count == 1 }
    package var acquired: Int? { roles.firstIndex(of: .acquired) }

    /// 0: undefined; 1: the picture presented last; and so on.
    package func age(of index: Int) -> Int {
        presentNumbers[index] == 0 ? 0 : presentCount - presentNumbers[index] + 1
    }

    /// The buffer the caller already has, or the free one that lacks least; nil when none is free.
    package mutating func acquire() -> Int? {
        if let acquired { return acquired }
        if isSingle, roles[0] == .front { roles[0] = .free }
        var best: Int?
        for index in roles.indices where roles[index] == .free {
            if let known = best, presentNumbers[known] >= presentNumbers[index] { continue }
            best = index
        }
        if let best { roles[best] = .acquired }
        return best
    }

    package mutating func didPresent(_ index: Int) {
        roles[index] = .pending
        presentCount += 1
        presentNumbers[index] = presentCount
    }

    /// The pending picture is on the panel, and the one before it is not.
    package mutating func didFlip() {
        guard let pending else { return }
        if let front { roles[front] = .free }
        roles[pending] = .front
    }
}
