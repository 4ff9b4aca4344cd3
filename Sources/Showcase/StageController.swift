import UIKit

/// The root: the home screen, and one page at a time that slides over it.
final class StageController: UIViewController {
    private let home = HomeView()
    private var page: PageView?

    override func loadView() {
        view = UIView(frame: UIScreen.main.bounds)
        view.backgroundColor = Palette.background
        view.clipsToBounds = true
    }

    override func viewDidLoad() {
        super.viewDidLoad()
        home.frame = view.bounds
        home.autoresizingMask = [.flexibleWidth, .flexibleHeight]
        home.onOpen = { [weak self] destination in self?.open(destination) }
        view.addSubview(home)
    }

    private func open(_ destination: Destination) {
        guard page == nil else { return }
        let page = PageView(title: destination.title, content: destination.makeContent())
        page.frame = view.bounds.offsetBy(dx: view.bounds.width, dy: 0)
        page.autoresizingMask = [.flexibleWidth, .flexibleHeight]
        page.onBack = { [weak self] in self?.close() }
        view.addSubview(page)
        page.layoutIfNeeded()
        self.page = page
        UIView.animate(withDuration: 0.35, delay: 0, options: .curveEaseOut) {
            page.frame = self.view.bounds
            self.home.transform = CGAffineTransform(translationX: -self.view.bounds.width * 0.3, y: 0)
            self.home.alpha = 0.4
        }
    }

    private func close() {
        guard let page else { return }
        page.isUserInteractionEnabled = false
        UIView.animate(withDuration: 0.3, delay: 0, options: .curveEaseInOut) {
            page.frame = self.view.bounds.offsetBy(dx: self.view.bounds.width, dy: 0)
            self.home.transform = .identity
            self.home.alpha = 1
        } completion: { _ in
            page.removeFromSuperview()
            self.page = nil
        }
    }
}

/// Where a card leads.
@MainActor
enum Destination {
    case photograph, paint, list

    var title: String {
        switch self {
        case .photograph: "Photograph"
        case .paint: "Paint"
        case .list: "Departures"
        }
    }

    func makeContent() -> UIView {
        switch self {
        case .photograph: PhotographView()
        case .paint: PaintView()
        case .list: DepartureListView()
        }
    }
}
