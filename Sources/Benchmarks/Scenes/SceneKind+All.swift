import UIKit

extension SceneKind {
    /// S1 to S8 and S10, in the order of the documentation; S9, idleness, is measured apart.
    static let all: [SceneKind] =
        [
            SceneKind(name: "S1", title: "one label", goal: 0.017, smallGoal: 0.017) { CardsScene(window: $0) },
            SceneKind(name: "S1l", title: "a label of 20 characters", goal: 0.040, smallGoal: 0.040) {
                CardsScene(window: $0, hasLongValue: true)
            },
            SceneKind(
                name: "S1all", title: "cards, all redrawn", goal: 1.33, smallGoal: 0.467, isRepaintedWhole: true
            ) { CardsScene(window: $0) },
            SceneKind(
                name: "S2", title: "list scroll", goal: 0.33, smallGoal: 0.1,
                remark: "the goal of a shift of pixels; 0.9 (0.3 at 800x480) when repainted"
            ) { ListScene(window: $0) },
            SceneKind(name: "S3", title: "image pan", goal: 0.55, smallGoal: 0.065) { PanScene(window: $0) },
            SceneKind(name: "S4", title: "8 solid layers, alpha 0.5", goal: 3.6, smallGoal: 0.68) {
                LayersScene(window: $0)
            },
            SceneKind(name: "S4i", title: "8 picture layers, alpha 0.5", goal: 7.0, smallGoal: 0.88) {
                PictureLayersScene(window: $0)
            },
            SceneKind(name: "S5", title: "rotating image", goal: 0.50, smallGoal: 0.55) { TurningScene(window: $0) },
            SceneKind(name: "S6", title: "group fade", goal: 0.17, smallGoal: 0.15) { GroupScene(window: $0) },
            SceneKind(name: "S6c", title: "group fade, contents change", goal: 0.6, smallGoal: 0.55) {
                ChangingGroupScene(window: $0)
            },
            SceneKind(name: "S7", title: "200 movers", goal: 0.55, smallGoal: 0.15) { MoversScene(window: $0) },
            SceneKind(name: "S8", title: "page of 2500 characters", goal: 1.4, smallGoal: 0.71) {
                PageScene(window: $0)
            },
        ] + trees

    /// S10: what one change costs in a tree of a thousand to a hundred thousand views.
    private static let trees: [SceneKind] = [(1, 0.010, 0.020), (10, 0.015, 0.040), (100, 0.015, 0.040)].flatMap {
        (thousands, color, move) in
        [
            SceneKind(
                name: "S10c\(thousands)k", title: "\(thousands)k views, colour", goal: color, smallGoal: color
            ) { RecoloringTreeScene(window: $0, count: thousands * 1000) },
            SceneKind(name: "S10m\(thousands)k", title: "\(thousands)k views, move", goal: move, smallGoal: move) {
                MovingTreeScene(window: $0, count: thousands * 1000)
            },
            SceneKind(
                name: "S10h\(thousands)k", title: "\(thousands)k views, hit test", goal: 0.020, smallGoal: 0.020,
                showsFrames: false
            ) { HitTestTreeScene(window: $0, count: thousands * 1000) },
        ]
    }
}
