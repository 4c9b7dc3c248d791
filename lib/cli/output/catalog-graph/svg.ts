/** A graph as one picture that needs nothing beside itself: `<img>`, an editor, a document. Pure. */
import type { GraphChannel, GraphPackage, UpgradeGraph } from '../../../catalog';
import { html, ours, type Html } from '../page/html';
import { shortened, widthOf } from './box-texts';
import { type Drawing, drawingOf } from './drawing';
import { LEGEND_SIZE, legendContent } from './legend';
import { FILE_STYLE } from './style';

const MARGIN = 24;
/** Above the channels of a package, and above a channel. */
const TITLES = { package: 40, channel: 36 };
/** What stands side by side goes on in a new row from this width on. */
const WIDEST_ROW = 1600;
const LONGEST_TITLE = 60;

export function svgOf({ packages }: UpgradeGraph, { v0 }: { readonly v0: boolean }): string {
  const legend: Drawing = { ...LEGEND_SIZE, content: legendContent(v0) };
  const { width, height, content } = inRows(packages.map((pack, index) => packageDrawing(pack, `p${index}`, v0)), 3 * MARGIN);
  const [whole, tall] = [Math.max(width, legend.width) + 2 * MARGIN, legend.height + height + 2 * MARGIN];
  return html`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${whole} ${tall}" width="${whole}" height="${tall}" role="img">
<title>Upgrade graph</title><style>${ours(FILE_STYLE)}</style><rect class="page" width="${whole}" height="${tall}"/>
${at(MARGIN, MARGIN, legend.content)}${at(MARGIN, MARGIN + legend.height, content)}</svg>
`.text;
}

function packageDrawing({ name, deprecation, channels }: GraphPackage, prefix: string, v0: boolean): Drawing {
  const title = shortened(name, LONGEST_TITLE);
  const note = deprecation === undefined ? undefined : html`<tspan class="note" dx="10">deprecated</tspan>`;
  const row = inRows(channels.map((channel, index) => channelDrawing(channel, `${prefix}c${index}`, v0)), 2 * MARGIN);
  return {
    width: Math.ceil(Math.max(row.width, widthOf(title, 20) + (note === undefined ? 0 : 80))),
    height: TITLES.package + row.height,
    content: html`<text class="package" y="28">${title}${note}</text>
${at(0, TITLES.package, row.content)}`,
  };
}

function channelDrawing({ name, isDefault, deprecation, ...channel }: GraphChannel, prefix: string, v0: boolean): Drawing {
  const drawing = drawingOf({ name, isDefault, ...channel }, { v0, prefix });
  const title = shortened(name, LONGEST_TITLE);
  const notes = [...(isDefault ? ['default channel'] : []), ...(deprecation === undefined ? [] : ['deprecated'])].join(', ');
  return {
    width: Math.ceil(Math.max(drawing.width, widthOf(title, 14), widthOf(notes, 11))),
    height: TITLES.channel + drawing.height,
    content: html`<text class="channel" y="14">${title}</text><text class="note" y="30">${notes}</text>
${at(0, TITLES.channel, drawing.content)}`,
  };
}

/** Side by side, as many as a row has room for. */
function inRows(drawings: readonly Drawing[], gap: number): Drawing {
  const parts: Html[] = [];
  let [x, y, rowHeight, width] = [0, 0, 0, 0];
  for (const drawing of drawings) {
    if (x > 0 && x + drawing.width > WIDEST_ROW) [x, y, rowHeight] = [0, y + rowHeight + MARGIN, 0];
    parts.push(at(x, y, drawing.content));
    width = Math.max(width, x + drawing.width);
    rowHeight = Math.max(rowHeight, drawing.height);
    x += drawing.width + gap;
  }
  return { width, height: y + rowHeight, content: html`${parts}` };
}

function at(x: number, y: number, content: Html): Html {
  return html`<g transform="translate(${x} ${y})">${content}</g>
`;
}
