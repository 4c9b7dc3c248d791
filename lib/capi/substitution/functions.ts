/** What the operators do to the value of a variable. Lengths and positions are those of UTF-8, as in Go. */
import { trimmed } from './glob';

/** @param operator as it stands behind the name; `#` without arguments is the length */
export function applied(operator: string, value: string, args: readonly string[]): string {
  const [first = '', second = ''] = args;
  switch (operator) {
    case '^^':
      return value.toUpperCase();
    case '^':
      return cased(value, (text) => text.toUpperCase());
    case ',,':
      return value.toLowerCase();
    case ',':
      return cased(value, (text) => text.toLowerCase());
    case '#':
      return args.length === 0 ? String(Buffer.byteLength(value)) : trimmed(value, first, { from: 'start', longest: false });
    case '##':
      return trimmed(value, first, { from: 'start', longest: true });
    case '%':
      return trimmed(value, first, { from: 'end', longest: false });
    case '%%':
      return trimmed(value, first, { from: 'end', longest: true });
    case ':':
      return substring(value, first, args[1]);
    case '/':
      return replaced(value, first, second, 1);
    case '//':
      return replaced(value, first, second, Infinity);
    case '/#':
      return args.length === 2 && value.startsWith(first) ? second + value.slice(first.length) : value;
    case '/%':
      return args.length === 2 && value.endsWith(first) ? value.slice(0, value.length - first.length) + second : value;
    default:
      // `=`, `:=`, `:-`; and `:?`, `:+`, which the operator takes for the same.
      return value === '' ? args.join('') : value;
  }
}

/** What `applied` gives at most, in characters, without doing it. */
export function mostOf(operator: string, value: string, args: readonly string[]): number {
  const [first = '', second = ''] = args;
  const own = args.reduce((sum, { length }) => sum + length, 0);
  // A letter may become three (`ŉ`, `ffi`).
  if (operator !== '//') return 3 * value.length + own;
  const places = first === '' ? value.length + 1 : value.split(first).length - 1;
  return value.length + places * second.length;
}

function cased(value: string, change: (text: string) => string): string {
  const [first = ''] = value;
  return change(first) + value.slice(first.length);
}

function replaced(value: string, what: string, by: string, times: number): string {
  const parts = what === '' ? [...value] : value.split(what);
  if (what === '') return times === 1 ? by + value : [by, ...parts.flatMap((part) => [part, by])].join('');
  return times === 1 ? parts.slice(0, 2).join(by) + parts.slice(2).map((part) => what + part).join('') : parts.join(by);
}

/** What is no number changes nothing, as in bash. */
function substring(value: string, from: string, length: string | undefined): string {
  const position = wholeNumber(from);
  const count = length === undefined ? undefined : wholeNumber(length);
  if (position === undefined || (length !== undefined && count === undefined)) return value;
  const bytes = Buffer.from(value);
  const begin = Math.min(bytes.length, position < 0 ? Math.max(0, bytes.length + position) : position);
  const end = count === undefined ? bytes.length : Math.min(bytes.length, begin + Math.max(0, count));
  return bytes.subarray(begin, end).toString('utf8');
}

function wholeNumber(text: string): number | undefined {
  return /^[+-]?\d{1,9}$/.test(text) ? Number(text) : undefined;
}
