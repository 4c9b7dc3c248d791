/** How every page looks: light or dark as the system is, one column on a phone. What a page adds stands with that page. */
import { PALETTE } from './palette';

const COLOURS = Object.entries(PALETTE).map(([name, [light, dark]]) => `--${name}:light-dark(${light},${dark})`);

export const PAGE_STYLE = `
:root{color-scheme:light dark;${COLOURS.join(';')}}
:root[data-theme=light]{color-scheme:light}:root[data-theme=dark]{color-scheme:dark}
*{box-sizing:border-box}
body{margin:0;background:var(--page);color:var(--text);font:15px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,"DejaVu Sans",sans-serif;
overflow-wrap:anywhere}
header,main{max-width:1280px;margin:0 auto;padding:0 20px}header{padding-top:24px}
.bar{display:flex;gap:16px;align-items:flex-start;justify-content:space-between}
h1{font-size:26px;line-height:1.25;margin:0}h2{font-size:19px;margin:0 0 4px}h3{font-size:15px;margin:20px 0 6px}p{margin:0}
small,.lead,.kind,.where,dt{color:var(--dim)}small{font-size:12.5px;font-weight:400}.lead{margin-bottom:12px}
a{color:var(--link)}
button,input{font:inherit;color:var(--text);background:var(--card);border:1px solid var(--line);border-radius:6px;padding:4px 10px}
button{flex:none;cursor:pointer}
dl{display:flex;flex-wrap:wrap;gap:8px 28px;margin:14px 0}dt{font-size:12.5px}dd{margin:0;font-weight:600}
nav{display:flex;flex-wrap:wrap;gap:4px 18px;border-bottom:1px solid var(--line);padding-bottom:12px}
section{margin:28px 0;scroll-margin-top:12px}
.tools{margin-bottom:12px}.tools[hidden]{display:none}#filter{width:min(260px,60vw)}
summary{cursor:pointer}
.badge{display:inline-block;font-size:12.5px;line-height:1.4;background:var(--badge);color:var(--warn);border-radius:4px;padding:1px 7px;
white-space:nowrap}
.scroll{overflow-x:auto}table{border-collapse:collapse;width:100%;font-size:13.5px}th{text-align:left;color:var(--dim);font-weight:500}
th,td{padding:5px 14px 5px 0;border-bottom:1px solid var(--line);vertical-align:top}th{white-space:nowrap}td{min-width:88px}
.code,pre{font-family:ui-monospace,SFMono-Regular,Menlo,"DejaVu Sans Mono",monospace;font-size:12.5px}
@media(max-width:600px){header,main{padding-left:12px;padding-right:12px}h1{font-size:21px}dl{gap:8px 20px}}
@media print{.tools,#theme{display:none}}
`;
