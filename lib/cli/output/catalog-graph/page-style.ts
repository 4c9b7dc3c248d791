/** What the page of a graph adds to the style of every page (../page/style.ts). */
import { PICTURE_STYLE } from './style';

export const GRAPH_STYLE = `${PICTURE_STYLE}
.note{font-family:inherit;font-size:12px;fill:var(--dim)}main{padding-bottom:46vh}
summary h2{display:inline}.package>details>summary{padding:4px 0}.channels{display:flex;flex-wrap:wrap;gap:24px 32px;align-items:flex-start}
.channel{margin:12px 0 0;min-width:min(100%,280px);max-width:100%}.channel h3{margin:0 0 4px}
.channel .tools{margin:6px 0}.zoom{display:inline-block;min-width:52px;text-align:center}
.canvas{overflow-x:auto;border:1px solid var(--line);border-radius:8px;padding:4px}#legend .canvas{border:0;padding:0}
.canvas svg{display:block}.canvas:focus-visible{outline:2px solid var(--link);outline-offset:1px}
.node{cursor:pointer}.node:focus{outline:none}.node:focus>rect:first-of-type,.node.at>rect:first-of-type{stroke:var(--link);stroke-width:3}
.picture.on .node,.picture.on .edge{opacity:.3}.picture.on .node.at,.picture.on .node.near,.picture.on .edge.strong{opacity:1}
.node.to>rect:first-of-type{stroke-width:3}.package[hidden]{display:none}
.list>ul,#details>ul{list-style:none;margin:8px 0;padding:0}.list>ul>li{margin:0 0 10px}
.list ul ul,#details ul ul{margin:2px 0 2px 18px;padding:0;font-size:13px}
.word{color:var(--dim)}
#details{position:fixed;right:16px;bottom:16px;width:min(440px,calc(100vw - 32px));max-height:45vh;overflow:auto;background:var(--card);
border:1px solid var(--line);border-radius:10px;padding:10px 14px;box-shadow:0 4px 18px #0004}#details[hidden]{display:none}
#close{float:right;font-size:12.5px;padding:1px 8px}
@media(max-width:600px){#details{right:0;bottom:0;width:100%;border-radius:10px 10px 0 0}}
@media print{#details{display:none}}
`;
