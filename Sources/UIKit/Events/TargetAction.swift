/// A target held weakly and the method to call on it. Stands where Apple's toolkit stores a selector.
struct TargetAction {
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

    func send(from sender: Any, event: UIEvent?) {
        if let target { call(target, sender, event) }
    }
}

/// A reference that does not keep its object alive.
struct Weak<Object: AnyObject> {
    private(set) weak var object: Object?

    init(_ object: Object) { self.object = object }
}
