/** A graph in the language of Graphviz: `boxcutter catalog graph ./catalog -o dot | dot -Tsvg`. */
import { plain } from '../../plain-text';
import type { EdgeKind, GraphChannel, GraphNode, GraphOutsider, GraphPackage, UpgradeGraph } from './graph';

export interface DotOptions {
  /** Mark the edges that OLM v0 ignores. @default false */
  readonly v0?: boolean;
}

const LINES: Readonly<Record<EdgeKind, string>> = { replaces: 'solid', skips: 'dashed', skipRange: 'dotted' };

export function dotOf({ packages }: UpgradeGraph, { v0 = false }: DotOptions = {}): string {
  const lines = packages.flatMap((pack) => packageLines(pack, v0));
  const settings = ['rankdir=BT', 'compound=true', 'node [shape=box, fontname="monospace"]', 'edge [fontname="monospace", fontsize=10]'];
  return ['digraph catalog {', ...[...settings.map((setting) => `${setting};`), ...lines].map(indented), '}', ''].join('\n');
}

function packageLines(pack: GraphPackage, v0: boolean): readonly string[] {
  const label = labelOf(pack.name, ...marked(pack.deprecation !== undefined, 'deprecated'));
  const channels = pack.channels.flatMap((channel) => channelLines(pack.name, channel, v0));
  return [`subgraph ${quoted(`cluster ${pack.name}`)} {`, indented(`label=${label};`), ...channels.map(indented), '}'];
}

function channelLines(packageName: string, channel: GraphChannel, v0: boolean): readonly string[] {
  const { name, isDefault, deprecation, nodes, outsiders } = channel;
  const id = (bundle: string): string => quoted(`${packageName}/${name}/${bundle}`);
  const label = labelOf(name, ...marked(isDefault, 'default channel'), ...marked(deprecation !== undefined, 'deprecated'));
  return [
    `subgraph ${quoted(`cluster ${packageName}/${name}`)} {`,
    indented(`label=${label};`),
    ...nodes.map((node) => indented(`${id(node.name)} ${nodeAttributes(node)};`)),
    '}',
    ...outsiders.map((outsider) => `${id(outsider.name)} ${outsiderAttributes(outsider)};`),
    ...nodes.flatMap((node) => node.edges.map(({ from, kind, isIgnoredByV0 }) => {
      const words = kind === 'skipRange' ? [kind, node.skipRange?.text ?? ''] : [kind];
      const isMarked = v0 && isIgnoredByV0;
      const attributes = `label=${labelOf(...words, ...marked(isMarked, 'ignored by OLM v0'))}, style=${LINES[kind]}`;
      return `${id(from)} -> ${id(node.name)} [${attributes}${isMarked ? ', color=red' : ''}];`;
    })),
  ];
}

function nodeAttributes({ name, isHead, isSkipped, isMissing, deprecation }: GraphNode): string {
  const marks = [
    ...marked(isHead, 'head'), ...marked(isSkipped, 'skipped'), ...marked(deprecation !== undefined, 'deprecated'),
    ...marked(isMissing, 'not in the catalog'),
  ];
  const style = [
    ...marked(deprecation !== undefined, 'filled'), ...marked(isSkipped, 'dashed'), ...marked(isMissing, 'dotted'),
  ];
  const attributes = [
    `label=${labelOf(name, ...marks)}`, ...marked(isHead, 'peripheries=2'), ...marked(style.length > 0, `style="${style.join(',')}"`),
    ...marked(deprecation !== undefined, 'fillcolor="#E8960F"'),
  ];
  return `[${attributes.join(', ')}]`;
}

function outsiderAttributes({ name, channels }: GraphOutsider): string {
  const where = channels.length === 0 ? 'in no channel' : `in ${channels.join(', ')}`;
  return `[label=${labelOf(name, where)}, style="dotted"]`;
}

function marked(isSo: boolean, word: string): readonly string[] {
  return isSo ? [word] : [];
}

/** Lines of a label. */
function labelOf(...lines: readonly string[]): string {
  return `"${lines.map(escaped).join('\\n')}"`;
}

function quoted(text: string): string {
  return `"${escaped(text)}"`;
}

/** Backslashes are doubled, too: at the end of a text one would take the quote with it, and in labels it begins an escape. */
function escaped(text: string): string {
  return plain(text).replace(/[\\"]/g, (character) => `\\${character}`).replace(/\s+/g, ' ');
}

function indented(line: string): string {
  return `  ${line}`;
}
