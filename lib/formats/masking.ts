/** Values that a user gave may be secret, and what helm has to say may quote them. */
import type { JsonValue } from '../api';

const SHOWN_INSTEAD = '(a value, not shown)';
/** Shorter ones are words like `on`, and hidden only where they stand in quotes. */
const TELLING = 4;

/** Hides the strings and numbers of `values`, also in base64 and out of it, wherever a text has them. */
export function maskerOf(values: JsonValue): (text: string) => string {
  const secrets = [...new Set(textsOf(values).flatMap(formsOf))].filter((text) => text !== '').sort((a, b) => b.length - a.length);
  return (text) => {
    // What the parser of YAML quotes is cut, so that it cannot be found as it is; and Go prints what it has no form for.
    let masked = text.replace(/`[^`]*`|%!\w\([^)]*\)/g, SHOWN_INSTEAD);
    for (const secret of secrets) {
      if (secret.length >= TELLING) masked = masked.replaceAll(secret, SHOWN_INSTEAD);
      else for (const quote of ['"', "'"]) masked = masked.replaceAll(quote + secret + quote, quote + SHOWN_INSTEAD + quote);
    }
    return masked;
  };
}

function textsOf(value: JsonValue): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value === 'number') return [String(value)];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap((inner: JsonValue) => textsOf(inner));
}

/** As it is, in Go's and JSON's quotes, line by line, encoded and decoded. */
function formsOf(text: string): string[] {
  const encoded = Buffer.from(text).toString('base64');
  const decoded = /^[A-Za-z0-9+/]{8,}={0,2}$/.test(text) ? Buffer.from(text, 'base64').toString('utf8') : '';
  const lines = [text, decoded].flatMap((form) => form.split(/\r?\n/)).map((line) => line.trim());
  return [text, JSON.stringify(text).slice(1, -1), encoded, ...lines];
}
