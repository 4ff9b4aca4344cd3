internal import CPango
import Foundation

/// One face of a family, as its file describes it.
package struct InstalledFace: Hashable, Sendable {
    package var family: String
    /// "Bold Italic", say.
    package var style: String
    /// "DejaVu Sans Bold", say.
    package var fullName: String
    /// "DejaVuSans-Bold", say; made up of family and style for fonts without one.
    package var postScriptName: String
    /// On OpenType's scale, 1 … 1000; 400 is regular.
    package var weight: Int
    /// Percent of the normal width.
    package var width: Int
    package var isItalic: Bool
    package var isMonospaced: Bool
    package var file: String
    /// The face in the file, and in the upper 16 bits the named instance of a variable font.
    var index: Int

    /// Nil for what has no name or file, and in a list of installed fonts for a variable font as a whole, whose instances
    /// are in the list as well.
    init?(_ pattern: OpaquePointer, isChosen: Bool = false) {
        func string(_ key: String) -> String? {
            var value: UnsafeMutablePointer<FcChar8>?
            guard FcPatternGetString(pattern, key, 0, &value) == FcResultMatch, let value else { return nil }
            return String(cString: value)
        }
        func integer(_ key: String) -> Int? {
            var value: Int32 = 0
            return FcPatternGetInteger(pattern, key, 0, &value) == FcResultMatch ? Int(value) : nil
        }
        func double(_ key: String) -> Double? {
            var value = 0.0
            return FcPatternGetDouble(pattern, key, 0, &value) == FcResultMatch ? value : nil
        }
        var isVariable: FcBool = 0
        if !isChosen, FcPatternGetBool(pattern, FC_VARIABLE, 0, &isVariable) == FcResultMatch, isVariable != 0 {
            return nil
        }
        guard let family = string(FC_FAMILY), let file = string(FC_FILE) else { return nil }
        self.family = family
        self.file = file
        index = integer(FC_INDEX) ?? 0
        style = string(FC_STYLE) ?? "Regular"
        fullName = string(FC_FULLNAME) ?? "\(family) \(style)"
        postScriptName = string(FC_POSTSCRIPT_NAME) ?? "\(family)-\(style)".filter { $0 != " " }
        let weight = double(FC_WEIGHT).map { FcWeightToOpenTypeDouble($0) } ?? 400
        self.weight = weight.isFinite && weight >= 1 ? Int(min(weight, 1000)) : 400
        width = double(FC_WIDTH).flatMap { $0.isFinite ? Int(min(max($0, 50), 200)) : nil } ?? 100
        isItalic = (integer(FC_SLANT) ?? 0) > 0
        isMonospaced = integer(FC_SPACING).map { $0 >= Int(FC_MONO) } ?? false
    }
}
