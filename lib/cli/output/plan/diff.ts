/**
 * One changed field as lines: path, and what goes and comes, in YAML. Pure.
 */
import { structuredPatch } from 'diff';
import type { JsonValue } from '../../../api';
import { fieldPathText, type FieldChange } from '../../../runtime';
import { stringifyYaml } from '../../../yaml';

export type DiffSign = '+' | '-' | '~' | ' ';

export interface DiffLine {
  /** `~` leads to lines below it; a blank is context. */
  readonly sign: DiffSign;
  readonly text: string;
  /** It stands below a path. */
  readonly nested: boolean;
}

/** Unchanged lines that are shown around changed ones. */
const CONTEXT = 2;

/** Lists of plain values up to this width stand on one line. */
const FLOW_WIDTH = 60;

/** Beyond so many different lines the search for the smallest difference is given up. */
const MAX_EDITS = 2000;

/**
 * The lines of one change. A single value stands on the line of its path; what has more lines, below it.
 * @param path how its place is written
 */
export function diffLines(change: FieldChange, path: string = fieldPathText(change.path)): readonly DiffLine[] {
  const { before, after, secret } = change;
  if (secret !== undefined) return [secretLine(path, secret)];
  if (before === undefined) return valueLines('+', path, after as JsonValue);
  if (after === undefined) return valueLines('-', path, before);
  const [old, wanted] = bothLines(before, after);
  const head: DiffLine = { sign: '~', text: path, nested: false };
  if (old.length === 1 && wanted.length === 1) return [head, nested('-', old[0] as string), nested('+', wanted[0] as string)];
  return [head, ...compareLines(old, wanted)];
}

function secretLine(path: string, { beforeBytes, afterBytes }: NonNullable<FieldChange['secret']>): DiffLine {
  const size = (bytes: number): string => `${bytes} byte${bytes === 1 ? '' : 's'}`;
  if (beforeBytes === undefined) return { sign: '+', text: `${path}: (new, ${size(afterBytes ?? 0)})`, nested: false };
  if (afterBytes === undefined) return { sign: '-', text: `${path}: (removed, ${size(beforeBytes)})`, nested: false };
  return { sign: '~', text: `${path}: (changed, ${size(beforeBytes)} → ${size(afterBytes)})`, nested: false };
}

function valueLines(sign: '+' | '-', path: string, value: JsonValue): readonly DiffLine[] {
  const lines = linesOf(value);
  const [only] = lines;
  if (only !== undefined && lines.length === 1 && (isLeaf(value) || only.startsWith('['))) {
    return [{ sign, text: `${path}: ${only}`, nested: false }];
  }
  return [{ sign, text: `${path}:`, nested: false }, ...lines.map((line) => nested(sign, line))];
}

/** Both sides in one style: of two lists, neither is in one line unless both are. */
function bothLines(before: JsonValue, after: JsonValue): readonly [readonly string[], readonly string[]] {
  const areLists = [before, after].every((value) => Array.isArray(value) && value.length > 0);
  const inBlocks = areLists && [before, after].some((value) => flowOf(value) === undefined);
  return inBlocks ? [blockOf(before), blockOf(after)] : [linesOf(before), linesOf(after)];
}

/** A value as it stands in YAML; text of several lines as it is, for its lines are what people know. */
export function linesOf(value: JsonValue): readonly string[] {
  if (typeof value === 'string' && value.includes('\n')) return value.replace(/\n$/, '').split('\n');
  const flow = flowOf(value);
  return flow === undefined ? blockOf(value) : [flow];
}

/** A list of plain values in one line, as people write it: `[list, watch]`. Undefined: it is no such list, or too long. */
function flowOf(value: JsonValue): string | undefined {
  if (!Array.isArray(value) || value.length === 0 || !value.every(isLeaf)) return undefined;
  const flow = `[${value.map((item: JsonValue) => stringifyYaml(item).trimEnd()).join(', ')}]`;
  return flow.length <= FLOW_WIDTH && !flow.includes('\n') ? flow : undefined;
}

function blockOf(value: JsonValue): readonly string[] {
  return stringifyYaml(value).trimEnd().split('\n');
}

function isLeaf(value: JsonValue): boolean {
  return value === null || typeof value !== 'object' || Object.keys(value).length === 0;
}

function compareLines(old: readonly string[], wanted: readonly string[]): readonly DiffLine[] {
  const limits = { context: CONTEXT, maxEditLength: MAX_EDITS };
  const patch = structuredPatch('', '', `${old.join('\n')}\n`, `${wanted.join('\n')}\n`, undefined, undefined, limits);
  if (patch === undefined) return [...old.map((line) => nested('-', line)), ...wanted.map((line) => nested('+', line))];
  let shown = 1;
  const lines = patch.hunks.flatMap(({ oldStart, oldLines, lines: hunk }): readonly DiffLine[] => {
    const gap: readonly DiffLine[] = oldStart > shown ? [nested(' ', '...')] : [];
    shown = oldStart + oldLines;
    return [...gap, ...hunk.map((line) => nested(line.charAt(0) as DiffSign, line.slice(1)))];
  });
  // Only the end of the last line differs: YAML does not show it, and nothing would be left to see.
  if (lines.length === 0) return [nested('~', 'only the line break at its end')];
  return shown <= old.length ? [...lines, nested(' ', '...')] : lines;
}

function nested(sign: DiffSign, text: string): DiffLine {
  return { sign, text, nested: true };
}
