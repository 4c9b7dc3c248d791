/** Scalars of a text that is written as generators do: where they end is found here; their values are those of the parser. */
import { CHOMPING_MODE, EVENT_ID, getScalarValue, SCALAR_STYLE, type ScalarEvent } from 'js-yaml';
import type { JsonValue } from '../../api';
import { scalarText } from '../scalar-text';
import { scalarValue } from '../scalar-value';
import { type Lines, refuse } from './lines';

const BLOCK_HEADER = /[|>]([-+]?)\n/y;
/** What a plain scalar may begin with; more is allowed, and left to the parser. */
const PLAIN_START = /[\w./$(<=^+~;\xa0-\uffff]|-(?=[^\s])/y;
/** Some of them are none: a letter behind an escaped backslash. */
const OTHER_ESCAPE = /\\[^"\\/nrtbf \n]/;

/** The scalar that begins here, in a collection at this indentation; goes to the line behind it. */
export function scalarAt(lines: Lines, at: number, indent: number): JsonValue {
  const first = lines.text[at];
  if (first === '\'' || first === '"') return quoted(lines, at, indent, first);
  if (first === '|' || first === '>') return block(lines, at, indent, first);
  if (first === '{' || first === '[') return empty(lines, at, first);
  return plain(lines, at, indent);
}

function empty(lines: Lines, at: number, bracket: '{' | '['): JsonValue {
  if (lines.text[at + 1] !== (bracket === '{' ? '}' : ']')) refuse();
  lines.leave(at + 2);
  return bracket === '{' ? {} : [];
}

function plain(lines: Lines, start: number, indent: number): JsonValue {
  const { text } = lines;
  PLAIN_START.lastIndex = start;
  if (!PLAIN_START.test(text)) refuse();
  let end = endOfPlain(lines, start);
  // Lines that are indented deeper go on with it, except for comments.
  for (let line = lines.next; line < text.length;) {
    const at = lines.pastSpaces(line);
    if (text[at] === '\n') line = at + 1;
    else {
      if (at >= text.length || at - line <= indent || text[at] === '#') break;
      end = endOfPlain(lines, at);
      line = text.indexOf('\n', at) + 1;
    }
  }
  const source = end < lines.next ? text.slice(start, end) : getScalarValue(text, scalarEvent(SCALAR_STYLE.PLAIN, start, end));
  const value = scalarValue(source, true, undefined, refuse);
  lines.leave(end);
  return value;
}

/** Where a line of a plain scalar ends, spaces at its end left out. */
function endOfPlain(lines: Lines, start: number): number {
  let end = lines.text.indexOf('\n', start);
  while (lines.text[end - 1] === ' ') end -= 1;
  const line = lines.text.slice(start, end);
  if (line.endsWith(':') || line.includes(': ') || line.includes(' #')) refuse();
  return end;
}

function quoted(lines: Lines, start: number, indent: number, quote: '\'' | '"'): JsonValue {
  const { text } = lines;
  let end = text.indexOf(quote, start + 1);
  if (quote === '\'') while (text[end + 1] === quote) end = text.indexOf(quote, end + 2);
  else while (end > 0 && isEscaped(text, end)) end = text.indexOf(quote, end + 1);
  if (end < 0) refuse();
  if (quote === '"' && OTHER_ESCAPE.test(text.slice(start + 1, end))) refuse();
  for (let line = lines.next; line <= end; line = text.indexOf('\n', line) + 1) {
    const at = lines.pastSpaces(line);
    if (text[at] !== '\n' && at - line <= indent) refuse();
  }
  const style = quote === '\'' ? SCALAR_STYLE.SINGLE_QUOTED : SCALAR_STYLE.DOUBLE_QUOTED;
  const value = scalarText(text, scalarEvent(style, start + 1, end));
  lines.leave(end + 1);
  return value;
}

function block(lines: Lines, start: number, indent: number, kind: '|' | '>'): JsonValue {
  const { text } = lines;
  BLOCK_HEADER.lastIndex = start;
  const header = BLOCK_HEADER.exec(text);
  if (header === null) refuse();
  let width = -1;
  let widest = 0;
  let end = lines.next;
  while (end < text.length) {
    const at = lines.pastSpaces(end);
    const spaces = at - end;
    if (text[at] !== '\n') {
      if (width < 0) width = spaces;
      if (width <= indent || widest > width) refuse();
      if (spaces < width) break;
    } else if (width < 0) widest = Math.max(widest, spaces);
    end = text.indexOf('\n', at) + 1;
  }
  if (width < 0) refuse();
  const chomping = { '': CHOMPING_MODE.CLIP, '-': CHOMPING_MODE.STRIP, '+': CHOMPING_MODE.KEEP }[header[1] as '' | '-' | '+'];
  const style = kind === '|' ? SCALAR_STYLE.LITERAL_BLOCK : SCALAR_STYLE.FOLDED_BLOCK;
  const value = getScalarValue(text, scalarEvent(style, lines.next, end, chomping, width));
  lines.next = end;
  lines.nextLine();
  return value;
}

/** Whether an odd number of backslashes stands before. */
function isEscaped(text: string, at: number): boolean {
  let from = at;
  while (text[from - 1] === '\\') from -= 1;
  return (at - from) % 2 === 1;
}

function scalarEvent(
  style: ScalarEvent['style'], valueStart: number, valueEnd: number, chomping: ScalarEvent['chomping'] = CHOMPING_MODE.CLIP, indent = -1,
): ScalarEvent {
  const nowhere = { anchorStart: -1, anchorEnd: -1, tagStart: -1, tagEnd: -1 };
  return { type: EVENT_ID.SCALAR, valueStart, valueEnd, ...nowhere, style, chomping, indent, fast: false };
}
