/** A channel as a list: the same as its picture in words, and what the page shows of a box that a reader points at. Pure. */
import { type DeclaredRange, type EdgeKind, formatVersionRelease, type GraphChannel, type GraphNode } from '../../../catalog';
import { html, type Html } from '../page/html';
import { counted } from '../terminal/table';
import { marksOf } from './box-texts';
import { type Picture, placesIn } from './picture';

/** So many names one after another are written as the first and the last of them. */
const RUN = 4;

export function entryList({ nodes, outsiders }: GraphChannel, { boxes }: Picture): Html {
  const places = placesIn(boxes);
  const order = new Map([...nodes, ...outsiders].map(({ name }, index) => [name, index]));
  const onward = new Map<string, string[]>();
  for (const { name, edges } of nodes) {
    for (const { from } of edges) {
      const list = onward.get(from);
      if (list === undefined) onward.set(from, [name]);
      else if (list.at(-1) !== name) list.push(name);
    }
  }
  const texts: TextOfNames = (names) => inRuns(names, order);
  const entries = nodes.map((node) => html`<li data-box="${places.get(node.name) ?? ''}">${head(node, marksOf(alone(node)))}
${facts([...edgeFacts(node, texts), ...onwardFact(node.name, onward, texts)])}</li>`);
  const others = outsiders.filter(({ name }) => places.has(name)).map((outsider) => html`<li data-box="${places.get(outsider.name) ?? ''}">
${head(outsider, [])}${facts([whereFact(outsider.channels), ...onwardFact(outsider.name, onward, texts)])}</li>`);
  return html`<details class="list"><summary>${counted(nodes.length, 'version')} as a list</summary><ul>${entries}${others}</ul></details>`;
}

type TextOfNames = (names: readonly string[]) => string;

type Fact = readonly [word: string, value: string];

function alone(node: GraphNode): Picture['boxes'][number] {
  return { kind: 'version', nodes: [node], outsiders: [], from: [] };
}

function head({ name, version }: Pick<GraphNode, 'name' | 'version'>, marks: readonly string[]): Html {
  const text = version === undefined ? 'version unknown' : formatVersionRelease(version);
  return html`<p><b>${name}</b> <small>${text}</small> ${marks.map((mark) => html`<span class="badge">${mark}</span> `)}</p>`;
}

function facts(list: readonly Fact[]): Html {
  return html`<ul>${list.map(([word, value]) => html`<li><span class="word">${word}</span> ${value}</li>`)}</ul>`;
}

function edgeFacts(node: GraphNode, texts: TextOfNames): readonly Fact[] {
  const from = (kind: EdgeKind): readonly string[] => node.edges.filter((edge) => edge.kind === kind).map((edge) => edge.from);
  const [replaces, skips, covered] = [from('replaces'), from('skips'), from('skipRange')];
  return [
    ...(node.deprecation === undefined ? [] : [['deprecated:', node.deprecation] as const]),
    ...(replaces.length === 0 ? [] : [['replaces', texts(replaces)] as const]),
    ...(skips.length === 0 ? [] : [['skips', texts(skips)] as const]),
    ...(node.skipRange === undefined ? [] : [rangeFact(node.skipRange, covered, texts)]),
  ];
}

function rangeFact({ text, isReadable }: DeclaredRange, covered: readonly string[], texts: TextOfNames): Fact {
  if (!isReadable) return [`skipRange ${text}:`, 'cannot be read'];
  return [`skipRange ${text}:`, covered.length === 0 ? 'no version of the catalog' : texts(covered)];
}

function onwardFact(name: string, onward: ReadonlyMap<string, readonly string[]>, texts: TextOfNames): readonly Fact[] {
  const names = (onward.get(name) ?? []).filter((other) => other !== name);
  return [['can be upgraded to', names.length === 0 ? 'nothing in this channel' : texts(names)]];
}

function whereFact(channels: readonly string[]): Fact {
  return channels.length === 0 ? ['in', 'no channel of the package'] : ['in', channels.join(', ')];
}

/** `a, b, c … k (9)`: by their place in the channel, newest first. */
function inRuns(names: readonly string[], order: ReadonlyMap<string, number>): string {
  const place = (name: string): number => order.get(name) ?? Infinity;
  const runs: string[][] = [];
  for (const name of [...new Set(names)].sort((a, b) => place(a) - place(b))) {
    const run = runs.at(-1);
    const before = run?.at(-1);
    if (run !== undefined && before !== undefined && place(name) === place(before) + 1) run.push(name);
    else runs.push([name]);
  }
  return runs.flatMap((run) => (run.length < RUN ? run : [`${run[0] ?? ''} … ${run.at(-1) ?? ''} (${run.length})`])).join(', ');
}
