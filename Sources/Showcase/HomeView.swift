import UIKit

/// The clock above, the cards below.
final class HomeView: UIView {
    var onOpen: ((Destination) -> Void)?

    private let clock = ClockView()
    private var cards: [CardView] = []
    private var greeting = UILabel()

    override init(frame: CGRect) {
        super.init(frame: frame)
        backgroundColor = Palette.background
        addSubview(clock)

        greeting.text = "Good morning"
        greeting.font = .systemFont(ofSize: 17, weight: .medium)
        greeting.textColor = Palette.secondaryText
        greeting.textAlignment = .right
        addSubview(greeting)

        add(CardView(icon: .thermometer, color: Palette.orange, title: "Living room", value: "21.5 °C"), opens: nil)
        add(CardView(icon: .bolt, color: Palette.green, title: "Energy today", value: "4.2 kWh"), opens: nil)
        add(CardView(icon: .door, color: Palette.red, title: "Front door", value: "Locked"), opens: nil)
        add(
            CardView(icon: .photograph, color: Palette.blue, title: "Photograph", value: "Two fingers"),
            opens: .photograph)
        add(CardView(icon: .brush, color: Palette.violet, title: "Paint", value: "Ten fingers"), opens: .paint)
        add(CardView(icon: .list, color: Palette.teal, title: "Departures", value: "60 trains"), opens: .list)
    }

    required init?(coder: NSCoder) { nil }

    private func add(_ card: CardView, opens destination: Destination?) {
        cards.append(card)
        addSubview(card)
        card.destination = destination
        card.addTarget(self, action: HomeView.tapped, for: .touchUpInside)
    }

    private func tapped(_ card: CardView) {
        if let destination = card.destination {
            onOpen?(destination)
        } else {
            card.flash()
        }
    }

    override func layoutSubviews() {
        super.layoutSubviews()
        let area = bounds.insetBy(dx: Palette.margin, dy: Palette.margin)
        let headerHeight = min(area.height * 0.28, 130)
        clock.frame = CGRect(x: area.minX, y: area.minY, width: area.width * 0.65, height: headerHeight)
        greeting.frame = CGRect(
            x: area.midX, y: area.minY + 8, width: area.width / 2, height: 24)

        let columns = bounds.width >= bounds.height ? 3 : 2
        let rows = (cards.count + columns - 1) / columns
        let top = area.minY + headerHeight + Palette.gap
        let width = (area.width - Palette.gap * CGFloat(columns - 1)) / CGFloat(columns)
        let height = (area.maxY - top - Palette.gap * CGFloat(rows - 1)) / CGFloat(rows)
        for (index, card) in cards.enumerated() {
            card.bounds = CGRect(x: 0, y: 0, width: width, height: height)
            card.center = CGPoint(
                x: area.minX + (width + Palette.gap) * CGFloat(index % columns) + width / 2,
                y: top + (height + Palette.gap) * CGFloat(index / columns) + height / 2)
        }
    }
}
