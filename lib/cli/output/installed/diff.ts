/** What two revisions have otherwise, as a unified diff and as a document. Pure. */
import { structuredPatch } from 'diff';
import { displayName, type JsonObject, type KubeObject } from '../../../api';
import { defined } from '../../../defined';
import type { InstalledRevision, ObjectPair, RevisionPair } from '../../../runtime';
import { stringifyYaml } from '../../../yaml';
import { changeDocument, placeOf } from '../plan/document';
import type { Paint } from '../terminal/paint';
import { counted } from '../terminal/table';

export const DIFF_SCHEMA = 'boxcutter.diff/v1';

/** Unchanged lines around changed ones, as `diff -u` has them. */
const CONTEXT = 3;
/** Beyond so many different lines the search for the smallest difference is given up. */
const MAX_EDITS = 5000;

export function diffText(extension: string, { from, to }: RevisionPair, pairs: readonly ObjectPair[], paint: Paint): readonly string[] {
  const [before, after] = [titleOf(from), titleOf(to)];
  const title = paint.bold(`${extension}: ${before} → ${after}`);
  if (pairs.length === 0) {
    const other = from.content.digest === to.content.digest ? 'the same content' : 'the same objects; phases, probes or protections differ';
    return [`${title}: ${other}`];
  }
  const patches = pairs.flatMap(({ ref, ...sides }) => {
    const name = displayName(ref);
    const side = (object: KubeObject | undefined, title: string): string => (object === undefined ? 'nothing' : `${name}  ${title}`);
    const head = [`--- ${side(sides.before, before)}`, `+++ ${side(sides.after, after)}`];
    return ['', ...head.map(paint.bold), ...patchOf(sides, paint)];
  });
  return [`${title}: ${summaryOf(pairs)}`, ...patches];
}

/** `revision 3 (version 1.2.0)` */
export function titleOf({ record: { number, version } }: InstalledRevision): string {
  return `revision ${number}${version === undefined ? '' : ` (version ${version})`}`;
}

function summaryOf(pairs: readonly ObjectPair[]): string {
  const added = pairs.filter(({ before }) => before === undefined).length;
  const removed = pairs.filter(({ after }) => after === undefined).length;
  const counts = [[added, 'added'], [pairs.length - added - removed, 'changed'], [removed, 'removed']] as const;
  return counts.filter(([count]) => count > 0).map(([count, word]) => `${counted(count, 'object')} ${word}`).join(', ');
}

function yamlOf(object: KubeObject | undefined): string {
  return object === undefined ? '' : stringifyYaml(object as unknown as JsonObject);
}

/** What an object has otherwise, in hunks; one that is only on one side, whole. */
export function patchOf({ before, after }: Pick<ObjectPair, 'before' | 'after'>, paint: Paint): readonly string[] {
  return hunks(yamlOf(before), yamlOf(after), paint);
}

function hunks(before: string, after: string, paint: Paint): readonly string[] {
  const patch = structuredPatch('', '', before, after, undefined, undefined, { context: CONTEXT, maxEditLength: MAX_EDITS });
  const all = (sign: string, text: string): readonly string[] => text.trimEnd().split('\n').map((line) => `${sign}${line}`);
  if (patch === undefined) return [...all('-', before), ...all('+', after)].map((line) => coloured(line, paint));
  return patch.hunks.flatMap(({ oldStart, oldLines, newStart, newLines, lines }) => [
    paint.cyan(`@@ -${place(oldStart, oldLines)} +${place(newStart, newLines)} @@`), ...lines.map((line) => coloured(line, paint)),
  ]);
}

/** Of a side without lines it is the line before. */
function place(start: number, lines: number): string {
  return `${lines === 0 ? start - 1 : start},${lines}`;
}

function coloured(line: string, { green, red }: Paint): string {
  return line.startsWith('+') ? green(line) : line.startsWith('-') ? red(line) : line;
}

export function diffDocument(extension: string, { from, to }: RevisionPair, pairs: readonly ObjectPair[]): Record<string, unknown> {
  const side = ({ record: { number, version } }: RevisionPair['from']): object => ({ revision: number, ...defined({ version }) });
  return {
    schema: DIFF_SCHEMA,
    extension,
    from: side(from),
    to: side(to),
    objects: pairs.map(({ ref, before, after, changes }) => {
      const change = before === undefined ? 'added' : after === undefined ? 'removed' : 'changed';
      return { ...placeOf(ref), change, ...(changes.length === 0 ? {} : { changes: changes.map(changeDocument) }) };
    }),
  };
}
