public import Foundation

// Apple has these in CoreText; here they come with CoreGraphics, and so with UIKit.

/// On Linux Foundation's own type.
public typealias CFError = NSError

/// For whom fonts are registered. Here it is always the process: its fonts are seen by nobody else and are gone with it.
public enum CTFontManagerScope: UInt32, Sendable {
    case none = 0
    case process = 1
    case user = 2
    case session = 3

    public static let persistent = CTFontManagerScope.user
}

/// Codes of errors in `kCTFontManagerErrorDomain`.
public enum CTFontManagerError: Int, Error, Sendable {
    case fileNotFound = 101
    case insufficientPermissions = 102
    case unrecognizedFormat = 103
    case invalidFontData = 104
    case alreadyRegistered = 105
    case exceededResourceLimit = 106
    case notRegistered = 201
    case unsupportedScope = 306
}

public let kCTFontManagerErrorDomain = "com.apple.CoreText.CTFontManagerErrorDomain"
/// Key of an error's dictionary: the URLs of the files it speaks of, `[URL]`.
public let kCTFontManagerErrorFontURLsKey = "CTFontManagerErrorFontURLs"

/// Posted after the process has registered or unregistered fonts, on the thread that did.
public let kCTFontManagerRegisteredFontsChangedNotification = NSNotification.Name(
    "CTFontManagerFontsChangedNotification")

/// Makes all faces of a font file available by name and family to this process, at once. The file, of 64 MB at most, is read
/// and checked; it may be removed afterwards. Any thread.
///
/// - Parameter error: what went wrong, for one who takes it: `takeRetainedValue()`. Its description is one sentence for
///   people; a `FontError` lies under `NSUnderlyingErrorKey`.
/// - Returns: false with an error if the file is no usable font, is registered already, or too much is registered.
@discardableResult
public func CTFontManagerRegisterFontsForURL(
    _ fontURL: CFURL, _ scope: CTFontManagerScope, _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> Bool {
    change(fontURL, error) { () throws(FontError) in
        try check(scope, fontURL)
        try RegisteredFonts.shared.register(fontURL)
    }
}

/// Takes the faces of a registered file out again. Texts that use them keep them until they are laid out again.
@discardableResult
public func CTFontManagerUnregisterFontsForURL(
    _ fontURL: CFURL, _ scope: CTFontManagerScope, _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> Bool {
    change(fontURL, error) { () throws(FontError) in
        try check(scope, fontURL)
        try RegisteredFonts.shared.unregister(fontURL)
    }
}

/// Registers several files, each for itself, and then calls `registrationHandler` once on this thread with the errors there
/// were (`done` is true), whose result does not count.
public func CTFontManagerRegisterFontURLs(
    _ fontURLs: [CFURL], _ scope: CTFontManagerScope, _ enabled: Bool,
    _ registrationHandler: ((_ errors: [CFError], _ done: Bool) -> Bool)?
) {
    var errors: [CFError] = []
    for url in fontURLs {
        var error: Unmanaged<CFError>?
        if !CTFontManagerRegisterFontsForURL(url, scope, &error), let error { errors.append(error.takeRetainedValue()) }
    }
    _ = registrationHandler?(errors, true)
}

/// As `CTFontManagerRegisterFontURLs(_:_:_:_:)`, the other way.
public func CTFontManagerUnregisterFontURLs(
    _ fontURLs: [CFURL], _ scope: CTFontManagerScope,
    _ registrationHandler: ((_ errors: [CFError], _ done: Bool) -> Bool)?
) {
    var errors: [CFError] = []
    for url in fontURLs {
        var error: Unmanaged<CFError>?
        if !CTFontManagerUnregisterFontsForURL(url, scope, &error), let error {
            errors.append(error.takeRetainedValue())
        }
    }
    _ = registrationHandler?(errors, true)
}

/// Makes a font that was made from bytes available by its names. False with an error if one of that PostScript name is
/// registered already, or the font is an installed one.
@discardableResult
public func CTFontManagerRegisterGraphicsFont(
    _ font: CGFont, _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> Bool {
    change(nil, error) { () throws(FontError) in
        let name = font.postScriptName ?? font.fullName ?? "font data"
        guard let file = font.file else { throw FontError(source: name, reason: .alreadyRegistered) }
        try RegisteredFonts.shared.register(file, as: .name(name))
    }
}

@discardableResult
public func CTFontManagerUnregisterGraphicsFont(
    _ font: CGFont, _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> Bool {
    change(nil, error) { () throws(FontError) in
        let name = font.postScriptName ?? font.fullName ?? "font data"
        try RegisteredFonts.shared.unregister(.name(name), source: name)
    }
}

/// The PostScript names of all faces, sorted.
public func CTFontManagerCopyAvailablePostScriptNames() -> [CFString] {
    Set(FontFace.faces.map(\.postScriptName)).sorted()
}

/// The names of all families, sorted.
public func CTFontManagerCopyAvailableFontFamilyNames() -> [CFString] { FontFace.familyNames }

private func check(_ scope: CTFontManagerScope, _ url: URL) throws(FontError) {
    if scope != .process { throw FontError(source: url.path, reason: .unsupportedScope) }
}

/// Tells the world of a change, or the caller why there was none.
private func change(
    _ url: URL?, _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?, _ body: () throws(FontError) -> Void
) -> Bool {
    do throws(FontError) {
        try body()
    } catch let reason {
        if let error {
            var information: [String: Any] = [
                NSLocalizedDescriptionKey: reason.description, NSUnderlyingErrorKey: reason,
            ]
            if let url { information[kCTFontManagerErrorFontURLsKey] = [url] }
            error.pointee = .passRetained(
                NSError(domain: kCTFontManagerErrorDomain, code: reason.code.rawValue, userInfo: information))
        }
        return false
    }
    NotificationCenter.default.post(name: kCTFontManagerRegisteredFontsChangedNotification, object: nil)
    return true
}

extension FontError {
    fileprivate var code: CTFontManagerError {
        switch reason {
        case .empty, .damaged: .invalidFontData
        case .unknownFormat, .unsupported: .unrecognizedFormat
        case .tooManyBytes, .tooManyFaces, .tooManyFonts, .outOfMemory: .exceededResourceLimit
        case .unreadable(let errno): errno == EACCES || errno == EPERM ? .insufficientPermissions : .fileNotFound
        case .alreadyRegistered: .alreadyRegistered
        case .notRegistered: .notRegistered
        case .unsupportedScope: .unsupportedScope
        }
    }
}
