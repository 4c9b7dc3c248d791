/** The report of an app that ended with an exception: what was thrown, and where in the user's own code; without the rest of the stack. */
import { relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defined } from '../../defined';

export interface AppCrash {
  /** What the app said before. */
  readonly before: string;
  /** As Node names it: `TypeError: Cannot read properties of undefined (reading 'b')`. */
  readonly message: string;
  /** `main.ts:3:10`, from the folder of the app; absent where no line of the user's own is known. */
  readonly place?: string;
}

/** How Node ends when nothing has caught an exception: place, line, marker; what was thrown, with its stack; version. */
const REPORT = /(?:^|\n)([^\n]+:\d+)\n(?:[^\n]*\n){1,2}? *\^+ *\n+([^]*?)\n\nNode\.js v[\d.]+\s*$/;
const FRAME = /^ {4}at (?:.*\(|async )?((?:file:\/\/)?(?:\/|[A-Za-z]:[\\/])[^()\n]*?):(\d+):(\d+)\)?$/gm;
const ADVICE = /\n\(Use `node --trace-uncaught[^\n]*/;

/**
 * @param stderr what the app said, to its end
 * @param folder where it ran
 * @returns undefined where it ended in another way
 */
export function readCrash(stderr: string, folder = '.'): AppCrash | undefined {
  const found = REPORT.exec(stderr);
  if (found === null) return undefined;
  const [whole, at = '', thrown = ''] = found;
  const [said = ''] = thrown.replace(ADVICE, '').split(/\n {4}at /);
  const [message = '', requiredBy] = said.split(/\nRequire stack:\n- /);
  const places = [
    ...[...thrown.matchAll(FRAME)].map(([, file = '', line, column]) => ({ file, where: `${line}:${column}` })),
    ...(requiredBy === undefined ? [] : [{ file: requiredBy.split('\n')[0] ?? '', where: undefined }]),
    { file: at.replace(/:\d+$/, ''), where: /\d+$/.exec(at)?.[0] },
  ];
  const own = places.map(({ file, where }) => ({ file: pathOf(file), where })).find(({ file }) => isOwn(file));
  const place = own && [relative(resolve(folder), own.file), ...(own.where === undefined ? [] : [own.where])].join(':');
  return {
    before: stderr.slice(0, found.index + (whole.startsWith('\n') ? 1 : 0)),
    message: message.replaceAll(`${resolve(folder)}/`, '').trim(),
    ...defined({ place }),
  };
}

function pathOf(file: string): string {
  return file.startsWith('file://') ? fileURLToPath(file) : file;
}

/** Not of Node, and not of what is installed. */
function isOwn(file: string): boolean {
  return /^(?:\/|[A-Za-z]:[\\/])/.test(file) && !/[\\/]node_modules[\\/]/.test(file);
}
