import Foundation

extension NSAttributedString {
    /// With an attribute for the whole of it.
    func with(_ key: Key, _ value: Any) -> NSAttributedString {
        .assembled(string, runs.map { ($0.length, $0.attributes.merging([key: value]) { $1 }) })
    }

    /// With every paragraph style changed.
    func withParagraphStyles(_ change: (NSMutableParagraphStyle) -> Void) -> NSAttributedString {
        .assembled(
            string,
            runs.map { run in
                guard let old = run.attributes[.paragraphStyle] as? NSParagraphStyle,
                    let style = old.mutableCopy() as? NSMutableParagraphStyle
                else { return run }
                change(style)
                return (run.length, run.attributes.merging([.paragraphStyle: style]) { $1 })
            })
    }
}
