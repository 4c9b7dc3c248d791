/** Foreign text and values inside our messages: on one line, and short. */

/** Longest quote of a controller's own words, in characters. */
const LONGEST_QUOTE = 300;

/** Text of somebody else, made fit for the middle of a sentence. */
export function quoteOf(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  const cut = line.length > LONGEST_QUOTE ? `${line.slice(0, LONGEST_QUOTE)}…` : line;
  return cut.replace(/\.$/, '');
}

/** A JSON value as messages show it. */
export function shownValue(value: unknown): string {
  return quoteOf(JSON.stringify(value) ?? 'nothing');
}
