/** The page of a report: one file that reaches nothing. Pure. */
import { createHash } from 'node:crypto';
import { counted } from '../terminal/table';
import type { ReportData } from './data';
import { graph } from './graph';
import { html, ours, type Html } from './html';
import { SCRIPT } from './script';
import { STYLE } from './style';
import { timelineView } from './timeline';
import { differenceView, historyTable, imagesTable, permissions } from './tables';

/** By this line a file is known as a report, which another report may replace. */
export const GENERATOR = '<meta name="generator" content="boxcutter report">';

/** Only our own style and script, by their digests: nothing of what was read can run, and nothing leaves the page. */
const POLICY = [
  `default-src 'none'`, `style-src '${digest(STYLE)}'`, `script-src '${digest(SCRIPT)}'`, `base-uri 'none'`, `form-action 'none'`,
].join('; ');

export function reportPage(data: ReportData): string {
  const { extension, version, packageName, revision, history, difference, timeline, remarks } = data;
  const objects = data.phases.flatMap((phase) => phase.objects);
  const title = [extension, ...(revision === undefined ? [] : [`revision ${revision}`])].join(', ');
  const sections: readonly (readonly [string, string])[] = [
    ['objects', 'Objects'], ...(timeline === undefined ? [] : [['timeline', 'Timeline'] as const]),
    ...(history === undefined ? [] : [['history', 'History'] as const]),
    ...(difference === undefined ? [] : [['difference', 'Difference'] as const]), ['permissions', 'Permissions'], ['images', 'Images'],
  ];
  const facts: readonly (readonly [string, string])[] = [
    ...(packageName === undefined ? [] : [['package', packageName] as const]),
    ...(version === undefined ? [] : [['version', version] as const]),
    ['phases', String(data.phases.length)], ['objects', String(objects.length)], ...stateFact(data), ['images', String(data.images.length)],
    ['from', data.source], ['made', data.madeAt.replace('T', ' ').replace(/\.\d+Z/, ' UTC')],
  ];
  const page = html`<!doctype html>
<html lang="en"><head><meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${ours(POLICY)}">
${ours(GENERATOR)}
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark">
<title>${title}</title><style>${ours(STYLE)}</style></head><body>
<header><div class="bar"><h1>${title}</h1><button id="theme" type="button" hidden>Light or dark</button></div>
<dl>${facts.map(([word, value]) => html`<div><dt>${word}</dt><dd>${value}</dd></div>`)}</dl>
<nav aria-label="Sections">${sections.map(([id, word]) => html`<a href="#${id}">${word}</a>`)}</nav></header>
<main>${remarks.length === 0 ? undefined : remarksOf(remarks)}${graph(data)}${timeline && timelineView(timeline)}
${history && historyTable(history)}${difference && differenceView(difference)}${permissions(data)}${imagesTable(data)}</main>
<script>${ours(SCRIPT)}</script></body></html>
`;
  return page.text;
}

function stateFact({ phases }: ReportData): readonly (readonly [string, string])[] {
  const marks = phases.flatMap(({ objects }) => objects.flatMap(({ state }) => (state === undefined ? [] : [state.mark])));
  const counts = new Map<string, number>();
  for (const mark of marks) counts.set(mark, (counts.get(mark) ?? 0) + 1);
  return marks.length === 0 ? [] : [['state', [...counts].map(([mark, count]) => `${count} ${mark}`).join(', ')]];
}

function remarksOf(remarks: readonly string[]): Html {
  return html`<section id="remarks"><details${ours(remarks.length <= 3 ? ' open' : '')}><summary>${counted(remarks.length, 'remark')}
</summary><ul>${remarks.map((remark) => html`<li>${remark}</li>`)}</ul></details></section>`;
}

function digest(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`;
}
