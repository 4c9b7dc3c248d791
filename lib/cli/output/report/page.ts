/** The page of a report: one file that reaches nothing. Pure. */
import { html, ours, type Html } from '../page/html';
import { generatorMark, pageText } from '../page/shell';
import { counted } from '../terminal/table';
import type { ReportData } from './data';
import { graph } from './graph';
import { SCRIPT } from './script';
import { STYLE } from './style';
import { timelineView } from './timeline';
import { differenceView, historyTable, imagesTable, permissions } from './tables';

const GENERATOR = 'boxcutter report';

/** By this line a file is known as a report, which another report may replace. */
export const REPORT_MARK = generatorMark(GENERATOR);

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
  const given = <T>(value: T | undefined, view: (value: T) => Html): readonly Html[] => (value === undefined ? [] : [view(value)]);
  return pageText({
    generator: GENERATOR, title, facts, sections, style: STYLE, script: SCRIPT,
    main: [
      ...(remarks.length === 0 ? [] : [remarksOf(remarks)]), graph(data), ...given(timeline, timelineView), ...given(history, historyTable),
      ...given(difference, differenceView), permissions(data), imagesTable(data),
    ],
  });
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
