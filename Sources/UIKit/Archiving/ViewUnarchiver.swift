import Foundation

/// Reads a keyed archive of views that a stranger may have made. What Foundation's own reader ends the process for (a class
/// it does not know, a value of another kind, an object inside itself, thousands inside each other) is here a missing
/// value.
@MainActor
final class ViewUnarchiver {
    /// Objects inside each other; objects, with their values and what lists hold, in all; bytes of text and data.
    nonisolated static let depthLimit = 128
    nonisolated static let objectLimit = 500_000
    private static let contentLimit = 256 << 20

    private let list: BinaryPropertyList
    private let objects: [Int]
    private let root: Int
    private var made: [Int: Any] = [:]
    private var open: Set<Int> = []
    private var count = 0
    private var contentBytes = 0
    private var classNames: [Int: String] = [:]
    /// In the order in which they were finished: what is inside comes first.
    private(set) var views: [UIView] = []
    /// The first thing that was left out.
    private(set) var loss: ViewArchiveError?

    init(_ data: Data) throws(ViewArchiveError) {
        guard let list = BinaryPropertyList(data), let archive = list.dictionary(list.top),
            let objectsNumber = archive["$objects"], case .array(let objects) = list.value(objectsNumber),
            let topNumber = archive["$top"], let top = list.dictionary(topNumber),
            let rootNumber = top[NSKeyedArchiveRootObjectKey], case .reference(let root) = list.value(rootNumber)
        else { throw .notAnArchive }
        self.list = list
        self.objects = objects
        self.root = root
    }

    func rootObject() -> Any? { object(root) }

    private func lose(_ error: ViewArchiveError) -> Any? {
        if loss == nil { loss = error }
        return nil
    }

    /// The object at a place of the archive's list.
    fileprivate func object(_ index: Int) -> Any? {
        guard index >= 0, index < objects.count else { return lose(.damaged) }
        if let object = made[index] { return object }
        guard let value = list.value(objects[index]) else { return lose(.damaged) }
        if case .string("$null") = value { return nil }
        // No object of the list is a reference to another, which might come back to it.
        if case .reference = value { return lose(.damaged) }
        guard case .dictionary = value else { return plain(value) }
        guard count <= Self.objectLimit, contentBytes <= Self.contentLimit else { return lose(.tooLarge) }
        guard open.count < Self.depthLimit else { return lose(.tooDeep) }
        guard open.insert(index).inserted else { return lose(.containsItself) }
        defer { open.remove(index) }
        guard let fields = list.dictionary(objects[index]) else { return lose(.damaged) }
        count += 1 + fields.count
        guard let name = className(fields) else { return lose(.damaged) }
        let object = make(name, fields)
        if let object { made[index] = object }
        return object
    }

    private func className(_ fields: [String: Int]) -> String? {
        guard let number = fields["$class"], case .reference(let index) = list.value(number), index >= 0,
            index < objects.count
        else { return nil }
        if let name = classNames[index] { return name }
        guard let description = list.dictionary(objects[index]) else { return nil }
        count += description.count
        guard let name = description["$classname"].flatMap(list.name) else { return nil }
        classNames[index] = name
        return name
    }

    /// A value that is no object of its own.
    fileprivate func plain(_ value: BinaryPropertyList.Value?) -> Any? {
        switch value {
        case .bool(let flag): NSNumber(value: flag)
        case .integer(let number): NSNumber(value: number)
        case .real(let number): NSNumber(value: number)
        case .date(let time): Date(timeIntervalSinceReferenceDate: time)
        case .data(let data): charge(data.count) ? data : lose(.tooLarge)
        case .string(let text): charge(text.utf8.count) ? text : lose(.tooLarge)
        case .reference(let index): object(index)
        case .array, .dictionary, nil: nil
        }
    }

    /// The same text or data may be there for very many objects.
    private func charge(_ bytes: Int) -> Bool {
        contentBytes += bytes
        return contentBytes <= Self.contentLimit
    }

    private func make(_ name: String, _ fields: [String: Int]) -> Any? {
        switch name {
        case "NSString", "NSMutableString":
            guard case .string(let text)? = field("NS.string", fields) else { return lose(.damaged) }
            return plain(.string(text))
        case "NSData", "NSMutableData":
            guard case .data(let data)? = field("NS.data", fields) else { return lose(.damaged) }
            return plain(.data(data))
        case "NSArray", "NSMutableArray", "NSSet", "NSMutableSet":
            return items("NS.objects", fields)
        case "NSDictionary", "NSMutableDictionary":
            guard let keys = items("NS.keys", fields), let values = items("NS.objects", fields),
                keys.count == values.count
            else { return lose(.damaged) }
            var result: [AnyHashable: Any] = [:]
            for (key, value) in zip(keys, values) { if let key = key as? AnyHashable { result[key] = value } }
            return result
        case "NSDate":
            guard case .real(let time)? = field("NS.time", fields) else { return lose(.damaged) }
            return Date(timeIntervalSinceReferenceDate: time)
        default:
            guard let type = Self.type(named: name) else { return lose(.unknownClass(name)) }
            guard let object = type.init(coder: ViewCoder(self, fields)) else { return lose(.damaged) }
            if let view = object as? UIView { views.append(view) }
            return object
        }
    }

    fileprivate func field(_ key: String, _ fields: [String: Int]) -> BinaryPropertyList.Value? {
        fields[key].flatMap { list.value($0) }
    }

    private func items(_ key: String, _ fields: [String: Int]) -> [Any]? {
        guard case .array(let numbers)? = field(key, fields) else {
            _ = lose(.damaged)
            return nil
        }
        count += numbers.count
        guard count <= Self.objectLimit else {
            _ = lose(.tooLarge)
            return nil
        }
        return numbers.compactMap { plain(list.value($0)) }
    }

    // MARK: Classes

    /// A class that may come out of an archive: a view's, or that of something that views are archived with.
    private static func type(named name: String) -> (any NSCoding.Type)? {
        guard name.utf8.count <= 256, name.split(separator: ".").count == 2,
            name.utf8.allSatisfy({
                $0 == 0x5F || $0 == 0x2E || (0x30...0x39).contains($0) || (0x41...0x5A).contains($0)
                    || (0x61...0x7A).contains($0)
            }), let found = NSKeyedUnarchiver.class(forClassName: name) ?? NSClassFromString(name)
        else { return nil }
        if let type = found as? UIView.Type { return type as any NSCoding.Type }
        if let type = found as? UIColor.Type { return type }
        if let type = found as? UIFont.Type { return type }
        if let type = found as? UIImage.Type { return type }
        if let type = found as? UIBezierPath.Type { return type }
        return nil
    }
}

/// What an object of an archive is made with: its own fields.
private final class ViewCoder: NSCoder {
    private let unarchiver: ViewUnarchiver
    private let fields: [String: Int]

    init(_ unarchiver: ViewUnarchiver, _ fields: [String: Int]) {
        self.unarchiver = unarchiver
        self.fields = fields
        super.init()
    }

    override var allowsKeyedCoding: Bool { true }
    override func containsValue(forKey key: String) -> Bool { fields[key] != nil && key != "$class" }

    /// Views are made on the main thread only, and nobody else is given the coder.
    private func value(_ key: String) -> Any? {
        let (unarchiver, fields) = (unarchiver, fields)
        nonisolated(unsafe) var result: Any?
        MainActor.assumeIsolated { result = unarchiver.plain(unarchiver.field(key, fields)) }
        return result
    }

    private func number(_ key: String) -> NSNumber? { value(key) as? NSNumber }

    override func decodeObject(forKey key: String) -> Any? { value(key) }
    override func decodeObject(of classes: [AnyClass]?, forKey key: String) -> Any? {
        guard let object = value(key) else { return nil }
        guard let classes else { return object }
        let boxed = Self.boxed(object)
        return classes.contains { boxed.isKind(of: $0) } ? object : nil
    }
    override func decodeObject<Object>(of cls: Object.Type, forKey key: String) -> Object?
    where Object: NSObject, Object: NSCoding { value(key).flatMap { Self.boxed($0) as? Object } }
    override func decodePropertyList(forKey key: String) -> Any? { value(key) }

    override func decodeBool(forKey key: String) -> Bool { number(key)?.boolValue ?? false }
    override func decodeInteger(forKey key: String) -> Int { number(key).map { Self.whole($0) } ?? 0 }
    override func decodeInt64(forKey key: String) -> Int64 { Int64(decodeInteger(forKey: key)) }
    override func decodeInt32(forKey key: String) -> Int32 { Int32(clamping: decodeInteger(forKey: key)) }
    override func decodeFloat(forKey key: String) -> Float { number(key)?.floatValue ?? 0 }
    override func decodeDouble(forKey key: String) -> Double { number(key)?.doubleValue ?? 0 }

    // Archives without keys there are none here.

    override func decodeObject() -> Any? { nil }
    override func decodeData() -> Data? { nil }
    override func decodePropertyList() -> Any? { nil }
    override func decodeValue(ofObjCType type: UnsafePointer<Int8>, at data: UnsafeMutableRawPointer) {}

    /// A number too large for an integer is as large as one can be.
    private static func whole(_ number: NSNumber) -> Int {
        let value = number.doubleValue
        guard value.isFinite else { return 0 }
        if abs(value) < 9e15 { return value == value.rounded() ? number.intValue : Int(value) }
        return value >= 9.2e18 ? .max : value <= -9.2e18 ? .min : number.intValue
    }

    /// The same as an object of Foundation's.
    private static func boxed(_ value: Any) -> NSObject {
        switch value {
        case let text as String: NSString(string: text)
        case let data as Data: NSData(data: data)
        case let list as [Any]: NSArray(array: list)
        case let list as [AnyHashable: Any]: NSDictionary(dictionary: list)
        case let date as Date: NSDate(timeIntervalSinceReferenceDate: date.timeIntervalSinceReferenceDate)
        case let object as NSObject: object
        default: NSNull()
        }
    }
}
