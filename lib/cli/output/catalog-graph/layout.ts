/** Where boxes and lines stand: newest on top, a layer for each step of an upgrade. */
import type { Picture } from './picture';
import { textsOf, type BoxTexts } from './box-texts';
import { Graph, layout, type EdgeLabel, type GraphLabel, type NodeLabel } from '@dagrejs/dagre';

export interface Placed {
  readonly width: number;
  readonly height: number;
  /** In the order of the boxes of the picture. */
  readonly boxes: readonly PlacedBox[];
  /** In the order of its lines: from the older box to the newer one. */
  readonly lines: readonly (readonly Point[])[];
}

export interface PlacedBox extends BoxTexts {
  /** Of the upper left corner. */
  readonly x: number;
  readonly y: number;
}

export interface Point {
  readonly x: number;
  readonly y: number;
}

const MARGIN = 8;

export function placed(picture: Picture): Placed {
  const graph = new Graph<GraphLabel, NodeLabel, EdgeLabel>({ multigraph: true });
  graph.setGraph({ rankdir: 'BT', nodesep: 18, edgesep: 12, ranksep: 30, marginx: MARGIN, marginy: MARGIN });
  const texts = picture.boxes.map(textsOf);
  for (const [place, { width, height }] of texts.entries()) graph.setNode(String(place), { width, height });
  // Chains of replacements stay straight.
  for (const { from, to, kind } of picture.lines) graph.setEdge(String(from), String(to), { weight: kind === 'replaces' ? 8 : 1 }, kind);
  for (const [from, to] of stacked(picture)) graph.setEdge(String(from), String(to), { weight: 0 }, 'stacked');
  layout(graph);
  const { width = 0, height = 0 } = graph.graph();
  return {
    width: Math.ceil(width),
    height: Math.ceil(height),
    boxes: texts.map((text, place) => {
      const { x = 0, y = 0 } = graph.node(String(place));
      return { ...text, x: x - text.width / 2, y: y - text.height / 2 };
    }),
    lines: picture.lines.map(({ from, to, kind }) => graph.edge(String(from), String(to), kind).points ?? []),
  };
}

/** Boxes without any line stand above each other by age; beside each other they would make a row of any width. */
function stacked({ boxes, lines }: Picture): readonly (readonly [from: number, to: number])[] {
  const linked = new Set(lines.flatMap(({ from, to }) => [from, to]));
  const alone = boxes.map((_, place) => place).filter((place) => !linked.has(place));
  return alone.slice(1).map((place, index) => [place, alone[index] ?? place]);
}
