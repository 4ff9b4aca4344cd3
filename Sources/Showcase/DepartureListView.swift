import UIKit

/// A list of departures; rows are reused while it scrolls.
final class DepartureListView: UIScrollView {
    private static let rowHeight: CGFloat = 64
    private let departures = Departure.timetable
    private var rows: [Int: DepartureRow] = [:]
    private var spares: [DepartureRow] = []

    override init(frame: CGRect) {
        super.init(frame: frame)
        backgroundColor = Palette.background
        alwaysBounceVertical = true
    }

    required init?(coder: NSCoder) { nil }

    override func layoutSubviews() {
        super.layoutSubviews()
        let height = Self.rowHeight
        contentSize = CGSize(width: bounds.width, height: height * CGFloat(departures.count))
        let first = max(Int(bounds.minY / height), 0)
        let last = min(Int(bounds.maxY / height), departures.count - 1)
        for (index, row) in rows where index < first || index > last {
            row.removeFromSuperview()
            spares.append(row)
            rows[index] = nil
        }
        guard first <= last else { return }
        for index in first...last {
            let row: DepartureRow
            if let shown = rows[index] {
                row = shown
            } else {
                row = spares.popLast() ?? DepartureRow()
                row.show(departures[index])
                rows[index] = row
                addSubview(row)
            }
            row.frame = CGRect(x: 0, y: CGFloat(index) * height, width: bounds.width, height: height)
        }
    }
}

/// One line of the timetable.
struct Departure {
    var time: String
    var destination: String
    var platform: String
    var isLate: Bool

    static let timetable: [Departure] = {
        let destinations = [
            "Harbour East", "Old Town", "Airport", "Lakeside", "University", "Observatory", "Northern Woods",
            "Glass Works", "Market Square", "Riverside", "Castle Hill", "Botanic Garden",
        ]
        return (0..<60).map { index in
            let minutes = 9 * 60 + 44 + index * 7
            let hour = String((minutes / 60) % 24)
            let minute = String(minutes % 60)
            return Departure(
                time: (hour.count < 2 ? "0" : "") + hour + ":" + (minute.count < 2 ? "0" : "") + minute,
                destination: destinations[(index * 5) % destinations.count],
                platform: "Platform \(index % 8 + 1)", isLate: index % 9 == 4)
        }
    }()
}

final class DepartureRow: UIView {
    private let time = UILabel()
    private let destination = UILabel()
    private let platform = UILabel()
    private let state = UILabel()
    private let line = UIView()

    override init(frame: CGRect) {
        super.init(frame: frame)
        backgroundColor = Palette.background
        time.font = .monospacedDigitSystemFont(ofSize: 20, weight: .semibold)
        time.textColor = Palette.text
        destination.font = .systemFont(ofSize: 18, weight: .medium)
        destination.textColor = Palette.text
        platform.font = .systemFont(ofSize: 14)
        platform.textColor = Palette.secondaryText
        state.font = .systemFont(ofSize: 15, weight: .medium)
        state.textAlignment = .right
        line.backgroundColor = Palette.line
        for view in [time, destination, platform, state, line] { addSubview(view) }
    }

    required init?(coder: NSCoder) { nil }

    func show(_ departure: Departure) {
        time.text = departure.time
        destination.text = departure.destination
        platform.text = departure.platform
        state.text = departure.isLate ? "+5 min" : "On time"
        state.textColor = departure.isLate ? Palette.orange : Palette.green
    }

    override func layoutSubviews() {
        super.layoutSubviews()
        time.frame = CGRect(x: 24, y: 0, width: 80, height: bounds.height)
        destination.frame = CGRect(x: 116, y: 10, width: max(bounds.width - 260, 0), height: 24)
        platform.frame = CGRect(x: 116, y: 35, width: max(bounds.width - 260, 0), height: 20)
        state.frame = CGRect(x: bounds.width - 144, y: 0, width: 120, height: bounds.height)
        line.frame = CGRect(x: 24, y: bounds.height - 1, width: max(bounds.width - 48, 0), height: 1)
    }
}
