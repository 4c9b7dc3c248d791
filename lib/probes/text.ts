/** Foreign text and values inside our messages: on one line, short, and nothing of a Secret. */
import type { KubeObject } from '../api';

/** Longest quote of a controller's own words, in characters. */
const LONGEST_QUOTE = 300;

/** Text of another author, made fit for the middle of a sentence. */
export function quoteOf(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  const cut = line.length > LONGEST_QUOTE ? `${line.slice(0, LONGEST_QUOTE)}…` : line;
  return cut.replace(/\.$/, '');
}

/** A JSON value as messages show it. */
export function shownValue(value: unknown): string {
  return quoteOf(JSON.stringify(value) ?? 'nothing');
}

/** What is in a Secret is never shown, wherever in it: annotations have been known to repeat the data. */
export function isSecret({ apiVersion, kind }: KubeObject): boolean {
  return apiVersion === 'v1' && kind === 'Secret';
}
