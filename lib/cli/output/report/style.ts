/** How the page looks: light or dark as the system is, one column on a phone. */
export const STYLE = `
:root{color-scheme:light dark;--page:light-dark(#f6f7f9,#14171c);--card:light-dark(#fff,#1d2229);--text:light-dark(#1b2027,#e4e8ee);
--dim:light-dark(#566070,#9fabba);--line:light-dark(#d6dbe2,#343c47);--link:light-dark(#0a58b5,#7db5ff);
--good:light-dark(#176a35,#6fd08f);
--warn:light-dark(#875200,#f0b95a);--bad:light-dark(#b3261e,#ff9289);--badge:light-dark(#fdf0d9,#3a2e16)}
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
.graph{position:relative}#edges{position:absolute;inset:0;width:100%;height:100%;pointer-events:none}
#edges path{fill:none;stroke:var(--link);stroke-width:1.5;opacity:.3}#edges path.strong{opacity:.95;stroke-width:2}
.lanes{list-style:none;margin:0;padding:0;display:grid;gap:14px}
.lane{border:1px solid var(--line);border-radius:10px;padding:10px 14px 14px}.lane h3{margin:0 0 10px}
.step{display:inline-block;min-width:22px;text-align:center;border-radius:11px;background:var(--line);font-size:12.5px;line-height:22px;
padding:0 6px}
.boxes{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(230px,100%),1fr));gap:14px;align-items:start}
/* Lines run behind boxes. */
.box{position:relative;background:var(--card);border:1px solid var(--line);border-left:3px solid var(--dim);border-radius:6px;
padding:7px 10px;min-width:0;
scroll-margin-top:40px}
.box.ready{border-left-color:var(--good)}.box.waiting,.box.drifted{border-left-color:var(--warn)}
.box.missing,.box.failed{border-left-color:var(--bad)}
.box:focus,.box:target,.box.on{outline:2px solid var(--link);outline-offset:1px}.box[hidden],.lane[hidden]{display:none}
.kind{display:flex;gap:8px;justify-content:space-between;font-size:12.5px}.name{font-weight:600;line-height:1.35}
.state{font-size:13px}.ready .state b{color:var(--good)}.waiting .state b,.drifted .state b{color:var(--warn)}
.missing .state b,.failed .state b{color:var(--bad)}
summary{cursor:pointer}.box summary{font-size:12.5px;color:var(--dim)}
.box ul{margin:4px 0;padding-left:2px;list-style:none;font-size:13px}
.role,.change,#remarks details{background:var(--card);border:1px solid var(--line);border-radius:6px;padding:6px 12px;margin:6px 0}
.role .kind{display:inline}.role p{margin:6px 0}
.badge{display:inline-block;font-size:12.5px;line-height:1.4;background:var(--badge);color:var(--warn);border-radius:4px;padding:1px 7px;
white-space:nowrap}
.scroll{overflow-x:auto}table{border-collapse:collapse;width:100%;font-size:13.5px}th{text-align:left;color:var(--dim);font-weight:500}
th,td{padding:5px 14px 5px 0;border-bottom:1px solid var(--line);vertical-align:top}th{white-space:nowrap}td{min-width:88px}
.code,pre{font-family:ui-monospace,SFMono-Regular,Menlo,"DejaVu Sans Mono",monospace;font-size:12.5px}
pre{margin:8px 0;overflow-wrap:normal}
.added{color:var(--good)}.removed{color:var(--bad)}.hunk{color:var(--dim)}
.times,.waits{list-style:none;margin:0;padding:0}.time{margin:8px 0}.time p{line-height:1.35}
.bar-of-time{display:block;width:100%;height:10px}.track{fill:var(--line)}rect.ready{fill:var(--good)}rect.waiting{fill:var(--warn)}
rect.failed{fill:var(--bad)}.waits{font-size:13px;color:var(--dim)}
@media(max-width:600px){header,main{padding-left:12px;padding-right:12px}h1{font-size:21px}.lane{padding:8px 10px 10px}.boxes{gap:10px}
#edges{display:none}dl{gap:8px 20px}}
@media print{.tools,#theme,#edges{display:none}}
`;
