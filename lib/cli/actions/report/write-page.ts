/** Where the page goes: never over a file that somebody else made. */
import { closeSync, existsSync, openSync, readSync, statSync } from 'node:fs';
import { BoxcutterError } from '../../../errors';
import { writeWhole } from '../../../write-whole';
import { REPORT_MARK } from '../../output/report/page';

/** The line that tells a report from other files stands within so many bytes of its begin. */
const HEAD_BYTES = 4096;

/**
 * @param hint what else there is to do about a file that is no report
 * @throws BoxcutterError `report-foreign-file` where there is a folder, or a file that is no report
 */
export function refuseForeign(file: string, force: boolean, hint: string): void {
  if (!existsSync(file)) return;
  const there = statSync(file);
  if (there.isFile() && (force || headOf(file).includes(REPORT_MARK))) return;
  // A pipe is not even looked into: its reader would wait for a writer.
  const what = there.isFile() ? 'a file that is not a report' : there.isDirectory() ? 'a folder' : 'not a file that could be replaced';
  throw new BoxcutterError('report-foreign-file', 'input', `${file} is ${what}; nothing was written.`, {
    hint: there.isFile() ? hint : 'Name a file.',
  });
}

/** @throws BoxcutterError `report-foreign-file`, `report-write` */
export function writePage(file: string, page: string, force: boolean, hint: string): void {
  refuseForeign(file, force, hint);
  try {
    writeWhole(file, page);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new BoxcutterError('report-write', 'input', `The report could not be written to ${file}: ${why}.`, {
      hint: 'Check that the folder exists and that you may write there.',
      cause: error,
    });
  }
}

function headOf(file: string): string {
  const buffer = Buffer.alloc(HEAD_BYTES);
  const descriptor = openSync(file, 'r');
  try {
    return buffer.subarray(0, readSync(descriptor, buffer, 0, HEAD_BYTES, 0)).toString('utf8');
  } finally {
    closeSync(descriptor);
  }
}
