public import Foundation

/// What was registered, to end it.
public protocol UITraitChangeRegistration: NSObjectProtocol {}

/// Tells whoever asked when traits change: views and controllers.
@preconcurrency @MainActor
public protocol UITraitChangeObservable: AnyObject {
    /// Calls `handler` with this object and the traits before, whenever one of `traits` changed, with the new ones
    /// current; until the object is gone or the registration is ended.
    @discardableResult
    func registerForTraitChanges<Environment: UITraitEnvironment>(
        _ traits: [UITrait], handler: @escaping (Environment, UITraitCollection) -> Void
    ) -> any UITraitChangeRegistration

    func unregisterForTraitChanges(_ registration: any UITraitChangeRegistration)
}

/// One call to make.
@MainActor
final class TraitRegistration: NSObject, UITraitChangeRegistration {
    private let traits: [UITrait]
    private let handler: (AnyObject, UITraitCollection) -> Void

    init<Environment: UITraitEnvironment>(
        _ traits: [UITrait], _ handler: @escaping (Environment, UITraitCollection) -> Void
    ) {
        self.traits = traits
        self.handler = { object, old in
            if let environment = object as? Environment { handler(environment, old) }
        }
        super.init()
    }

    func tell(_ object: AnyObject, _ new: UITraitCollection, _ old: UITraitCollection) {
        if traits.contains(where: { new.values.differs(from: old.values, in: $0) }) { handler(object, old) }
    }
}

extension UIView {
    @discardableResult
    public func registerForTraitChanges<Environment: UITraitEnvironment>(
        _ traits: [UITrait], handler: @escaping (Environment, UITraitCollection) -> Void
    ) -> any UITraitChangeRegistration {
        let registration = TraitRegistration(traits, handler)
        madeExtras.traits.registrations.append(registration)
        return registration
    }

    public func unregisterForTraitChanges(_ registration: any UITraitChangeRegistration) {
        extras?.traits.registrations.removeAll { $0 === registration }
    }
}

extension UIViewController {
    @discardableResult
    public func registerForTraitChanges<Environment: UITraitEnvironment>(
        _ traits: [UITrait], handler: @escaping (Environment, UITraitCollection) -> Void
    ) -> any UITraitChangeRegistration {
        let registration = TraitRegistration(traits, handler)
        traitExtras.registrations.append(registration)
        return registration
    }

    public func unregisterForTraitChanges(_ registration: any UITraitChangeRegistration) {
        traitExtras.registrations.removeAll { $0 === registration }
    }
}
