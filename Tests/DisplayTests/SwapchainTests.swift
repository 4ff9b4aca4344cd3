@testable import Display
import Testing

@Suite("Swapchain")
struct SwapchainTests {
    @Test("age: after any sequence, age n means: holds the n-th last picture", arguments: 1...4)
    func agesAreTrue(count: Int) {
        var generator = SeededGenerator(seed: 7)
        var chain = Swapchain(count: count)
        /// The picture each buffer holds, and all that were presented.
        var contents = [Int](repeating: -1, count: count)
        var presented: [Int] = []
        for picture in 0..<2000 {
            guard let index = chain.acquire() else {
                #expect(chain.pending != nil, "only a pending flip keeps all buffers")
                chain.didFlip()
                continue
            }
            let age = chain.age(of: index)
            #expect(age >= 0)
            #expect(contents[index] == (age == 0 ? -1 : presented[presented.count - age]))
            #expect(index != chain.front || count == 1, "C33: the buffer on the panel is never handed out")
            #expect(chain.acquire() == index)
            if chain.pending == nil {
                contents[index] = picture
                presented.append(picture)
                chain.didPresent(index)
            }
            if Bool.random(using: &generator) { chain.didFlip() }
        }
    }
}
