import CoreGraphics
import Foundation

// The names of Apple's feature table, as far as OpenType has the feature.
public let kLigaturesType = 1
public let kCommonLigaturesOnSelector = 2
public let kCommonLigaturesOffSelector = 3
public let kRareLigaturesOnSelector = 4
public let kRareLigaturesOffSelector = 5
public let kNumberSpacingType = 6
public let kMonospacedNumbersSelector = 0
public let kProportionalNumbersSelector = 1
public let kVerticalPositionType = 10
public let kNormalPositionSelector = 0
public let kSuperiorsSelector = 1
public let kInferiorsSelector = 2
public let kOrdinalsSelector = 3
public let kFractionsType = 11
public let kNoFractionsSelector = 0
public let kVerticalFractionsSelector = 1
public let kDiagonalFractionsSelector = 2
public let kTypographicExtrasType = 14
public let kSlashedZeroOnSelector = 4
public let kSlashedZeroOffSelector = 5
public let kNumberCaseType = 21
public let kLowerCaseNumbersSelector = 0
public let kUpperCaseNumbersSelector = 1
public let kCaseSensitiveLayoutType = 33
public let kCaseSensitiveLayoutOnSelector = 0
public let kCaseSensitiveLayoutOffSelector = 1
public let kStylisticAlternativesType = 35
public let kStylisticAltOneOnSelector = 2
public let kStylisticAltTwoOnSelector = 4
public let kStylisticAltThreeOnSelector = 6
public let kContextualAlternatesType = 36
public let kContextualAlternatesOnSelector = 0
public let kContextualAlternatesOffSelector = 1
public let kLowerCaseType = 37
public let kDefaultLowerCaseSelector = 0
public let kLowerCaseSmallCapsSelector = 1
public let kUpperCaseType = 38
public let kDefaultUpperCaseSelector = 0
public let kUpperCaseSmallCapsSelector = 1

/// Apple's feature settings in OpenType's words.
enum FontFeatures {
    /// "tnum=1,smcp=1", say. What has no counterpart is left out.
    static func openType(_ settings: [[UIFontDescriptor.FeatureKey: Any]]) -> String {
        settings.prefix(64).flatMap { setting -> [String] in
            if let tag = setting[.openTypeTag] as? String {
                let value = setting[.openTypeValue].flatMap(UIFontDescriptor.number) ?? 1
                return isTag(tag) ? ["\(tag)=\(Int(min(max(value, 0), 1000)))"] : []
            }
            guard let type = setting[.type].flatMap(UIFontDescriptor.number).flatMap({ Int(exactly: $0) }),
                let selector = setting[.selector].flatMap(UIFontDescriptor.number).flatMap({ Int(exactly: $0) })
            else { return [] }
            return features(type, selector)
        }.joined(separator: ",")
    }

    private static func isTag(_ text: String) -> Bool {
        text.utf8.count == 4 && text.unicodeScalars.allSatisfy { CharacterSet.alphanumerics.contains($0) && $0.isASCII }
    }

    private static func features(_ type: Int, _ selector: Int) -> [String] {
        switch (type, selector) {
        case (kLigaturesType, kCommonLigaturesOnSelector): ["liga=1", "clig=1"]
        case (kLigaturesType, kCommonLigaturesOffSelector): ["liga=0", "clig=0"]
        case (kLigaturesType, kRareLigaturesOnSelector): ["dlig=1"]
        case (kLigaturesType, kRareLigaturesOffSelector): ["dlig=0"]
        case (kNumberSpacingType, kMonospacedNumbersSelector): ["tnum=1"]
        case (kNumberSpacingType, kProportionalNumbersSelector): ["pnum=1"]
        case (kVerticalPositionType, kSuperiorsSelector): ["sups=1"]
        case (kVerticalPositionType, kInferiorsSelector): ["subs=1"]
        case (kVerticalPositionType, kOrdinalsSelector): ["ordn=1"]
        case (kFractionsType, kVerticalFractionsSelector): ["afrc=1"]
        case (kFractionsType, kDiagonalFractionsSelector): ["frac=1"]
        case (kTypographicExtrasType, kSlashedZeroOnSelector): ["zero=1"]
        case (kTypographicExtrasType, kSlashedZeroOffSelector): ["zero=0"]
        case (kNumberCaseType, kLowerCaseNumbersSelector): ["onum=1"]
        case (kNumberCaseType, kUpperCaseNumbersSelector): ["lnum=1"]
        case (kCaseSensitiveLayoutType, kCaseSensitiveLayoutOnSelector): ["case=1"]
        case (kStylisticAlternativesType, 2...41):
            // Two numbers for each of the twenty sets: on, off.
            [(selector / 2 < 10 ? "ss0" : "ss") + "\(selector / 2)=\(selector % 2 == 0 ? 1 : 0)"]
        case (kContextualAlternatesType, kContextualAlternatesOnSelector): ["calt=1"]
        case (kContextualAlternatesType, kContextualAlternatesOffSelector): ["calt=0"]
        case (kLowerCaseType, kLowerCaseSmallCapsSelector): ["smcp=1"]
        case (kUpperCaseType, kUpperCaseSmallCapsSelector): ["c2sc=1"]
        default: []
        }
    }
}

extension UIFontDescriptor.FeatureKey {
    /// OpenType's own name of a feature, four letters (Apple's `kCTFontOpenTypeFeatureTag`), in place of type and selector.
    public static let openTypeTag = Self(rawValue: "CTFeatureOpenTypeTag")
    /// What goes with it, a number; 1 if it is missing.
    public static let openTypeValue = Self(rawValue: "CTFeatureOpenTypeValue")
}
