/** Parsing: from text to documents. */
import { EVENT_ID, type Event, YAMLException } from 'js-yaml';
import { defined } from '../defined';
import { messageOf } from '../errors';
import { isSchemaBound, type JsonValue } from '../api';
import type { Issue, Origin, Segment } from '../issue';
import { compose, type ComposedDocument } from './compose';
import { type MendingBudget, type ParsedEvents, eventsOf } from './events';
import { readGenerated } from './generated';
import { yamlIssue } from './issues';
import { unlessTemplate } from './template';

/** Largest text that is parsed, in characters: forty times the largest object that an API server takes. */
export const MAX_TEXT = 64 * 1024 * 1024;

/** A node takes up to 500 bytes while it is parsed: a text within {@link MAX_TEXT} could take all memory. Real ones have a fifth of it. */
const MAX_NODES = 4_000_000;

/** Mistakes of one text that are reported one by one. */
const MAX_ISSUES = 1000;
/** What may be one, and is looked at again when the whole text is known. */
const MAX_FOUND = 20 * MAX_ISSUES;

interface Found {
  readonly issue: Issue;
  /** From 1. */
  readonly document: number;
}

export interface YamlDocument {
  readonly value: JsonValue;
  readonly file: string;
  /** Position among the documents of the file, from 1; empty ones count. */
  readonly index: number;
  /** Line of its first node, from 1. */
  readonly line: number;
}

export interface ParseOptions {
  /** How much work the mending of indentation may take in many texts of strangers together. @default each text has its own limit */
  readonly mending?: MendingBudget | undefined;
}

/** What a text holds. */
export interface ParsedText {
  readonly documents: readonly YamlDocument[];
  /** What is wrong; documents are complete only when all of it is harmless ({@link isHarmless}). */
  readonly issues: readonly Issue[];
  /** Integers beyond 2^53, which are issues as well, and of which the documents have only the double next to them. */
  readonly integers: readonly LargeYamlInteger[];
}

export interface LargeYamlInteger {
  /** Of the document, from 1. */
  readonly document: number;
  readonly path: readonly Segment[];
  /** In decimal, all of them. */
  readonly digits: string;
}

/**
 * Parses YAML or JSON text of any number of documents with the scalar rules of kubectl. Stricter than kubectl where that loses
 * data: duplicate keys, and integers beyond 2^53, are issues. The latter may be bounds of the schema of a CustomResourceDefinition,
 * which the API server keeps as doubles itself. Never throws for what the text holds.
 * @param file Name for messages.
 */
export function parseDocuments(text: string, file: string, { mending }: ParseOptions = {}): ParsedText {
  const origin: Origin = { source: file };
  if (text.length > MAX_TEXT) {
    return { documents: [], integers: [], issues: [yamlIssue('yaml-too-large', { mebibytes: MAX_TEXT / 1024 / 1024 }, { origin })] };
  }
  if (hasTooManyNodes(text)) {
    return { documents: [], integers: [], issues: [yamlIssue('yaml-too-many-nodes', { millions: MAX_NODES / 1e6 }, { origin })] };
  }
  const given = text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
  const generated = readGenerated(given);
  if (generated !== undefined) return { documents: placed(generated, file, lineFinder(given)), issues: [], integers: [] };
  let parsed: ParsedEvents;
  try {
    parsed = eventsOf(given, mending);
  } catch (error) {
    return { documents: [], integers: [], issues: unlessTemplate([syntaxIssue(error, given, file)], given, file) };
  }
  const { text: source, events } = parsed;
  const found: Found[] = [];
  const integers: LargeYamlInteger[] = [];
  let more = 0;
  const several = countDocuments(events) > 1;
  const lineAt = lineFinder(source);
  const composed = compose(source, events, (code, data, { offset, document, path }) => {
    const digits = code === 'yaml-integer' && integers.length < MAX_FOUND ? digitsAt(source, offset) : undefined;
    if (digits !== undefined) integers.push({ document, path, digits });
    if (found.length >= MAX_FOUND) more += 1;
    else found.push({
      document,
      issue: yamlIssue(code, data, { path, origin: { source: file, line: lineAt(offset), ...(several ? { document } : {}) } }),
    });
  });
  const mistakes = found.filter(({ issue, document }) => !losesNothing(issue, composed[document - 1]?.value)).map(({ issue }) => issue);
  const issues = mistakes.slice(0, MAX_ISSUES);
  more += mistakes.length - issues.length;
  if (more > 0) issues.push(yamlIssue('yaml-more', { more }, { origin }));
  return { documents: placed(composed, file, lineAt), issues: unlessTemplate(issues, given, file), integers };
}

/** Counted by what begins a node in the shortest notation there is: a line, a comma, a bracket. Lines within texts count, too. */
function hasTooManyNodes(text: string): boolean {
  if (text.length <= MAX_NODES) return false;
  let count = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === 10 || code === 44 || code === 91 || code === 123) count += 1; // \n , [ {
  }
  return count > MAX_NODES;
}

/** Undefined: something stands before it, a tag or an anchor. */
function digitsAt(text: string, offset: number): string | undefined {
  INTEGER.lastIndex = offset;
  const [, sign = '', digits] = INTEGER.exec(text) ?? [];
  if (digits === undefined) return undefined;
  // Digits after a zero are octal, as YAML 1.1 has it.
  const value = BigInt(digits.replaceAll('_', '').replace(/^0[oO]?(?=[0-7])/, '0o'));
  return (sign === '-' ? -value : value).toString();
}

const INTEGER = /([-+]?)(0[xX][0-9a-fA-F_]+|0[bB][01_]+|0[oO]?[0-7][0-7_]*|[1-9][0-9_]*)(?![^\s,\]}#])/y;

function placed(documents: readonly ComposedDocument[], file: string, lineAt: (offset: number) => number): readonly YamlDocument[] {
  return documents.map(({ value, start }, index) => ({ value, file, index: index + 1, line: start < 0 ? 1 : lineAt(start) }));
}

/** An integer beyond 2^53 where the API server keeps a double itself: in a bound of the schema of a CustomResourceDefinition. */
function losesNothing({ code, path }: Issue, document: JsonValue | undefined): boolean {
  return code === 'yaml-integer' && isSchemaBound(document, path);
}

/** Is nothing lost by it? A key that is there twice with the same value. What an author has written twice is a mistake all the same. */
export function isHarmless({ code, data }: Issue): boolean {
  return code === 'yaml-duplicate-key' && data['same'] === true;
}

function syntaxIssue(error: unknown, text: string, file: string): Issue {
  const mark = error instanceof YAMLException ? error.mark : undefined;
  const reason = error instanceof YAMLException ? withoutQuotes(error.reason) : messageOf(error);
  const data = { reason, ...defined({ column: mark && mark.column + 1, looksLike: likenessOf(text, mark?.line) }) };
  return yamlIssue('yaml-syntax', data, { origin: { source: file, ...defined({ line: mark && mark.line + 1 }) } });
}

function countDocuments(events: readonly Event[]): number {
  let count = 0;
  for (const event of events) if (event.type === EVENT_ID.DOCUMENT) count++;
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

/** The mistake that the parser's own words do not explain. */
function likenessOf(text: string, line: number | undefined): 'tab' | undefined {
  const lines = text.split('\n');
  const around = line === undefined ? '' : `${lines[line - 1] ?? ''}\n${lines[line] ?? ''}`;
  return /^\s*\t/m.test(around) ? 'tab' : undefined;
}
