/** The picture of a channel as elements of SVG; how they look is in style.ts. Pure. */
import { formatVersionRelease, type GraphChannel, type GraphNode } from '../../../catalog';
import { html, ours, type Html } from '../page/html';
import { METRICS, type Mark, widthOf, widthOfMark } from './box-texts';
import { placed, type Placed, type PlacedBox, type Point } from './layout';
import { type Box, type Line, type Picture, pictureOf } from './picture';

export interface Drawing {
  readonly width: number;
  readonly height: number;
  readonly content: Html;
}

export interface ChannelDrawing extends Drawing {
  readonly picture: Picture;
}

export interface DrawingOptions {
  /** Mark the edges that OLM v0 ignores. */
  readonly v0: boolean;
  /** The boxes are `PREFIX-0`, `PREFIX-1`, … */
  readonly prefix: string;
}

export function drawingOf(channel: GraphChannel, options: DrawingOptions): ChannelDrawing {
  const picture = pictureOf(channel);
  const positions = placed(picture);
  const { width, height } = positions;
  const lines = picture.lines.map((line, index) => lineShape(line, positions.lines[index] ?? [], options.v0));
  return { width, height, picture, content: html`<g>${lines}</g><g>${boxShapes(picture, positions, options.prefix)}</g>` };
}

function boxShapes({ boxes }: Picture, positions: Placed, prefix: string): readonly Html[] {
  return boxes.flatMap((box, index) => {
    const at = positions.boxes[index];
    return at === undefined ? [] : [boxShape(box, at, `${prefix}-${index}`)];
  });
}

function boxShape(box: Box, { x, y, width, height, title, marks, lines }: PlacedBox, id: string): Html {
  const { padding, titleHeight, lineHeight, title: size } = METRICS;
  const classes = ['node', box.kind, ...marks.map((mark) => mark.replace(' ', '-'))].join(' ');
  const words = [title, ...marks, ...lines].join(', ');
  const inner = marks.includes('head')
    ? html`<rect class="second" x="3" y="3" width="${width - 6}" height="${height - 6}" rx="3"/>`
    : undefined;
  const rows = lines.map((line, row) => html`<text class="line" x="${padding}" y="${titleHeight + row * lineHeight + 9}">${line}</text>`);
  return html`<g class="${classes}" id="${id}" data-from="${box.from.join(' ')}" transform="translate(${units(x)} ${units(y)})" tabindex="0"
 role="img" aria-label="${words}"><title>${fullNames(box)}</title><rect width="${width}" height="${height}" rx="5"/>${inner}
<text class="title" x="${padding}" y="18">${title}</text>${markShapes(marks, padding + widthOf(title, size))}${rows}</g>
`;
}

/** Names that the box may show shortened. */
function fullNames({ nodes, outsiders }: Box): string {
  return [...nodes, ...outsiders].slice(0, 100).map(fullName).join('\n');
}

function fullName({ name, version }: Pick<GraphNode, 'name' | 'version'>): string {
  return version === undefined ? name : `${name}, version ${formatVersionRelease(version)}`;
}

function markShapes(marks: readonly Mark[], begin: number): readonly Html[] {
  let x = begin;
  return marks.map((mark) => {
    x += METRICS.markGap;
    const left = x;
    const width = widthOfMark(mark);
    x += width;
    return html`<g class="mark"><rect x="${units(left)}" y="6" width="${units(width)}" height="15" rx="7"/>
<text x="${units(left + METRICS.markPadding)}" y="17">${mark}</text></g>`;
  });
}

function lineShape({ from, to, kind, isIgnoredByV0 }: Line, points: readonly Point[], v0: boolean): Html {
  const ignored = v0 && isIgnoredByV0;
  const cross = ignored ? crossShape(points) : undefined;
  return html`<g class="edge ${kind}${ignored ? ' ignored' : ''}" data-ends="${from} ${to}"><path d="${pathOf(points)}"/>
<path class="arrow" d="${arrowOf(points)}"/>${cross}</g>
`;
}

/** Through the middles of the way, rounded at its corners. */
function pathOf(points: readonly Point[]): string {
  const [first, ...rest] = points;
  const last = rest.at(-1);
  if (first === undefined || last === undefined) return '';
  const corners = rest.slice(0, -1).map((corner, index) => {
    const next = rest[index + 1] ?? corner;
    return `Q${pair(corner)} ${pair(index === rest.length - 2 ? next : middle(corner, next))}`;
  });
  return `M${pair(first)} ${corners.join(' ')} L${pair(last)}`;
}

const ARROW = { length: 8, width: 7 };

function arrowOf(points: readonly Point[]): string {
  const [before, tip] = points.slice(-2);
  if (before === undefined || tip === undefined) return '';
  const distance = Math.hypot(tip.x - before.x, tip.y - before.y) || 1;
  const [dx, dy] = [(tip.x - before.x) / distance, (tip.y - before.y) / distance];
  const base = { x: tip.x - dx * ARROW.length, y: tip.y - dy * ARROW.length };
  const half = ARROW.width / 2;
  const [left, right] = [{ x: base.x - dy * half, y: base.y + dx * half }, { x: base.x + dy * half, y: base.y - dx * half }];
  return `M${pair(tip)} L${pair(left)} L${pair(right)} Z`;
}

function crossShape(points: readonly Point[]): Html | undefined {
  const at = points[Math.floor(points.length / 2)];
  if (at === undefined) return undefined;
  const [left, right, top, bottom] = [at.x - 5, at.x + 5, at.y - 5, at.y + 5].map(units);
  return html`<path class="cross" d="${ours(`M${left} ${top} L${right} ${bottom} M${left} ${bottom} L${right} ${top}`)}"/>`;
}

function middle(a: Point, b: Point): Point {
  return { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 };
}

function pair({ x, y }: Point): string {
  return `${units(x)} ${units(y)}`;
}

function units(value: number): string {
  return String(Math.round(value * 10) / 10);
}
