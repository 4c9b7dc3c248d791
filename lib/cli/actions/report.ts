import { existsSync } from 'node:fs';
import { defined } from '../../defined';
import { readRevision } from '../../source';
import { shownPath } from '../../source/url/shown-path';
import type { ReportArgs } from '../commands/installed/report';
import { EXIT } from '../exit';
import { note } from '../output/note';
import { reportOf } from '../output/report/content';
import type { ReportData } from '../output/report/data';
import { reportPage } from '../output/report/page';
import { printLines } from '../output/terminal/sink';
import { openPage } from './report/open-page';
import { refuseForeign, writePage } from './report/write-page';

const OTHER_FILE = 'Name another file with --output; or add --force to replace it.';

/**
 * Writes the page. What it is about has its state on the page: the exit code only says whether there is one.
 * @throws BoxcutterError as reading does, before anything is written; `report-foreign-file`, `report-write`
 */
export async function report(args: ReportArgs): Promise<number> {
  if (args.output !== undefined) refuseForeign(args.output, args.force, OTHER_FILE);
  const data = isContent(args) ? await ofContent(args) : await (await import('./report/installed.js')).ofInstalled(args);
  const file = args.output ?? `${data.extension}.html`;
  writePage(file, reportPage(data), args.force, OTHER_FILE);
  printLines([`The report is in ${file}.`]);
  if (args.open) await openPage(file, note);
  return EXIT.done;
}

function isContent({ what, installed }: ReportArgs): boolean {
  return !installed && (what === '-' || /[/\\:]/.test(what) || existsSync(what));
}

async function ofContent({ what, ...args }: ReportArgs): Promise<ReportData> {
  const remarks: string[] = [];
  const onNote = (text: string): void => {
    remarks.push(text);
    note(text);
  };
  const { resolved } = await readRevision(what, args, { onNote });
  const facts = { source: what === '-' ? 'standard input' : shownPath(what), madeAt: new Date().toISOString(), remarks };
  return reportOf(resolved, { ...facts, ...defined({ namespace: args.stateNamespace ?? args.namespace }) });
}
