import Testing

@testable import RenderServer

/// What a plain layer takes here; UIKit's tests hold the view and the layer to the rest of 500 bytes.
@Suite("Memory of the render tree")
struct NodeMemoryTests {
    @Test("a plain layer takes 240 bytes at most: its node, its links and its share of a block")
    func plainLayer() {
        let block = (MemoryLayout<SiblingBlock>.stride + SiblingBlock.length - 1) / SiblingBlock.length
        #expect(MemoryLayout<RenderNode>.stride + MemoryLayout<NodeLinks>.stride + block <= 240)
    }

    @Test("only a layer with values of its own gets a record for them")
    func details() {
        let sketch = Sketch(40, 40)
        sketch.layer(1) { $0.backgroundColor = .red }
        sketch.layer(2) { $0.cornerRadius = 3 }
        sketch.layer(3) {
            $0.frame(9, 9, 5, 5)
            $0.opacity = 0.5
        }
        sketch.sublayers(0, [1, 2, 3])
        let tree = RenderTree(screenSize: sketch.panelSize)
        tree.apply(sketch.commit)
        tree.updateGeometry()
        let nodes = tree.nodes.base
        #expect(nodes[1].details == NodeDetails.plain)
        #expect(nodes[2].details != NodeDetails.plain)
        #expect(nodes[3].details == NodeDetails.plain)
        #expect(nodes[2].cornerRadius == 3)
        #expect(nodes[1].cornerRadius == 0)
    }

    @Test("room for nodes is made as a commit needs it, and with an eighth to spare when layers come one by one")
    func room() {
        let sketch = Sketch(40, 40)
        for id: UInt32 in 1...9999 { sketch.layer(id) { $0.frame(0, 0, 1, 1) } }
        sketch.sublayers(0, Array(1...9999))
        let tree = RenderTree(screenSize: sketch.panelSize)
        tree.apply(sketch.commit)
        tree.updateGeometry()
        #expect(tree.nodes.capacity == 10_000)
        #expect(tree.order.capacity <= 4096)
        tree.ensure(10_000)
        #expect(tree.nodes.count == 10_001)
        #expect(tree.nodes.capacity <= 11_300)
        #expect(tree.links.capacity == tree.nodes.capacity)
    }
}
