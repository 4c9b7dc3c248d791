/** What the page of a report adds to the style of every page (../page/style.ts). */
export const STYLE = `
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
.box summary{font-size:12.5px;color:var(--dim)}
.box ul{margin:4px 0;padding-left:2px;list-style:none;font-size:13px}
.role,.change,#remarks details{background:var(--card);border:1px solid var(--line);border-radius:6px;padding:6px 12px;margin:6px 0}
.role .kind{display:inline}.role p{margin:6px 0}
pre{margin:8px 0;overflow-wrap:normal}
.added{color:var(--good)}.removed{color:var(--bad)}.hunk{color:var(--dim)}
.times,.waits{list-style:none;margin:0;padding:0}.time{margin:8px 0}.time p{line-height:1.35}
.bar-of-time{display:block;width:100%;height:10px}.track{fill:var(--line)}rect.ready{fill:var(--good)}rect.waiting{fill:var(--warn)}
rect.failed{fill:var(--bad)}.waits{font-size:13px;color:var(--dim)}
@media(max-width:600px){.lane{padding:8px 10px 10px}.boxes{gap:10px}#edges{display:none}}
@media print{#edges{display:none}}
`;
