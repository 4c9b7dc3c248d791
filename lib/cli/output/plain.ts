/**
 * Text of others (messages of conditions and events, reasons, values) as it may stand on a terminal: an escape sequence in it could hide
 * lines, forge others, or ask the terminal for something.
 */

/** Control characters other than line break and tab, those of the upper half among them. */
const CONTROL = /[\u0000-\u0008\u000B-\u001F\u007F-\u009F]/g;

/** The same text with control characters spelled out: `\x1b[2J`. Line breaks and tabs stay. */
export function plain(text: string): string {
  return text.replace(CONTROL, (character) => `\\x${character.charCodeAt(0).toString(16).padStart(2, '0')}`);
}

/** The same on one line. */
export function oneLine(text: string): string {
  return plain(text.replace(/\s*[\r\n]+\s*/g, ' '));
}
