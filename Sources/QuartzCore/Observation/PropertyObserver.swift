internal import Synchronization

/// Who is told of one property. What changes are told by is its keys: names of the stored properties it is made of.
@MainActor
package class PropertyObserver {
    nonisolated let isOver = Atomic<Bool>(false)
    final let keys: [String]
    /// Changes begun and not yet over.
    final var depth = 0
    /// A change has begun, of which the handler has not heard yet.
    final var isPending = false
    final weak var list: LayerObservers?

    init(keys: [String]) { self.keys = keys }

    /// A change begins.
    func begin() {}
    /// It is over.
    func tell() {}

    func leave() {
        list?.remove(self)
        list = nil
    }
}

/// Of one property of `Object`, which is a layer or a layer's view.
package final class ObservedProperty<Object: AnyObject, Value>: PropertyObserver {
    private weak var object: Object?
    private let keyPath: KeyPath<Object, Value>
    private let options: NSKeyValueObservingOptions
    private var handler: ((Object, NSKeyValueObservedChange<Value>) -> Void)?
    private var old: Value?
    private var toldBefore = false

    package init(
        _ object: Object, _ keyPath: KeyPath<Object, Value>, keys: [String], options: NSKeyValueObservingOptions,
        handler: @escaping (Object, NSKeyValueObservedChange<Value>) -> Void
    ) {
        self.object = object
        self.keyPath = keyPath
        self.options = options
        self.handler = handler
        super.init(keys: keys)
    }

    package func tellInitialValue() {
        guard options.contains(.initial), let object else { return }
        call(object, new: object[keyPath: keyPath], old: nil, isPrior: false)
    }

    override func begin() {
        guard let object else { return }
        let value = object[keyPath: keyPath]
        old = value
        toldBefore = options.contains(.prior)
        if toldBefore { call(object, new: nil, old: value, isPrior: true) }
    }

    /// Several setters may have made one change; what is made of others may be as it was. Then there is nothing to tell,
    /// unless it was announced.
    override func tell() {
        guard let object, let old else { return }
        self.old = nil
        let new = object[keyPath: keyPath]
        if toldBefore || !Self.areEqual(old, new) { call(object, new: new, old: old, isPrior: false) }
    }

    private func call(_ object: Object, new: Value?, old: Value?, isPrior: Bool) {
        // The handler may end this observation and itself.
        guard !isOver.load(ordering: .relaxed), let handler else { return }
        handler(
            object,
            NSKeyValueObservedChange(
                kind: .setting, newValue: options.contains(.new) ? new : nil,
                oldValue: options.contains(.old) ? old : nil, indexes: nil, isPrior: isPrior))
    }

    override func leave() {
        super.leave()
        handler = nil
        old = nil
    }

    private static func areEqual(_ a: Value, _ b: Value) -> Bool {
        func isSame<Known: Equatable>(_ a: Known) -> Bool { b as? Known == a }
        guard let a = a as? any Equatable else { return false }
        return isSame(a)
    }
}

/// Everyone who is told of properties of one layer and of its view. Made for the first of them.
@MainActor
final class LayerObservers {
    private var observers: [PropertyObserver] = []
    /// While this is not 0 changes are collected.
    private var holds = 0

    func add(_ observer: PropertyObserver) {
        observer.list = self
        observers.append(observer)
    }

    func remove(_ observer: PropertyObserver) { observers.removeAll { $0 === observer } }

    func willChange(_ key: String) {
        for observer in observers where observer.keys.contains(key) {
            observer.depth += 1
            guard !observer.isPending else { continue }
            observer.isPending = true
            observer.begin()
        }
    }

    func didChange(_ key: String) {
        for observer in observers where observer.depth > 0 && observer.keys.contains(key) { observer.depth -= 1 }
        tell()
    }

    /// What changes inside is told once, afterwards.
    func collect(_ change: () -> Void) {
        holds += 1
        change()
        holds -= 1
        tell()
    }

    /// Handlers may change anything, this list, too: what they change is told before this goes on.
    private func tell() {
        guard holds == 0 else { return }
        for observer in observers where observer.isPending && observer.depth == 0 {
            observer.isPending = false
            observer.tell()
        }
    }
}
