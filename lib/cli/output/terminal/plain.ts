/**
 * Text of others (messages of conditions and events, reasons, values) as it may stand on a terminal: an escape sequence in it could hide
 * lines, forge others, or ask the terminal for something.
 */

/**
 * Control characters other than line break and tab, those of the upper half among them; line breaks that only some programs know; and marks
 * that turn the direction of what follows, so that it reads as something else.
 */
const CONTROL = /[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u200E\u200F\u2028-\u202E\u2066-\u2069]/g;

/** The same text with control characters spelled out: `\x1b[2J`, `\u202e`. Line breaks and tabs stay. */
export function plain(text: string): string {
  return text.replace(CONTROL, (character) => {
    const code = character.charCodeAt(0);
    return code < 256 ? `\\x${code.toString(16).padStart(2, '0')}` : `\\u${code.toString(16)}`;
  });
}

/** The same on one line. */
export function oneLine(text: string): string {
  return plain(text.replace(/\s*[\r\n]+\s*/g, ' '));
}
