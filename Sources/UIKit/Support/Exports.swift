// `import UIKit` alone is enough, as on Apple's systems.
@_exported public import CoreGraphics
@_exported public import Foundation
@_exported public import QuartzCore
