/**
 * A graph as Mermaid, to the letter of `opm alpha render-graph`: old versions left, an arrow to each version that may follow. Mermaid has
 * no escapes: a name with characters that would end it is written with others.
 *
 * Two mistakes of upstream's are not copied: its numbers of ignored edges are off when several packages have channels whose names
 * interleave, and of several deprecated packages it marks one.
 */
import type { EdgeKind, GraphChannel, GraphNode, GraphPackage, UpgradeGraph } from './graph';

export interface MermaidOptions {
  /** Mark what OLM v0 skips, and the edges that it ignores. @default false */
  readonly v0?: boolean;
}

const HEADER = [
  'graph LR',
  '  classDef deprecated fill:#E8960F',
  '  classDef skipped stroke:#FF0000,stroke-width:4px',
  '  classDef deprecatedskipped fill:#E8960F,stroke:#FF0000,stroke-width:4px',
];

export function mermaidOf({ packages }: UpgradeGraph, { v0 = false }: MermaidOptions = {}): string {
  const drawing: Drawing = { v0, lines: [...HEADER], classes: new Map(), links: 0, ignored: [] };
  for (const pack of packages) drawPackage(drawing, pack);
  const { lines, classes, ignored } = drawing;
  for (const { name, deprecation } of packages) if (deprecation !== undefined) lines.push(`style ${idOf(name)} fill:#989695`);
  for (const { name, channels } of packages) {
    const deprecated = channels.filter(({ deprecation }) => deprecation !== undefined);
    for (const channel of deprecated) lines.push(`style ${idOf(name, channel.name)} fill:#DCD0FF`);
  }
  for (const [decoration, ids] of [...classes].sort(([a], [b]) => (a < b ? -1 : 1))) {
    lines.push(`class ${[...ids].sort().join(',')} ${decoration}`);
  }
  if (ignored.length > 0) lines.push(`linkStyle ${ignored.join(',')} stroke:#FF0000,stroke-width:3px,stroke-dasharray:5;`);
  return `${lines.join('\n')}\n`;
}

/** A drawing that grows line by line. */
interface Drawing {
  readonly v0: boolean;
  readonly lines: string[];
  /** Ids of nodes by their decoration. */
  readonly classes: Map<string, string[]>;
  /** How many edges were drawn: Mermaid numbers them as they come. */
  links: number;
  readonly ignored: number[];
}

function drawPackage(drawing: Drawing, { name, channels }: GraphPackage): void {
  drawing.lines.push(`  %% package ${quoted(name)}`, `  subgraph ${quoted(name)}`);
  for (const channel of channels) drawChannel(drawing, name, channel);
  drawing.lines.push('  end');
}

function drawChannel(drawing: Drawing, packageName: string, { name, nodes }: GraphChannel): void {
  drawing.lines.push(`    %% channel ${quoted(name)}`, `    subgraph ${idOf(packageName, name)}[${quoted(name)}]`);
  const listed = new Set(nodes.map((node) => node.name));
  for (const node of nodes) drawNode(drawing, (bundle) => idOf(packageName, name, bundle), node, listed);
  drawing.lines.push('    end');
}

function drawNode(drawing: Drawing, id: (bundle: string) => string, node: GraphNode, listed: ReadonlySet<string>): void {
  const { lines, classes, v0, ignored } = drawing;
  const shown = (bundle: string): string => `${id(bundle)}[${quoted(bundle)}]`;
  lines.push(`      ${shown(node.name)}`);
  const decoration = `${node.deprecation === undefined ? '' : 'deprecated'}${v0 && node.isSkipped ? 'skipped' : ''}`;
  if (decoration !== '') classes.set(decoration, [...classes.get(decoration) ?? [], id(node.name)]);
  for (const { from, kind, isIgnoredByV0 } of node.edges) {
    // Upstream expands ranges over the channel alone.
    if (kind === 'skipRange' && !listed.has(from)) continue;
    lines.push(`      ${shown(from)}-- ${labelOf(kind, node)} --> ${shown(node.name)}`);
    if (v0 && isIgnoredByV0) ignored.push(drawing.links);
    drawing.links += 1;
  }
}

function labelOf(kind: EdgeKind, { skipRange }: GraphNode): string {
  // Ranges that can be read hold comparators, as upstream writes them, and no tags.
  return kind === 'skipRange' ? inQuotes(`skipRange(${skipRange?.text ?? ''})`, /["#\p{Cc}\p{Cf}\u2028\u2029]/gu) : WORDS[kind];
}

const WORDS: Readonly<Record<Exclude<EdgeKind, 'skipRange'>, string>> = { replaces: 'replace', skips: 'skip' };

/** Ids are what names of packages, channels and bundles may consist of; anything else is written as its number. */
function idOf(...names: readonly string[]): string {
  return names.join('-').replace(/[^\w.+~-]/gu, (character) => `_${(character.codePointAt(0) ?? 0).toString(16)}_`);
}

/** Within quotes a quote is an entity of Mermaid's, and so is what would begin one, or a tag: a page may take labels for HTML. */
function quoted(text: string): string {
  return inQuotes(text, /["#<>\p{Cc}\p{Cf}\u2028\u2029]/gu);
}

function inQuotes(text: string, special: RegExp): string {
  return `"${text.replace(special, (character) => `#${character.codePointAt(0) ?? 0};`)}"`;
}
