/**
 * Text of others (names, messages of conditions and events, reasons, values) as it may stand on a terminal: an escape sequence in it could
 * hide lines, forge others, or ask the terminal for something.
 */

/**
 * What is no plain text: control characters other than line break and tab, those of the upper half among them; line breaks that only some
 * programs know; and marks that turn the direction of what follows, so that it reads as something else.
 */
const NOT_PLAIN = /[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u061C\u200E\u200F\u2028-\u202E\u2066-\u2069]/g;

export function isPlain(text: string): boolean {
  return text.search(NOT_PLAIN) === -1;
}

/** The text with every such character as this function gives it. Line breaks and tabs stay. */
export function replaceNotPlain(text: string, replacement: (character: string) => string): string {
  return text.replace(NOT_PLAIN, replacement);
}

/** The same text with such characters spelled out: `\x1b[2J`, `\u202e`. Line breaks and tabs stay. */
export function plain(text: string): string {
  return replaceNotPlain(text.replaceAll('\r\n', '\n'), (character) => {
    const code = character.charCodeAt(0);
    return code < 256 ? `\\x${code.toString(16).padStart(2, '0')}` : unicodeEscape(character);
  });
}

/** The same on one line. In one pass: a pattern for line breaks with blanks around them would look at each run of blanks over and over. */
export function oneLine(text: string): string {
  const lines = text.split(/[\r\n]+/);
  const last = lines.length - 1;
  const trimmed = lines.map((line, index) => {
    const begun = index === 0 ? line : line.trimStart();
    return index === last ? begun : begun.trimEnd();
  });
  return plain(trimmed.filter((line, index) => line !== '' || index === 0 || index === last).join(' '));
}

/**
 * Of a text that may have several lines: the lines after the first stand further in, so that none of them passes for a line of ours.
 * @returns lines without control characters
 */
export function hangingLines(text: string): readonly string[] {
  return plain(text).split('\n').map((line, index) => (index === 0 || line === '' || /^\s/.test(line) ? line : `  ${line}`));
}

/**
 * Escapes such characters where they stand in double quotes of JSON or YAML. JSON itself escapes only half of them, and a terminal obeys
 * those of the other half, too. The value stays the same.
 */
export function escapeInQuotes(text: string): string {
  return replaceNotPlain(text, unicodeEscape);
}

function unicodeEscape(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
