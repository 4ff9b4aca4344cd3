import Foundation
import Testing

@testable import UIKit

@MainActor
@Suite("Which methods a class overrides")
struct MethodOverrideTests {
    class Base: NSObject {
        func first() -> Int { 1 }
        func second(_ value: Int) -> Int { value }
    }
    final class Plain: Base {}
    final class FirstWitness: Base { override func first() -> Int { 2 } }
    final class SecondWitness: Base { override func second(_ value: Int) -> Int { value + 1 } }

    class Middle: Base {
        var extra = 3
        override func first() -> Int { 4 }
    }
    final class Bottom: Middle { func third() {} }
    class Generic<Value>: Base {
        var value: Value?
        override func second(_ value: Int) -> Int { 0 }
    }

    let first = MethodOverride(of: Base.self, plain: Plain.self, witness: FirstWitness.self)
    let second = MethodOverride(of: Base.self, plain: Plain.self, witness: SecondWitness.self)

    @Test("The slots are found")
    func slots() {
        #expect(first.isKnown)
        #expect(second.isKnown)
    }

    @Test("A class, a class between, and a generic class are told apart")
    func answers() {
        #expect(!first.isOverridden(in: Base.self))
        #expect(!first.isOverridden(in: Plain.self))
        #expect(first.isOverridden(by: Middle()))
        #expect(first.isOverridden(by: Bottom()))
        #expect(!second.isOverridden(by: Bottom()))
        #expect(second.isOverridden(by: Generic<String>()))
        #expect(!first.isOverridden(by: Generic<Int>()))
    }

    @Test("D-04 Plain views have no drawing of their own; views that draw have")
    func drawing() {
        final class Drawing: UIView { override func draw(_ rect: CGRect) { _ = rect } }
        final class LayerDrawing: UIView { override func draw(_ layer: CALayer, in ctx: CGContext) {} }
        class SubDrawing: UILabel {}
        #expect(!UIView().drawsContent)
        #expect(!UIImageView().drawsContent)
        #expect(Drawing().drawsContent)
        #expect(LayerDrawing().drawsContent)
        #expect(UILabel().drawsContent)
        #expect(SubDrawing().drawsContent)
    }
}
