/** Changes of one document, each a replacement of a piece of its text. */
import type { JsonValue } from '../../api';
import { stringifyYaml } from '../../yaml';
import { nodeAt, rootOf, type TextMap, type TextScalar } from './nodes';

type Path = readonly (string | number)[];

/** The document with another value for a member: replaced where it stands, or behind the last member. */
export function withMember(text: string, path: Path, key: string, value: JsonValue): string {
  const map = nodeAt(rootOf(text), path);
  if (map?.kind !== 'map') return text;
  const index = map.members.findIndex((member) => member.key === key);
  const found = map.members[index];
  if (found === undefined) return addMember(text, map, key, value);
  if (found.value.kind === 'scalar' && typeof value === 'string') return replaceScalar(text, found.value, value);
  const { start, end } = found.value;
  if (map.isFlow || (found.value.kind !== 'scalar' && found.value.isFlow)) return splice(text, start, end, flowText(text, start, value));
  return splice(text, found.start, end, indented(stringifyYaml({ [key]: value }).trimEnd(), columnOf(text, found.start)));
}

/** The document without a member. */
export function withoutMember(text: string, path: Path, key: string): string {
  const map = nodeAt(rootOf(text), path);
  if (map?.kind !== 'map') return text;
  const index = map.members.findIndex((member) => member.key === key);
  const found = map.members[index];
  if (found === undefined) return text;
  const [before, after] = [map.members[index - 1], map.members[index + 1]];
  if (map.isFlow || before === undefined) {
    if (after !== undefined) return splice(text, found.start, after.start, '');
    return splice(text, before?.value.end ?? found.start, found.value.end, '');
  }
  return splice(text, lineStart(text, found.start), lineEnd(text, found.value.end), '');
}

/** The document with one more item at the end of a list that is there and has some. */
export function withItem(text: string, path: Path, value: JsonValue): string {
  const list = nodeAt(rootOf(text), path);
  if (list?.kind !== 'list') return text;
  const [first, last] = [list.items[0], list.items.at(-1)];
  if (first === undefined || last === undefined) return splice(text, list.start, list.end, flowText(text, list.start, [value]));
  if (list.isFlow) {
    return splice(text, last.end, last.end, `${separatorAt(text, first.start)}${flowText(text, first.start, value)}`);
  }
  const column = columnOf(text, dashOf(text, first.start));
  return insertLine(text, last.end, indented(stringifyYaml([value]).trimEnd(), column, true));
}

/** The document without an item; a list that gets empty stays, as `[]`. */
export function withoutItem(text: string, path: Path, index: number): string {
  const list = nodeAt(rootOf(text), path);
  const found = list?.kind === 'list' ? list.items[index] : undefined;
  if (list?.kind !== 'list' || found === undefined) return text;
  if (list.items.length === 1) {
    return list.isFlow ? splice(text, list.start, list.end, '[]') : emptied(text, dashOf(text, found.start), list.end);
  }
  if (!list.isFlow) return splice(text, lineStart(text, dashOf(text, found.start)), lineEnd(text, found.end), '');
  const [before, after] = [list.items[index - 1], list.items[index + 1]];
  return after === undefined ? splice(text, before?.end ?? found.start, found.end, '') : splice(text, found.start, after.start, '');
}

/**
 * `[]` in place of the items of a block list, behind its key: items may begin in the column of the key, where nothing else may.
 * Where a comment stands between, it goes into a line of its own.
 */
function emptied(text: string, dash: number, end: number): string {
  const key = text.slice(0, dash).trimEnd();
  const after = text.slice(end);
  const line = after === '' || after.startsWith('\n') || text[end - 1] !== '\n' ? '' : '\n';
  const gap = /(?:^|\n)[^#\n]*:$/.test(key) ? ' ' : `\n${' '.repeat(columnOf(text, dash) + 2)}`;
  return `${key}${gap}[]${line}${after}`;
}

/** How many items a list has; 0 where there is none. */
export function itemCount(text: string, path: Path): number {
  const list = nodeAt(rootOf(text), path);
  return list?.kind === 'list' ? list.items.length : 0;
}

function addMember(text: string, map: TextMap, key: string, value: JsonValue): string {
  const [first, last] = [map.members[0], map.members.at(-1)];
  if (first === undefined || last === undefined) return splice(text, map.start, map.end, flowText(text, map.start, { [key]: value }));
  const { end } = last.value;
  if (map.isFlow) {
    return splice(text, end, end, `${separatorAt(text, first.start)}${JSON.stringify(key)}: ${flowText(text, first.start, value)}`);
  }
  return insertLine(text, end, indented(stringifyYaml({ [key]: value }).trimEnd(), columnOf(text, first.start), true));
}

/** A line for each, where the first has one. */
function separatorAt(text: string, first: number): string {
  const isOwnLine = /^\s*$/.test(text.slice(lineStart(text, first), first));
  return isOwnLine ? `,\n${' '.repeat(columnOf(text, first))}` : ', ';
}

/** In the quotes that it has; what is plain stays plain where that means the same. */
function replaceScalar(text: string, { start, end, quote }: TextScalar, value: string): string {
  const single = /[\n\r\t]|[^\x20-\x7e]/.test(value) ? JSON.stringify(value) : `'${value.replaceAll('\'', '\'\'')}'`;
  const written = quote === '"' ? JSON.stringify(value) : quote === '\'' ? single : plainText(value);
  return splice(text, start, end, written);
}

function plainText(value: string): string {
  const written = stringifyYaml(value).trimEnd();
  return written.includes('\n') ? JSON.stringify(value) : written;
}

/** As JSON, over several lines where the text around it is; indented as the line that it begins in. */
function flowText(text: string, at: number, value: JsonValue): string {
  const isSpread = text.includes('\n') && typeof value === 'object';
  if (!isSpread) return JSON.stringify(value);
  const line = text.slice(lineStart(text, at));
  const indent = /^[ \t]*/.exec(line)?.[0] ?? '';
  return JSON.stringify(value, null, indentUnit(text)).replaceAll('\n', `\n${indent}`);
}

/** What the text itself indents by. */
function indentUnit(text: string): number {
  return /^\{\s*\n( +)"/.exec(text)?.[1]?.length ?? 4;
}

function indented(block: string, column: number, isWhole = false): string {
  const margin = ' '.repeat(column);
  return (isWhole ? margin : '') + block.replaceAll('\n', `\n${margin}`);
}

/** Behind the line in which something ends. */
function insertLine(text: string, end: number, line: string): string {
  const at = lineEnd(text, end);
  const before = text.slice(0, at);
  return `${before}${before.endsWith('\n') ? '' : '\n'}${line}\n${text.slice(at)}`;
}

/** The hyphen of an item of a block list. */
function dashOf(text: string, item: number): number {
  return text.lastIndexOf('-', item - 1);
}

function columnOf(text: string, at: number): number {
  return at - lineStart(text, at);
}

function lineStart(text: string, at: number): number {
  return text.lastIndexOf('\n', at - 1) + 1;
}

/** Behind the line break; block scalars end behind theirs already. */
function lineEnd(text: string, at: number): number {
  if (at > 0 && text[at - 1] === '\n') return at;
  const found = text.indexOf('\n', at);
  return found < 0 ? text.length : found + 1;
}

function splice(text: string, start: number, end: number, piece: string): string {
  return text.slice(0, start) + piece + text.slice(end);
}

