/** How pictures of graphs look: in a page by its variables, in a file of their own by colours, dark where the system is. */
import { type Colour, PALETTE } from '../page/palette';

const FONT = 'ui-monospace,SFMono-Regular,Menlo,Consolas,"DejaVu Sans Mono",monospace';

/** Marks are words, and borders and strokes of different kinds; colours only help. */
function picture(colour: (name: Colour) => string): string {
  return `
.node>rect{fill:${colour('card')};stroke:${colour('dim')};stroke-width:1}.node .second{fill:none}
.node.head>rect{stroke:${colour('good')};stroke-width:1.5}
.node.skipped>rect{stroke-dasharray:6 3}
.node.deprecated>rect{stroke:${colour('warn')}}.node.deprecated .mark rect{fill:${colour('badge')};stroke:${colour('warn')}}
.node.outsiders>rect,.node.no-bundle>rect{stroke-dasharray:2 3}.node.older>rect{stroke-dasharray:10 3 2 3}
.node text{font-family:${FONT};fill:${colour('text')}}.node .title{font-size:13px;font-weight:600}
.node .line{font-size:11px;fill:${colour('dim')}}.node .mark text{font-size:10px;fill:${colour('text')}}
.mark rect{fill:${colour('page')};stroke:${colour('dim')};stroke-width:1}.head .mark rect{stroke:${colour('good')}}
.edge path{fill:none;stroke:${colour('dim')};stroke-width:1.5}.edge .arrow{fill:${colour('dim')};stroke:none}
.edge.skips path:first-child{stroke:${colour('link')};stroke-dasharray:7 4}.edge.skips .arrow{fill:${colour('link')}}
.edge.skipRange path:first-child{stroke-dasharray:1.5 4;stroke-linecap:round;stroke-width:2}
.edge.ignored path:first-child,.edge .cross{stroke:${colour('bad')}}.edge.ignored .arrow{fill:${colour('bad')}}.edge .cross{stroke-width:2}
`;
}

export const PICTURE_STYLE = picture((name) => `var(--${name})`);

/** Colours by themselves come first: some programs that draw SVG know neither variables nor `light-dark()`. */
export const FILE_STYLE = [
  fileStyle(0),
  `@media(prefers-color-scheme:dark){${fileStyle(1)}}`,
].join('\n');

function fileStyle(scheme: 0 | 1): string {
  const colour = (name: Colour): string => PALETTE[name][scheme];
  return `.page{fill:${colour('page')}}.package,.channel{font-family:${FONT};fill:${colour('text')}}.package{font-size:20px;font-weight:600}
.channel{font-size:14px;font-weight:600}.note{font-family:${FONT};font-size:11px;fill:${colour('dim')}}${picture(colour)}`;
}
