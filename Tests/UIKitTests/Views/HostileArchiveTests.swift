import Foundation
import Testing
import UIKit

/// A view that knows what was there when it awoke.
final class AwakeningView: UIView {
    static var log: [String] = []
    var partner: UIView?

    override init(frame: CGRect) { super.init(frame: frame) }

    required init?(coder: NSCoder) {
        super.init(coder: coder)
        partner = coder.decodeObject(of: UIView.self, forKey: "partner")
        Self.log.append("init \(tag)")
    }

    override func encode(with coder: NSCoder) {
        super.encode(with: coder)
        if let partner { coder.encode(partner, forKey: "partner") }
    }

    override func awakeFromNib() {
        super.awakeFromNib()
        Self.log.append("awake \(tag)")
    }
}

@MainActor
@Suite("Archives from strangers", .serialized)
struct HostileArchiveTests {
    private func archive(_ object: Any) throws -> Data {
        try NSKeyedArchiver.archivedData(withRootObject: object, requiringSecureCoding: false)
    }

    private func tree() -> UIView {
        let root = UIView(frame: r(0, 0, 100, 80))
        root.backgroundColor = UIColor(red: 0.25, green: 0.5, blue: 0.75, alpha: 1)
        root.transform = CGAffineTransform(rotationAngle: 0.5)
        let label = UILabel(frame: r(5, 6, 70, 20))
        label.text = "Grüße"
        label.font = .boldSystemFont(ofSize: 19)
        label.textColor = .red
        root.addSubview(label)
        let picture = UIGraphicsImageRenderer(size: CGSize(width: 3, height: 2)).image { _ in
            UIColor.blue.setFill()
            UIRectFill(r(0, 0, 3, 2))
        }
        root.addSubview(UIImageView(image: picture))
        let scroll = UIScrollView(frame: r(0, 40, 50, 30))
        scroll.contentSize = CGSize(width: 500, height: 30)
        scroll.addSubview(ArchivedBadge(frame: r(1, 1, 9, 9)))
        root.addSubview(scroll)
        root.addSubview(UIButton(type: .system))
        return root
    }

    @Test("V-20: all views of an archive are made before any awakes; each awakes once")
    func awakening() throws {
        AwakeningView.log = []
        let root = AwakeningView(frame: r(0, 0, 50, 50))
        root.tag = 1
        let left = AwakeningView(frame: r(0, 0, 5, 5))
        left.tag = 2
        let right = AwakeningView(frame: r(9, 0, 5, 5))
        right.tag = 3
        left.addSubview(right)
        root.addSubview(left)
        root.partner = right
        let copy = try #require(try UIView.unarchived(from: archive(root)) as? AwakeningView)
        #expect(Set(AwakeningView.log.prefix(3)) == ["init 1", "init 2", "init 3"])
        #expect(Set(AwakeningView.log.dropFirst(3)) == ["awake 1", "awake 2", "awake 3"])
        #expect(AwakeningView.log.count == 6)
        #expect(copy.partner === copy.subviews[0].subviews[0])
    }

    @Test("A tree comes out as it went in")
    func roundTrip() throws {
        let root = tree()
        let copy = try UIView.unarchived(from: archive(root))
        #expect(copy.bounds == root.bounds && copy.center == root.center && copy.transform == root.transform)
        #expect(copy.backgroundColor == root.backgroundColor)
        #expect(copy.subviews.map { "\(type(of: $0))" } == root.subviews.map { "\(type(of: $0))" })
        let label = try #require(copy.subviews[0] as? UILabel)
        #expect(label.text == "Grüße" && label.font.pointSize == 19 && label.textColor == .red)
        #expect((copy.subviews[1] as? UIImageView)?.image?.size.width == 3)
        #expect((copy.subviews[2] as? UIScrollView)?.contentSize.width == 500)
        #expect(copy.subviews[2].subviews.contains { $0 is ArchivedBadge })
    }

    @Test("Eight hundred damaged archives: an error or a view, never an end, a hang or much memory")
    func mutations() throws {
        let good = [UInt8](try archive(tree()))
        var state: UInt64 = 11
        func random(_ count: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(state >> 33) % max(count, 1)
        }
        var errors = 0
        for _ in 0..<800 {
            var bytes = good
            for _ in 0...random(6) {
                let place = random(bytes.count)
                switch random(6) {
                case 0: bytes[place] = UInt8(random(256))
                case 1: bytes[place] ^= 1 << UInt8(random(8))
                // The trailer, the table of places and the markers of kinds.
                case 2: bytes[bytes.count - 1 - random(min(bytes.count, 400))] = UInt8(random(256))
                case 3: bytes.removeSubrange(place..<min(bytes.count, place + 1 + random(9)))
                case 4: bytes.insert(contentsOf: bytes.prefix(random(30)), at: place)
                default:
                    let other = random(bytes.count)
                    bytes.swapAt(place, other)
                }
                if bytes.count < 50 { bytes = good }
            }
            do {
                let view = try UIView.unarchived(from: Data(bytes), isWhole: false)
                view.layoutIfNeeded()
                _ = view.frame
            } catch {
                errors += 1
            }
        }
        #expect(errors > 50 && errors < 800)
        for length in stride(from: 0, to: good.count, by: 41) {
            #expect(throws: ViewArchiveError.self) { try UIView.unarchived(from: Data(good.prefix(length))) }
        }
    }

    /// An archive with these objects behind "$null"; the root is the first. Made by hand, as no archiver would.
    private func handmade(_ objects: [[String: Any]], classes: [String]) -> Data {
        PropertyListBytes.archive(objects, classes: classes)
    }

    @Test("Objects that hold themselves, are deep in each other, or of other classes are errors")
    func crafted() throws {
        func error(_ data: Data) -> ViewArchiveError? {
            do throws(ViewArchiveError) {
                _ = try UIView.unarchived(from: data)
                return nil
            } catch {
                return error
            }
        }
        let list = "NSArray"
        // The root view's only subview is the root view.
        #expect(
            error(handmade([["UISubviews": 2], ["NS.objects": [1]]], classes: ["UIKit.UIView", list]))
                == .containsItself)
        var chain: [[String: Any]] = []
        var classes: [String] = []
        for index in 0..<2000 {
            chain.append(index % 2 == 0 ? ["UISubviews": index + 2] : ["NS.objects": [index + 2]])
            classes.append(index % 2 == 0 ? "UIKit.UIView" : list)
        }
        chain.append([:])
        classes.append("UIKit.UIView")
        #expect(error(handmade(chain, classes: classes)) == .tooDeep)
        for name in [
            "Foundation.NSObject", "NSKeyedUnarchiver", "UIKit.UIWindowScene", "x", "", "a.b.c", "UIKit.Nothing",
            "\u{0}.\u{0}",
        ] {
            #expect(error(handmade([[:]], classes: [name])) == .unknownClass(name))
        }
        #expect(error(handmade([["NS.objects": [Int]()]], classes: [list])) == .notAView)
        #expect(error(Data("bplist00".utf8)) == .notAnArchive)
        #expect(error(handmade([["UISubviews": 77]], classes: ["UIKit.UIView"])) == .damaged)
        #expect(error(handmade([[:]], classes: ["UIKit.UIView"])) == nil)
    }
}

/// Writes binary keyed archives that no archiver would write.
private enum PropertyListBytes {
    static func archive(_ objects: [[String: Any]], classes: [String]) -> Data {
        var all: [[UInt8]] = []
        func add(_ bytes: [UInt8]) -> Int {
            all.append(bytes)
            return all.count - 1
        }
        func big(_ number: Int, _ count: Int) -> [UInt8] {
            (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * (count - 1 - $0))) }
        }
        func reference(_ number: Int) -> [UInt8] { big(number, 3) }
        func long(_ kind: UInt8, _ count: Int) -> [UInt8] {
            if count < 15 { return [kind << 4 | UInt8(count)] }
            let mark: [UInt8] = [kind << 4 | 15, 0x12]
            return mark + big(count, 4)
        }
        func text(_ text: String) -> Int { add(long(5, text.utf8.count) + Array(text.utf8)) }
        func uid(_ number: Int) -> Int {
            let mark: [UInt8] = [0x83]
            return add(mark + big(number, 4))
        }
        func list(_ items: [Int]) -> Int { add(long(0xA, items.count) + items.flatMap(reference)) }
        func dictionary(_ pairs: [(Int, Int)]) -> Int {
            add(long(0xD, pairs.count) + pairs.flatMap { reference($0.0) } + pairs.flatMap { reference($0.1) })
        }
        var table = [text("$null")]
        for (index, fields) in objects.enumerated() {
            var pairs = [(text("$class"), uid(objects.count + 1 + index))]
            for (key, value) in fields {
                if let number = value as? Int { pairs.append((text(key), uid(number))) }
                if let numbers = value as? [Int] { pairs.append((text(key), list(numbers.map(uid)))) }
            }
            table.append(dictionary(pairs))
        }
        for name in classes { table.append(dictionary([(text("$classname"), text(name))])) }
        let top = dictionary([(text("root"), uid(1))])
        let root = dictionary([(text("$objects"), list(table)), (text("$top"), top)])
        var bytes = Array("bplist00".utf8)
        var places: [Int] = []
        for object in all {
            places.append(bytes.count)
            bytes += object
        }
        let start = bytes.count
        for place in places { bytes += big(place, 4) }
        let trailer: [UInt8] = [0, 0, 0, 0, 0, 0, 4, 3]
        bytes += trailer
        for number in [all.count, root, start] { bytes += big(number, 8) }
        return Data(bytes)
    }
}
