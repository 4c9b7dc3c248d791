/** Events of the YAML parser, which is stricter about indentation than kubectl: what kubectl takes is indented for it. */
import { type Event, YAMLException, parseEvents } from 'js-yaml';
import { MAX_DEPTH } from './compose';

/**
 * How much may still be parsed again, in characters, to mend indentation: each mended node costs as much as the whole text. Of text that
 * consists of small nodes a few million characters take a second.
 */
export interface MendingBudget {
  left: number;
}

/** Of one text. */
const MOST_MENDING = 16 * 1024 * 1024;

/** More spaces than any block is deep; what needs more is refused. */
const MAX_WIDTH = 65536;

/** What the parser calls a line that is not indented deeper than the block around its quoted scalar or flow collection. */
const NOT_INDENTED = 'deficient indentation';

/** Where a text that ends within one of them stops being valid, in the words of the parser. */
const unfinished = {
  single: 'unexpected end of the stream within a single quoted scalar',
  double: 'unexpected end of the stream within a double quoted scalar',
  flow: 'unexpected end of the stream within a flow collection',
};

export interface ParsedEvents {
  /** What the offsets of the events refer to. It has the lines of the text that was given, some of them with more spaces in front. */
  readonly text: string;
  readonly events: readonly Event[];
}

/**
 * Parses a text. YAML asks that each line of a quoted scalar or flow collection is indented deeper than the block around it; kubectl does
 * not, and the spaces in front of such a line mean nothing. So they are added.
 * @param budget what several texts may take together
 * @throws YAMLException with its mark in the text that was given
 */
export function eventsOf(given: string, budget: MendingBudget = { left: MOST_MENDING }): ParsedEvents {
  let text = given;
  let width = 64;
  let last = -1;
  for (let left = Math.min(budget.left, MOST_MENDING); ;) {
    try {
      return { text, events: parseEvents(text, { maxDepth: MAX_DEPTH }) };
    } catch (error) {
      const line = notIndented(error);
      if (line !== undefined) {
        left -= 2 * text.length;
        budget.left -= 2 * text.length;
      }
      // One round for each node is the rule; the same line again needs more spaces.
      if (line === last) width *= 2;
      const node = line === undefined || left < 0 || width > MAX_WIDTH ? [] : linesOfNode(text, line);
      if (node.length > 0) text = indent(text, node, width);
      else {
        const mended = line === undefined || line === last ? text : withoutTab(text, line);
        if (mended === text) throw inGivenText(error, text, given);
        text = mended;
      }
      last = line ?? -1;
    }
  }
}

/** Offset of the line that the parser wants to have indented. */
function notIndented(error: unknown): number | undefined {
  if (!(error instanceof YAMLException) || error.reason !== NOT_INDENTED || error.mark === undefined) return undefined;
  return error.mark.position - error.mark.column;
}

/** A tab between a key and its flow collection counts as indentation for the parser; it becomes a space. */
function withoutTab(text: string, line: number): string {
  const before = /^[^'"\t\n\r]*: *(?=\t)/.exec(text.slice(line, line + 1024))?.[0];
  if (before === undefined) return text;
  const at = line + before.length;
  return `${text.slice(0, at)} ${text.slice(at + 1)}`;
}

/** A document marker would mean nothing any more with spaces before it. */
function isMarker(text: string, at: number): boolean {
  return /^(?:---|\.\.\.)(?:\s|$)/.test(text.slice(at, at + 4));
}

/** Offsets of the lines from this one on that surely belong to one quoted scalar or flow collection; none where none is open. */
function linesOfNode(text: string, line: number): number[] {
  const end = isMarker(text, line) ? undefined : endOfNode(text, line);
  if (end === undefined) return [];
  const starts = [line];
  for (let at = text.indexOf('\n', line); at >= 0 && at < end; at = text.indexOf('\n', at + 1)) {
    if (isMarker(text, at + 1)) break;
    starts.push(at + 1);
  }
  return starts;
}

/** How far the node reaches that is open at the start of a line, as far as that is certain; undefined where none is open. */
function endOfNode(text: string, line: number): number | undefined {
  let reason: string | undefined;
  try {
    parseEvents(text.slice(0, line) + ' '.repeat(MAX_WIDTH), { maxDepth: MAX_DEPTH });
  } catch (error) {
    if (error instanceof YAMLException) reason = error.reason;
  }
  if (reason === unfinished.single) return endOfSingle(text, line);
  if (reason === unfinished.double) return endOfDouble(text, line);
  return reason === unfinished.flow ? endOfFlow(text, line) : undefined;
}

function endOfSingle(text: string, from: number): number {
  let at = text.indexOf('\'', from);
  while (at >= 0 && text[at + 1] === '\'') at = text.indexOf('\'', at + 2);
  return at < 0 ? from : at;
}

function endOfDouble(text: string, from: number): number {
  for (let at = from; at < text.length; at++) {
    if (text[at] === '\\') at += 1;
    else if (text[at] === '"') return at;
  }
  return from;
}

/** Whether a quote begins a scalar or stands within a plain one is certain after an indicator only; a doubt ends the search. */
function endOfFlow(text: string, line: number): number {
  const before = text.slice(text.lastIndexOf('\n', line - 2) + 1, line);
  let atStart = /[,[{]\s*$/.test(before) && !before.includes('#');
  let depth = 0;
  for (let at = line; at < text.length; at++) {
    const char = text[at] ?? '';
    if (/\s/.test(char)) continue;
    if (char === '#') return at;
    if (char === '\'' || char === '"') {
      if (!atStart) return at;
      const end = char === '"' ? endOfDouble(text, at + 1) : endOfSingle(text, at + 1);
      if (end === at + 1 && text[end] !== char) return at;
      at = end;
    } else if (char === ']' || char === '}') {
      depth -= 1;
      if (depth < 0) return at;
    } else if (char === '[' || char === '{') depth += 1;
    atStart = ',[{'.includes(char) || (char === ':' && /\s/.test(text[at + 1] ?? ''));
  }
  return line;
}

function indent(text: string, starts: readonly number[], width: number): string {
  const spaces = ' '.repeat(width);
  const parts: string[] = [];
  let from = 0;
  for (const start of starts) {
    parts.push(text.slice(from, start), spaces);
    from = start;
  }
  return parts.join('') + text.slice(from);
}

/** The same error with the place that it has in the text that was given: spaces were added at the start of lines only. */
function inGivenText(error: unknown, text: string, given: string): unknown {
  if (text === given || !(error instanceof YAMLException) || error.mark === undefined) return error;
  const { line, column } = error.mark;
  const lines = linesOf(given);
  const added = (linesOf(text)[line]?.length ?? 0) - (lines[line]?.length ?? 0);
  const start = lines.slice(0, line).reduce((sum, one) => sum + one.length, 0);
  try {
    YAMLException.throwAt(given, start + Math.max(0, column - added), error.reason);
  } catch (moved) {
    return moved;
  }
}

/** With their breaks. */
function linesOf(text: string): string[] {
  return text.split(/(?<=\r\n|\n|\r(?!\n))/);
}
