/**
 * The upgrade graph of a catalog: which version a channel lets follow which, as data ({@link UpgradeGraph}), and as text for programs that
 * draw it. The command draws it itself, too (`boxcutter catalog graph -o svg`).
 */
export { dotOf, type DotOptions } from './dot';
export type { DeclaredRange, EdgeKind, GraphChannel, GraphEdge, GraphNode, GraphOutsider, GraphPackage, UpgradeGraph } from './graph';
export { type GraphChoice, type GraphOfCatalog, type UnreadableSkipRange, upgradeGraphOf } from './graph-of';
export { mermaidOf, type MermaidOptions } from './mermaid';
