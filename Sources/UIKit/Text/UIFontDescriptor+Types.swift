import CoreGraphics
import Foundation

extension UIFontDescriptor {
    public struct AttributeName: RawRepresentable, Hashable, Sendable {
        public let rawValue: String

        public init(rawValue: String) { self.rawValue = rawValue }

        /// A family's name, `String`.
        public static let family = AttributeName(rawValue: "NSFontFamilyAttribute")
        /// A PostScript or full name, `String`.
        public static let name = AttributeName(rawValue: "NSFontNameAttribute")
        /// A style's name such as "Bold Italic", `String`.
        public static let face = AttributeName(rawValue: "NSFontFaceAttribute")
        /// Points, a number.
        public static let size = AttributeName(rawValue: "NSFontSizeAttribute")
        /// The name for people, `String`. Read only.
        public static let visibleName = AttributeName(rawValue: "NSFontVisibleNameAttribute")
        /// `[UIFontDescriptor.TraitKey: Any]`.
        public static let traits = AttributeName(rawValue: "NSCTFontTraitsAttribute")
        /// `[[UIFontDescriptor.FeatureKey: Any]]`.
        public static let featureSettings = AttributeName(rawValue: "NSCTFontFeatureSettingsAttribute")
        /// `[UIFontDescriptor]`: families asked, in this order, for characters the font lacks.
        public static let cascadeList = AttributeName(rawValue: "NSCTFontCascadeListAttribute")
        /// `UIFont.TextStyle`.
        public static let textStyle = AttributeName(rawValue: "NSCTFontUIUsageAttribute")
    }

    public struct TraitKey: RawRepresentable, Hashable, Sendable {
        public let rawValue: String

        public init(rawValue: String) { self.rawValue = rawValue }

        /// The raw value of `SymbolicTraits`.
        public static let symbolic = TraitKey(rawValue: "NSCTFontSymbolicTrait")
        /// As `UIFont.Weight`, from −1 to 1: the weight itself or its number.
        public static let weight = TraitKey(rawValue: "NSCTFontWeightTrait")
        /// As `UIFont.Width`, from −1 to 1: the width itself or its number.
        public static let width = TraitKey(rawValue: "NSCTFontProportionTrait")
        /// From −1 to 1: leaning to the right above 0.
        public static let slant = TraitKey(rawValue: "NSCTFontSlantTrait")
    }

    public struct FeatureKey: RawRepresentable, Hashable, Sendable {
        public let rawValue: String

        public init(rawValue: String) { self.rawValue = rawValue }

        /// The kind of feature, such as `kNumberSpacingType`.
        public static let type = FeatureKey(rawValue: "CTFeatureTypeIdentifier")
        /// The choice, such as `kMonospacedNumbersSelector`.
        public static let selector = FeatureKey(rawValue: "CTFeatureSelectorIdentifier")
        public static let featureIdentifier = type
        public static let typeIdentifier = selector
    }

    /// The system's font comes in several designs, as far as families for them are installed.
    public struct SystemDesign: RawRepresentable, Hashable, Sendable {
        public let rawValue: String

        public init(rawValue: String) { self.rawValue = rawValue }

        public static let `default` = SystemDesign(rawValue: "NSCTFontUIFontDesignDefault")
        public static let serif = SystemDesign(rawValue: "NSCTFontUIFontDesignSerif")
        public static let monospaced = SystemDesign(rawValue: "NSCTFontUIFontDesignMonospaced")
        public static let rounded = SystemDesign(rawValue: "NSCTFontUIFontDesignRounded")

        /// Families with round ends that Debian has, in order of preference.
        private static let roundFamilies = ["Nunito", "Quicksand", "Varela Round", "M PLUS Rounded 1c", "Comfortaa"]
        /// What the designs' families are called in descriptions.
        static let families = Set(["serif", "monospace"] + roundFamilies)

        enum Family {
            case system
            case named(String)
        }

        /// Nil if no family for the design is installed.
        var family: Family? {
            switch self {
            case .default: return .system
            case .serif:
                let found = FontFace.face(for: FontDescription(family: "serif", size: 16)).familyName
                return found == FontFace.systemFamilyName ? nil : .named("serif")
            case .monospaced:
                let face = FontFace.face(for: FontDescription(family: "monospace", size: 16))
                return face.installed?.isMonospaced == true ? .named("monospace") : nil
            case .rounded:
                let families = FontFace.familyNames
                return Self.roundFamilies.first(where: families.contains).map { .named($0) }
            default: return nil
            }
        }
    }

    public struct SymbolicTraits: OptionSet, Sendable {
        public let rawValue: UInt32

        public init(rawValue: UInt32) { self.rawValue = rawValue }

        public static let traitItalic = SymbolicTraits(rawValue: 1 << 0)
        public static let traitBold = SymbolicTraits(rawValue: 1 << 1)
        public static let traitExpanded = SymbolicTraits(rawValue: 1 << 5)
        public static let traitCondensed = SymbolicTraits(rawValue: 1 << 6)
        public static let traitMonoSpace = SymbolicTraits(rawValue: 1 << 10)

        /// What a description asks for.
        init(_ wanted: FontDescription) {
            var traits: SymbolicTraits = []
            if wanted.weight >= 600 { traits.insert(.traitBold) }
            if wanted.isItalic { traits.insert(.traitItalic) }
            if wanted.width < 100 { traits.insert(.traitCondensed) }
            if wanted.width > 100 { traits.insert(.traitExpanded) }
            if wanted.family == "monospace" { traits.insert(.traitMonoSpace) }
            self = traits
        }

        /// What a face has.
        init(_ face: InstalledFace) {
            var traits: SymbolicTraits = []
            if face.weight >= 600 { traits.insert(.traitBold) }
            if face.isItalic { traits.insert(.traitItalic) }
            if face.width < 100 { traits.insert(.traitCondensed) }
            if face.width > 100 { traits.insert(.traitExpanded) }
            if face.isMonospaced { traits.insert(.traitMonoSpace) }
            self = traits
        }
    }
}

extension FontDescription {
    /// With these traits and no others. Weights stay as they are if they are bold enough, or light enough.
    func with(_ traits: UIFontDescriptor.SymbolicTraits) -> FontDescription {
        var result = self
        let isBold = traits.contains(.traitBold)
        if isBold != (weight >= 600) { result.weight = isBold ? 700 : 400 }
        result.isItalic = traits.contains(.traitItalic)
        if traits.contains(.traitCondensed) {
            result.width = min(width, 75)
        } else if traits.contains(.traitExpanded) {
            result.width = max(width, 125)
        } else {
            result.width = 100
        }
        return result
    }

    /// The traits of a dictionary over one's own.
    func with(_ traits: [UIFontDescriptor.TraitKey: Any]) -> FontDescription {
        var result = self
        if let symbolic = traits[.symbolic] {
            let number: UInt32? =
                switch symbolic {
                case let set as UIFontDescriptor.SymbolicTraits: set.rawValue
                default: UIFontDescriptor.number(symbolic).flatMap { UInt32(exactly: $0) }
                }
            if let number { result = result.with(UIFontDescriptor.SymbolicTraits(rawValue: number)) }
        }
        let weight = (traits[.weight] as? UIFont.Weight)?.rawValue ?? traits[.weight].flatMap(UIFontDescriptor.number)
        if let weight { result.weight = UIFont.Weight(rawValue: weight).number }
        let width = (traits[.width] as? UIFont.Width)?.rawValue ?? traits[.width].flatMap(UIFontDescriptor.number)
        if let width { result.width = UIFont.Width(rawValue: width).percent }
        if let slant = traits[.slant].flatMap(UIFontDescriptor.number) { result.isItalic = slant > 0 }
        return result
    }

    /// In an installed face's style.
    func with(_ face: InstalledFace) -> FontDescription {
        var result = self
        (result.weight, result.isItalic, result.width) = (face.weight, face.isItalic, face.width)
        return result
    }
}
