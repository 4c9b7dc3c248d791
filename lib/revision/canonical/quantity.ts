/**
 * Quantities (`500m`, `1Gi`, `1e3`) as the API server prints them back. The rules are those of Kubernetes'
 * `resource.Quantity`: a number, a decimal exponent or one of the suffixes n u m k M G T P E and Ki … Ei.
 */

const DECIMAL: ReadonlyMap<string, number> = new Map([
  ['n', -9], ['u', -6], ['m', -3], ['', 0], ['k', 3], ['M', 6], ['G', 9], ['T', 12], ['P', 15], ['E', 18],
]); // prettier-ignore
const DECIMAL_SUFFIX: ReadonlyMap<number, string> = new Map([...DECIMAL].map(([suffix, exponent]) => [exponent, suffix]));
const BINARY: readonly string[] = ['', 'Ki', 'Mi', 'Gi', 'Ti', 'Pi', 'Ei'];
const SYNTAX = /^([+-]?)([0-9]*)(?:\.([0-9]*))?(?:([KMGTPE]i)|([eE][+-]?[0-9]+)|([numkMGTPE]?))$/;
const LARGEST = 2n ** 63n - 1n;
/** Beyond this nothing sensible is meant, and the arithmetic would take for ever. */
const MAX_EXPONENT = 1000;

interface Parsed {
  readonly negative: boolean;
  /** The value is `digits × 10^scale`. */
  readonly digits: bigint;
  readonly scale: number;
  readonly format: 'decimal' | 'exponent' | 'binary';
  /** The server keeps a text that it takes for canonical, although its rule is looser than its printer. */
  readonly keptAsWritten: boolean;
}

export interface QuantityOptions {
  /**
   * The quantity is a value of a resource list (`requests`, `limits`, `hard`, `capacity`): the server rounds those up to
   * a thousandth.
   * @default false
   */
  readonly resourceList?: boolean;
}

/** The text that the API server prints for a quantity, or undefined when `input` is none. */
export function canonicalQuantity(input: string | number, options: QuantityOptions = {}): string | undefined {
  const text = String(input).trim();
  const parsed = parse(text);
  if (parsed === undefined) return undefined;
  if (parsed.keptAsWritten && (parsed.scale >= -3 || !options.resourceList)) return text;
  const { digits, scale } = roundUp(parsed, options.resourceList ? -3 : -9);
  if (digits === 0n) return '0';
  const sign = parsed.negative ? '-' : '';
  if (parsed.format === 'binary') {
    const whole = wholeNumber(digits, scale);
    if (whole !== undefined && whole >= 1024n) return sign + printBinary(whole);
  }
  const printed = printDecimal(digits, scale, parsed.format === 'exponent');
  return printed === undefined ? text : sign + printed;
}

function parse(text: string): Parsed | undefined {
  const match = SYNTAX.exec(text);
  if (match === null) return undefined;
  const [, sign = '', whole = '', fraction = '', binary, exponent, decimal = ''] = match;
  if (whole === '' && fraction === '') return undefined;
  const digits = BigInt(whole + fraction);
  const negative = sign === '-';
  if (binary !== undefined) {
    const power = BINARY.indexOf(binary);
    const value = digits * 1024n ** BigInt(power);
    const number = whole.replace(/^0+/, '') || '0';
    // Conditions of ParseQuantity for reusing the text: no fraction, few enough digits, not divisible by 8.
    const fast = fraction === '' && 15 - number.length - power * 3 - 1 >= 0;
    const capped = fraction === ''
      ? (value > LARGEST ? LARGEST : value)
      : value > LARGEST * 10n ** BigInt(fraction.length) ? LARGEST : value;
    const scale = capped === LARGEST ? 0 : -fraction.length;
    return { negative, digits: capped, scale, format: 'binary', keptAsWritten: fast && (digits & 7n) !== 0n };
  }
  const power = exponent === undefined ? (DECIMAL.get(decimal) ?? 0) : Number(exponent.slice(1));
  if (Math.abs(power) > MAX_EXPONENT) return undefined;
  const number = whole.replace(/^0+/, '') || '0';
  const shifted = number + fraction;
  const scale = power - fraction.length;
  const fast = shifted.length <= 18 && scale >= -9;
  return {
    negative,
    digits,
    scale,
    format: exponent === undefined ? 'decimal' : 'exponent',
    keptAsWritten: fast && scale % 3 === 0 && !shifted.endsWith('000') && !shifted.startsWith('0'),
  };
}

/** Rounds away from zero to a multiple of 10^finest. */
function roundUp({ digits, scale }: Parsed, finest: number): { digits: bigint; scale: number } {
  if (scale >= finest) return { digits, scale };
  const unit = 10n ** BigInt(finest - scale);
  return { digits: (digits + unit - 1n) / unit, scale: finest };
}

function wholeNumber(digits: bigint, scale: number): bigint | undefined {
  if (scale >= 0) return digits * 10n ** BigInt(scale);
  const unit = 10n ** BigInt(-scale);
  return digits % unit === 0n ? digits / unit : undefined;
}

function printBinary(value: bigint): string {
  let power = 0;
  let rest = value;
  while (rest % 1024n === 0n && power < BINARY.length - 1) {
    rest /= 1024n;
    power++;
  }
  return `${rest}${BINARY[power]}`;
}

/** The largest exponent that is a multiple of three and leaves a whole number; undefined where no suffix says it. */
function printDecimal(digits: bigint, scale: number, asExponent: boolean): string | undefined {
  let number = digits;
  let exponent = scale;
  while (number % 10n === 0n) {
    number /= 10n;
    exponent++;
  }
  while (exponent % 3 !== 0) {
    number *= 10n;
    exponent--;
  }
  if (asExponent) return exponent === 0 ? `${number}` : `${number}e${exponent}`;
  const suffix = DECIMAL_SUFFIX.get(exponent);
  return suffix === undefined ? undefined : `${number}${suffix}`;
}
