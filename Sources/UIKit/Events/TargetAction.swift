/// A target held weakly and the method to call on it. Stands where Apple's toolkit stores a selector.
struct TargetAction {
    /// Nil when it is gone, or when the action is for the responder chain.
    private(set) weak var target: AnyObject?
    private let call: (AnyObject, Any, UIEvent?) -> Void
    /// The control events it is for; unused by recognizers.
    var events: UIControl.Event = []

    init<Target: AnyObject>(_ target: Target, _ action: @escaping (Target) -> () -> Void) {
        self.target = target
        call = { target, _, _ in if let target = target as? Target { action(target)() } }
    }

    init<Target: AnyObject, Sender>(_ target: Target, _ action: @escaping (Target) -> (Sender) -> Void) {
        self.target = target
        call = { target, sender, _ in
            if let target = target as? Target, let sender = sender as? Sender { action(target)(sender) }
        }
    }

    init<Target: AnyObject, Sender>(_ target: Target, _ action: @escaping (Target) -> (Sender, UIEvent?) -> Void) {
        self.target = target
        call = { target, sender, event in
            if let target = target as? Target, let sender = sender as? Sender { action(target)(sender, event) }
        }
    }

    /// Finds the target when the action is sent: the first `Target` up the responder chain (fact E-52).
    private var find: (@MainActor (UIResponder) -> AnyObject?)?
    var isForChain: Bool { find != nil }

    /// For the responder chain.
    static func chain<Target: UIResponder>(_ action: @escaping (Target) -> () -> Void) -> TargetAction {
        TargetAction(find: { $0.firstInChain(as: Target.self) }) { target, _, _ in
            if let target = target as? Target { action(target)() }
        }
    }

    static func chain<Target: UIResponder, Sender>(
        _ action: @escaping (Target) -> (Sender) -> Void
    ) -> TargetAction {
        TargetAction(find: { $0.firstInChain(as: Target.self) }) { target, sender, _ in
            if let target = target as? Target, let sender = sender as? Sender { action(target)(sender) }
        }
    }

    private init(
        find: @escaping @MainActor (UIResponder) -> AnyObject?, call: @escaping (AnyObject, Any, UIEvent?) -> Void
    ) {
        self.find = find
        self.call = call
    }

    @MainActor
    func send(from sender: Any, event: UIEvent?) {
        if let target {
            call(target, sender, event)
        } else if let find, let start = Self.start(of: sender), let target = find(start) {
            call(target, sender, event)
        }
    }

    /// Fact E-52: the first responder, else the sender. The keys of an input view are for whoever brought it.
    @MainActor
    private static func start(of sender: Any) -> UIResponder? {
        let responder = sender as? UIResponder
        let window = responder?.responderWindow
        return window?.inputViewHost?.responder ?? window?.firstResponder ?? responder
    }
}

/// A reference that does not keep its object alive.
struct Weak<Object: AnyObject> {
    private(set) weak var object: Object?

    init(_ object: Object) { self.object = object }
}
