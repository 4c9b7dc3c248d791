/**
 * What a plain YAML scalar means to kubectl: the rules of the YAML 1.1 reader that kubectl and client-go use, which differ from
 * YAML 1.2 (`yes` is true, `0755` is 493) and from YAML 1.1 as written (dates and `12:30` stay strings).
 */

/** `unsafe`: an integer whose digits a double does not hold, with the double next to it. `not-json`: infinity or NaN. */
export type Plain =
  | { readonly value: string | number | boolean | null }
  | { readonly problem: 'unsafe'; readonly rounded: number }
  | { readonly problem: 'not-json' };

const words = new Map<string, boolean | null>([
  ...['y', 'Y', 'yes', 'Yes', 'YES', 'true', 'True', 'TRUE', 'on', 'On', 'ON'].map((word) => [word, true] as const),
  ...['n', 'N', 'no', 'No', 'NO', 'false', 'False', 'FALSE', 'off', 'Off', 'OFF'].map((word) => [word, false] as const),
  ...['', '~', 'null', 'Null', 'NULL'].map((word) => [word, null] as const),
]);
const notJson = /^(?:\.(?:nan|NaN|NAN)|[-+]?\.(?:inf|Inf|INF))$/;
const float = /^[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?$/;
const based = /^([-+]?)0(?:[xX]([0-9a-fA-F]+)|[oO]?([0-7]+)|[bB]([01]+))$/;
/** A sign after the prefix is read too. */
const oddBinary = /^0b([-+]?[01]+)$/;
const decimal = /^[-+]?(?:0|[1-9][0-9]*)$/;

/** The value of an unquoted scalar. */
export function readPlain(text: string): Plain {
  const first = text.charCodeAt(0);
  const numeric = (first >= 48 && first <= 57) || first === 43 || first === 45 || first === 46; // 0-9 + - .
  if (!numeric) {
    const word = text.length <= 5 ? words.get(text) : undefined;
    return { value: word === undefined ? text : word };
  }
  if (first === 46 || text.includes('.i') || text.includes('.I')) {
    if (notJson.test(text)) return { problem: 'not-json' };
    if (first === 46) return readFloat(text, text.replace(/(?<=[0-9])_(?=[0-9])/g, ''));
  }
  const digits = text.includes('_') ? text.replaceAll('_', '') : text;
  const base = based.exec(digits);
  if (base) {
    const [, sign, hex, octal, binary] = base;
    const magnitude = hex ? Number(`0x${hex}`) : octal ? Number.parseInt(octal, 8) : Number.parseInt(binary ?? '', 2);
    return safe(sign === '-' ? -magnitude : magnitude);
  }
  if (decimal.test(digits)) return safe(Number(digits));
  if (float.test(digits)) return /^[-+]?[0-9]+$/.test(digits) ? safe(Number(digits)) : readFloat(text, digits);
  const odd = oddBinary.exec(digits)?.[1];
  return odd === undefined ? { value: text } : safe(Number.parseInt(odd, 2));
}

function readFloat(text: string, digits: string): Plain {
  const value = Number(digits);
  return float.test(digits) && Number.isFinite(value) ? { value: value + 0 } : { value: text };
}

function safe(value: number): Plain {
  return Number.isSafeInteger(value) ? { value: value + 0 } : { problem: 'unsafe', rounded: value };
}

/** True when an unquoted scalar of this text is read back as this very string. */
export function isPlainString(text: string): boolean {
  const read = readPlain(text);
  return 'value' in read && typeof read.value === 'string';
}

/** How a number is written as a mapping key: shortest form of single precision, as the reader of kubectl converts it. */
export function numberKey(value: number): string {
  if (Number.isInteger(value) && Math.abs(value) < 1e21) return String(value);
  let shortest = value;
  for (let precision = 1; precision <= 9; precision++) {
    shortest = Number(value.toPrecision(precision));
    if (Math.fround(shortest) === Math.fround(value)) break;
  }
  const [mantissa, exponent] = shortest.toExponential().split('e') as [string, string];
  const power = Number(exponent);
  if (power >= -4 && power < 21) return String(shortest);
  return `${mantissa}e${power < 0 ? '-' : '+'}${String(Math.abs(power)).padStart(2, '0')}`;
}
