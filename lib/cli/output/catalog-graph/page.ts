/** A graph as a page: pictures of channels that a reader can point at, and the same in words. One file that reaches nothing. Pure. */
import type { GraphChannel, GraphPackage, UpgradeGraph } from '../../../catalog';
import { html, ours, type Html } from '../page/html';
import { pageText } from '../page/shell';
import { counted } from '../terminal/table';
import { drawingOf } from './drawing';
import { entryList } from './entry-list';
import { LEGEND_SIZE, legendContent } from './legend';
import { GRAPH_STYLE } from './page-style';
import { GRAPH_SCRIPT } from './script';

/** Of more packages than this, each is folded at first. */
const UNFOLDED = 4;

export interface GraphPageOptions {
  /** What was read. */
  readonly source: string;
  readonly v0: boolean;
  /** What was noticed on the way, a sentence each. */
  readonly remarks: readonly string[];
}

export function graphPage({ packages }: UpgradeGraph, { source, v0, remarks }: GraphPageOptions): string {
  const channels = packages.flatMap((pack) => pack.channels);
  const [only] = packages;
  const isOpen = packages.length <= UNFOLDED;
  const list = remarks.map((remark) => html`<li>${remark}</li>`);
  const notes = remarks.length === 0 ? [] : [html`<section id="remarks"><ul>${list}</ul></section>`];
  return pageText({
    generator: 'boxcutter catalog graph',
    title: `Upgrades of ${only !== undefined && packages.length === 1 ? only.name : counted(packages.length, 'package')}`,
    facts: [
      ['from', source], ['channels', String(channels.length)],
      ['versions', String(new Set(channels.flatMap(({ nodes }) => nodes.map(({ name }) => name))).size)],
      ...(v0 ? [['semantics', 'OLM v0'] as const] : []),
    ],
    sections: packages.map(({ name }, index) => [`p${index}`, name]),
    style: GRAPH_STYLE, script: GRAPH_SCRIPT,
    main: [
      ...notes, intro(v0, packages.length > 1), ...packages.map((pack, index) => packageView(pack, `p${index}`, v0, isOpen)), panel(),
    ],
  });
}

function intro(v0: boolean, isFiltered: boolean): Html {
  const { width, height } = LEGEND_SIZE;
  const filter = isFiltered
    ? html`<p class="tools" hidden><label for="filter">Filter</label> <input id="filter" type="search" placeholder="package or bundle"
 autocomplete="off"> <output id="shown"></output></p>`
    : undefined;
  return html`<section id="legend"><div class="canvas" role="region" aria-label="Legend" tabindex="0"><svg class="legend"
 viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img"
 aria-label="What lines and borders mean">${legendContent(v0)}</svg></div>
<p class="lead">Point at a version, or go to it with the Tab and arrow keys: it shows from where it can be reached,
 and to what it leads.</p>
${filter}</section>`;
}

function packageView({ name, deprecation, channels }: GraphPackage, id: string, v0: boolean, isOpen: boolean): Html {
  const views = channels.map((channel, index) => channelView(channel, name, `${id}c${index}`, v0));
  const open = ours(isOpen ? ' open' : '');
  return html`<section class="package" id="${id}"><details${open}><summary><h2>${name}</h2>
 <small>${counted(channels.length, 'channel')}</small>${badge(deprecation, 'deprecated')}</summary>
${message(deprecation)}<div class="channels">${views}</div></details></section>
`;
}

function channelView(channel: GraphChannel, packageName: string, id: string, v0: boolean): Html {
  const { name, isDefault, deprecation, nodes } = channel;
  const { width, height, content, picture } = drawingOf(channel, { v0, prefix: id });
  const heads = nodes.filter(({ isHead }) => isHead).map((node) => node.name);
  const head = heads.length === 0 ? 'no head' : heads.length === 1 ? `head ${heads[0] ?? ''}` : `${heads.length} heads`;
  return html`<section class="channel" id="${id}"><h3>${name} <small>${counted(nodes.length, 'version')}, ${head}</small>
${badge(isDefault ? '' : undefined, 'default channel')}${badge(deprecation, 'deprecated')}</h3>${message(deprecation)}
<p class="tools" hidden><button type="button" data-zoom="smaller" aria-label="Smaller">&minus;</button> <output class="zoom">100 %</output>
 <button type="button" data-zoom="larger" aria-label="Larger">+</button> <button type="button" data-zoom="fit">Whole width</button></p>
<div class="canvas" role="region" aria-label="Channel ${name} of ${packageName}" tabindex="0"><svg class="picture"
 viewBox="0 0 ${width} ${height}" width="${width}" height="${height}"
 role="group" aria-label="Upgrade graph of channel ${name}">${content}</svg></div>
${entryList(channel, picture)}</section>
`;
}

/** What the script shows of a version. */
function panel(): Html {
  return html`<aside id="details" aria-live="polite" aria-label="Version" hidden><button type="button" id="close">Close</button>
<ul></ul></aside>`;
}

function badge(mark: string | undefined, word: string): Html | undefined {
  return mark === undefined ? undefined : html` <span class="badge">${word}</span>`;
}

function message(deprecation: string | undefined): Html | undefined {
  return deprecation === undefined ? undefined : html`<p class="lead">Deprecated: ${deprecation}</p>`;
}
