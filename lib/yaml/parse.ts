import { type Event, YAMLException, parseEvents } from 'js-yaml';
import { defined } from '../defined';
import { messageOf } from '../errors';
import type { JsonValue } from '../api';
import type { Finding } from '../schema/finding';
import { MAX_DEPTH, compose } from './compose';

/** Largest text that is parsed, in characters: forty times the largest object that an API server takes. */
export const MAX_TEXT = 64 * 1024 * 1024;

/** Mistakes of one text that are told one by one. */
const MAX_FINDINGS = 1000;

export interface YamlDocument {
  readonly value: JsonValue;
  readonly file: string;
  /** Position among the documents of the file, from 1; empty ones count. */
  readonly index: number;
  /** Line of its first node, from 1. */
  readonly line: number;
}

/**
 * Parses YAML or JSON text of any number of documents with the scalar rules of kubectl. Stricter than kubectl where that loses
 * data: duplicate keys, and integers beyond 2^53, are findings. Never throws for what the text holds.
 * @param file Name for messages.
 */
export function parseDocuments(text: string, file: string): { readonly documents: readonly YamlDocument[]; readonly findings: readonly Finding[] } {
  const finding = (code: string, message: string, origin: string, path = '', hint?: string): Finding => ({
    code, severity: 'error', message, path, origin, ...defined({ hint }),
  });
  if (text.length > MAX_TEXT) {
    return { documents: [], findings: [finding('yaml-too-large', `the file is larger than ${MAX_TEXT / 1024 / 1024} MiB`, file, '', 'Split it.')] };
  }
  const source = text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
  let events: readonly Event[];
  try {
    events = parseEvents(source, { maxDepth: MAX_DEPTH });
  } catch (error) {
    const mark = error instanceof YAMLException ? error.mark : undefined;
    const reason = error instanceof YAMLException ? withoutQuotes(error.reason) : messageOf(error);
    const place = mark ? `${file}:${mark.line + 1}` : file;
    const column = mark ? ` (column ${mark.column + 1})` : '';
    return { documents: [], findings: [finding('yaml-syntax', `this is no valid YAML: ${reason}${column}`, place, '', hintFor(source, mark?.line))] };
  }
  const findings: Finding[] = [];
  let untold = 0;
  const several = countDocuments(events) > 1;
  const lineAt = lineFinder(source);
  const composed = compose(source, events, (code, message, offset, index, path, hint) => {
    if (findings.length >= MAX_FINDINGS) untold += 1;
    else findings.push(finding(code, message, `${file}:${lineAt(offset)}${several ? ` (document ${index + 1})` : ''}`, path, hint));
  });
  if (untold > 0) findings.push(finding('yaml-more', `there are ${untold} more mistakes like these`, file, '', 'Mend the others first.'));
  const documents = composed.map(({ value, start }, index) => ({ value, file, index: index + 1, line: start < 0 ? 1 : lineAt(start) }));
  return { documents, findings };
}

function countDocuments(events: readonly Event[]): number {
  let count = 0;
  for (const event of events) if (event.type === 1) count++;
  return count;
}

/** Line of an offset; offsets may come in any order. */
export function lineFinder(text: string): (offset: number) => number {
  let starts: number[] | undefined;
  return (offset) => {
    if (starts === undefined) {
      starts = [0];
      for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
    }
    let [low, high] = [0, starts.length];
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if ((starts[middle] ?? Infinity) <= offset) low = middle;
      else high = middle;
    }
    return low + 1;
  };
}

/** The parser's words without the text that some of them quote: it may be part of a secret. */
function withoutQuotes(reason: string): string {
  return reason.replace(/(?<=such characters): .*$| "[^"]*"/s, '');
}

/** The two mistakes that the parser's own words do not explain. */
function hintFor(text: string, line: number | undefined): string | undefined {
  const lines = text.split('\n');
  const around = line === undefined ? '' : `${lines[line - 1] ?? ''}\n${lines[line] ?? ''}`;
  if (/^\s*\t/m.test(around)) return 'YAML is indented with spaces; there is a tab.';
  if (/\{\{.*\}\}/.test(around)) return 'This looks like a template; render it first.';
  return undefined;
}
