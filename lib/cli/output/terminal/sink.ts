/**
 * The one way to standard output and standard error. Whatever the text is made of, no control character of it gets through; colours are
 * put on behind that, from marks that no other text can contain. A lint rule keeps every other file of the command from writing itself.
 */
import { hangingLines, oneLine, plain } from '../../../plain-text';
import { coloured } from './paint';

/** Where text goes: `process.stdout`, `process.stderr`. */
export interface Sink {
  write(text: string): unknown;
}

/** @param lines each stays on one line: line breaks in it become blanks */
export function printLines(lines: readonly string[], sink: Sink = process.stdout): void {
  sink.write(`${rendered(lines)}\n`);
}

/** The lines as they may stand on a terminal, for what draws them itself. */
export function rendered(lines: readonly string[]): string {
  return lines.map((line) => coloured(oneLine(line))).join('\n');
}

/** Generated text whose line breaks are ours: documents, files. */
export function printText(text: string, sink: Sink = process.stdout): void {
  sink.write(plain(text.endsWith('\n') ? text : `${text}\n`));
}

/** A message that may have several lines; those after the first stand further in. */
export function printMessage(message: string, sink: Sink = process.stderr): void {
  sink.write(`${messageText(message)}\n`);
}

/** The same for what draws it itself. */
function messageText(message: string): string {
  return coloured(hangingLines(message).join('\n'));
}
