import Foundation
import UIKit

/// A controller that writes down what it is told.
@MainActor
class LoggingController: UIViewController {
    let name: String
    let log: Log

    init(_ name: String, _ log: Log) {
        self.name = name
        self.log = log
        super.init()
    }

    required init?(coder: NSCoder) { nil }

    override func loadView() {
        log += "\(name) loadView"
        super.loadView()
    }
    override func viewDidLoad() { log += "\(name) didLoad" }
    override func viewWillAppear(_ animated: Bool) { log += "\(name) willAppear" }
    override func viewDidAppear(_ animated: Bool) { log += "\(name) didAppear" }
    override func viewWillDisappear(_ animated: Bool) { log += "\(name) willDisappear" }
    override func viewDidDisappear(_ animated: Bool) { log += "\(name) didDisappear" }
    override func viewWillLayoutSubviews() { log += "\(name) willLayout" }
    override func viewDidLayoutSubviews() { log += "\(name) didLayout" }
    override func willMove(toParent parent: UIViewController?) {
        super.willMove(toParent: parent)
        log += "\(name) willParent \(parent == nil ? "nil" : "p")"
    }
    override func didMove(toParent parent: UIViewController?) {
        super.didMove(toParent: parent)
        log += "\(name) didParent \(parent == nil ? "nil" : "p")"
    }
}

extension Log {
    /// What was said of appearing and disappearing.
    func takeAppearance() -> [String] { take().filter { $0.hasSuffix("ppear") || $0.hasPrefix("-") } }
}
