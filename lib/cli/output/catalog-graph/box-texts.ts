/** What stands in a box, as lines that are short enough to be read, and how large the box is for it. Pure. */
import { type DeclaredRange, formatVersionRelease, type GraphNode, type GraphOutsider } from '../../../catalog';
import { oneLine } from '../../../plain-text';
import { counted } from '../terminal/table';
import { type Box, MOST_SKIPS } from './picture';

export interface BoxTexts {
  /** One line. */
  readonly title: string;
  /** In words, so that no mark is a colour alone. */
  readonly marks: readonly Mark[];
  readonly lines: readonly string[];
  /** In units of the picture: pixels, unless it is scaled. */
  readonly width: number;
  readonly height: number;
}

export type Mark = 'head' | 'skipped' | 'deprecated' | 'no bundle' | 'other channel' | 'no channel';

/** Texts are in a font whose characters have one width: this part of their size. */
const WIDTH_OF_CHARACTER = 0.605;
/** Sizes and distances; svg.ts puts the texts where they leave room for them. */
export const METRICS = { title: 13, line: 11, mark: 10, padding: 10, titleHeight: 26, lineHeight: 15, markPadding: 6, markGap: 6 } as const;

const LONGEST_TITLE = 44;
const LONGEST_LINE = 52;
const LONGEST_RANGE = 30;
/** Lines with the versions of a box of several. */
const MOST_LINES = 5;

export function textsOf(box: Box): BoxTexts {
  const [title, lines] = box.kind === 'outsiders' ? outsiderTexts(box.outsiders) : nodeTexts(box);
  const texts = { title: shortened(title, LONGEST_TITLE), marks: marksOf(box), lines: lines.map((line) => shortened(line, LONGEST_LINE)) };
  const { title: size, line, padding, titleHeight, lineHeight } = METRICS;
  const top = widthOf(texts.title, size) + texts.marks.reduce((sum, mark) => sum + METRICS.markGap + widthOfMark(mark), 0);
  return {
    ...texts,
    width: Math.ceil(Math.max(top, ...texts.lines.map((text) => widthOf(text, line))) + 2 * padding),
    height: titleHeight + (texts.lines.length === 0 ? 0 : texts.lines.length * lineHeight + 4),
  };
}

export function widthOf(text: string, size: number): number {
  const cells = Array.from(text, (character) => ((character.codePointAt(0) ?? 0) < 0x1100 ? 1 : 2));
  return cells.reduce<number>((sum, cell) => sum + cell, 0) * size * WIDTH_OF_CHARACTER;
}

export function widthOfMark(mark: string): number {
  return widthOf(mark, METRICS.mark) + 2 * METRICS.markPadding;
}

/** How a bundle is called: with its version, where the name does not have it. */
export function titleOf({ name, version }: Pick<GraphNode, 'name' | 'version'>): string {
  const text = version === undefined ? '' : formatVersionRelease(version);
  return name.includes(text) || name.includes(text.replace('+', '-')) ? name : `${name} (${text})`;
}

export function marksOf({ nodes, outsiders }: Box): readonly Mark[] {
  const [node] = nodes;
  if (node === undefined) return [outsiders.some(({ channels }) => channels.length > 0) ? 'other channel' : 'no channel'];
  const marks: readonly (readonly [Mark, boolean])[] = [
    ['head', node.isHead], ['skipped', node.isSkipped], ['deprecated', node.deprecation !== undefined], ['no bundle', node.isMissing],
  ];
  return marks.flatMap(([mark, isSo]) => (isSo ? [mark] : []));
}

function nodeTexts({ kind, nodes }: Box): readonly [title: string, lines: readonly string[]] {
  const [first, ...others] = nodes;
  if (first === undefined) return ['', []];
  if (others.length === 0) return [titleOf(first), rangeLines(first)];
  const lines = [...listed(nodes), ...rangeLines(first)];
  return kind === 'older' ? [`${counted(nodes.length, 'older version')}`, lines] : [counted(nodes.length, 'version'), lines];
}

/** What lines alone do not say. */
function rangeLines({ edges, skipRange }: GraphNode): readonly string[] {
  const skips = edges.filter(({ kind }) => kind === 'skips').length;
  const covered = edges.filter(({ kind }) => kind === 'skipRange').length;
  return [
    ...(skips > MOST_SKIPS ? [`skips ${counted(skips, 'version')}`] : []),
    ...(skipRange === undefined ? [] : [rangeLine(skipRange, covered)]),
  ];
}

function rangeLine({ text, isReadable }: DeclaredRange, covered: number): string {
  return `skipRange ${shortened(text, LONGEST_RANGE)}: ${isReadable ? counted(covered, 'version') : 'cannot be read'}`;
}

function outsiderTexts(outsiders: readonly GraphOutsider[]): readonly [title: string, lines: readonly string[]] {
  const [first, ...others] = outsiders;
  const channels = [...new Set(outsiders.flatMap((outsider) => outsider.channels))].sort();
  const where = channels.length === 0 ? [] : [`in ${channels.join(', ')}`];
  if (first === undefined) return ['', []];
  return others.length === 0 ? [titleOf(first), where] : [counted(outsiders.length, 'version'), [...where, ...listed(outsiders)]];
}

/** Versions one after another, as many as there is room for. */
function listed(members: readonly Pick<GraphNode, 'name' | 'version'>[]): readonly string[] {
  const lines: string[] = [];
  for (const [index, { name, version }] of members.entries()) {
    const text = shortened(version === undefined ? name : formatVersionRelease(version), LONGEST_LINE);
    const last = lines.at(-1);
    if (last !== undefined && `${last}, ${text}`.length <= LONGEST_LINE) {
      lines[lines.length - 1] = `${last}, ${text}`;
    } else if (lines.length === MOST_LINES) {
      return [...lines, `and ${members.length - index} more`];
    } else {
      lines.push(text);
    }
  }
  return lines;
}

/** The begin and the end are what tells names apart. */
export function shortened(text: string, longest: number): string {
  const characters = Array.from(oneLine(text));
  if (characters.length <= longest) return characters.join('');
  const end = Math.floor((longest - 1) / 2);
  return [...characters.slice(0, longest - 1 - end), '…', ...characters.slice(-end)].join('');
}
