import Foundation

/// Tells whether a subclass overrides one method of a base class, without an Objective-C runtime to ask.
///
/// A Swift class's metadata holds its method table: a subclass that does not override a method carries the same address
/// in the method's slot as its base. The slot is found by comparing the base with two witnesses, one that overrides
/// nothing and one that overrides the method only: it is the one word in which the first agrees with the base and the
/// second does not. So no offset is assumed; if the words do not tell exactly one slot, every subclass counts as
/// overriding, which costs time but shows the same picture.
struct MethodOverride: Sendable {
    private let base: ClassMetadata
    private let slot: Int?
    /// Further slots, of a witness that overrides several members.
    private let otherSlots: [Int]

    /// - Parameters:
    ///   - base: the class that declares the method.
    ///   - plain: a direct subclass of `base` that overrides nothing.
    ///   - witness: a direct subclass of `base` that overrides the method and nothing else.
    init(of base: AnyClass, plain: AnyClass, witness: AnyClass) {
        let base = ClassMetadata(base)
        let slots = Self.slots(base, ClassMetadata(plain), ClassMetadata(witness))
        self.base = base
        slot = slots.count == 1 ? slots.first : nil
        otherSlots = []
    }

    /// Tells whether a subclass overrides one of several members; properties have a slot for each of their accessors.
    ///
    /// - Parameter witness: a direct subclass of `base` that overrides all of them and nothing else.
    init(ofAny base: AnyClass, plain: AnyClass, witness: AnyClass) {
        let base = ClassMetadata(base)
        let slots = Self.slots(base, ClassMetadata(plain), ClassMetadata(witness))
        self.base = base
        slot = slots.first
        otherSlots = Array(slots.dropFirst())
    }

    private static func slots(_ base: ClassMetadata, _ plain: ClassMetadata, _ witness: ClassMetadata) -> [Int] {
        base.methodTable.filter { base[$0] == plain[$0] && base[$0] != witness[$0] }
    }

    /// Slots found; the tests insist on as many as there are accessors.
    var slotCount: Int { slot == nil ? 0 : 1 + otherSlots.count }

    /// Whether the slot was found; the tests insist on it.
    var isKnown: Bool { slot != nil }

    /// Whether the class of `object`, which must descend from the base class, has a method of its own.
    @inline(__always)
    func isOverridden(by object: AnyObject) -> Bool { isOverridden(in: type(of: object)) }

    func isOverridden(in subclass: AnyClass) -> Bool {
        let metadata = ClassMetadata(subclass)
        guard let slot else { return metadata.address != base.address }
        return metadata[slot] != base[slot] || otherSlots.contains { metadata[$0] != base[$0] }
    }
}

/// The words of a class's metadata. Immortal and never written after the class is in use, hence safe on any thread.
private struct ClassMetadata: Sendable {
    let address: UInt

    init(_ type: AnyClass) { address = unsafeBitCast(type, to: UInt.self) }

    subscript(word: Int) -> UInt {
        UnsafePointer<UInt>(bitPattern: address).unsafelyUnwrapped[word]
    }

    /// The words after the fixed header. The header's fifth word holds the size of all metadata and how much of it lies
    /// before the address.
    var methodTable: Range<Int> {
        let sizes = self[4]
        let size = Int(sizes & 0xFFFF_FFFF)
        let before = Int(sizes >> 32)
        let end = (size - before) / MemoryLayout<UInt>.size
        return 5..<max(end, 5)
    }
}
