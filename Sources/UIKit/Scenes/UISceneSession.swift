public import Foundation
import QuartzCore

/// What a scene is made of, and what is known of it without it.
@preconcurrency @MainActor
open class UISceneSession: NSObject {
    /// What a scene is for.
    public struct Role: RawRepresentable, Hashable, Sendable {
        public let rawValue: String

        public init(rawValue: String) { self.rawValue = rawValue }

        /// An interface that is shown and touched.
        public static let windowApplication = Role(rawValue: "UIWindowSceneSessionRoleApplication")
        /// What is on a panel beside the main one. Unlike on Apple's systems such a panel may have a touch device.
        public static let windowExternalDisplayNonInteractive = Role(
            rawValue: "UIWindowSceneSessionRoleExternalDisplayNonInteractive")
    }

    public let role: Role
    /// The same at every start: "panel" for the main one, with its connector for another.
    public let persistentIdentifier: String
    open internal(set) weak var scene: UIScene?
    open internal(set) var configuration: UISceneConfiguration
    /// Free for the application; not kept beyond its end.
    open var userInfo: [String: Any]?

    init(role: Role, persistentIdentifier: String = "panel") {
        self.role = role
        self.persistentIdentifier = persistentIdentifier
        configuration = UISceneConfiguration(name: nil, sessionRole: role)
        super.init()
    }
}

/// Names the classes a scene is made with.
@preconcurrency @MainActor
open class UISceneConfiguration: NSObject {
    public let name: String?
    public let role: UISceneSession.Role
    /// A kind of `UISceneDelegate`. Without it, a configuration with a name gets the class that the application's
    /// property list gives that name, or else a class named SceneDelegate in the module of the application's delegate.
    open var delegateClass: AnyClass?

    public init(name: String?, sessionRole: UISceneSession.Role) {
        self.name = name
        role = sessionRole
        super.init()
    }

    final func delegateType(applicationDelegate: any UIApplicationDelegate) -> (any UISceneDelegate.Type)? {
        if let delegateClass {
            guard let type = delegateClass as? any UISceneDelegate.Type else {
                LayerLog.note("The scene's delegateClass \(delegateClass) is no UISceneDelegate; the scene has none.")
                return nil
            }
            return type
        }
        guard let name else { return nil }
        let module = NSStringFromClass(type(of: applicationDelegate)).split(separator: ".").dropLast()
            .joined(separator: ".")
        let listed = listedClassName?.replacingOccurrences(of: "$(PRODUCT_MODULE_NAME)", with: module)
        let className = listed ?? module + ".SceneDelegate"
        guard let type = NSClassFromString(className) as? any UISceneDelegate.Type else {
            LayerLog.note(
                "The scene configuration \"\(name)\" has no delegateClass, and there is no UISceneDelegate named "
                    + "\(className): the scene has no delegate and shows nothing by itself.")
            return nil
        }
        return type
    }

    /// The class that the property list beside the program gives this name.
    private var listedClassName: String? {
        guard let manifest = Bundle.main.infoDictionary?["UIApplicationSceneManifest"] as? [String: Any],
            let roles = manifest["UISceneConfigurations"] as? [String: Any],
            let entries = roles[role.rawValue] as? [[String: Any]]
        else { return nil }
        let entry = entries.first { $0["UISceneConfigurationName"] as? String == name }
        return entry?["UISceneDelegateClassName"] as? String
    }
}
