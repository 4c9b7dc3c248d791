import { parse, type SemVer } from 'semver';

/**
 * Compares versions as `semver_compare` of OLM's constraints does, which reads them tolerantly: `v1.2` is 1.2.0, `1.02.3` is 1.2.3.
 * @throws Error when one of them is no version even so; the rule then has no answer
 */
export function compareTolerantly(a: string, b: string): bigint {
  return BigInt(tolerant(a).compare(tolerant(b)));
}

function tolerant(text: string): SemVer {
  const parts = text.trim().replace(/^v/, '').split('.');
  const numbers = (parts.length < 3 ? parts : [...parts.slice(0, 2), parts.slice(2).join('.')]).map(withoutZeros);
  const isShort = numbers.length < 3;
  const version = isShort && /[+-]/.test(numbers.at(-1) ?? '') ? null : parse([...numbers, '0', '0'].slice(0, 3).join('.'));
  if (version === null) throw new Error(`${JSON.stringify(text)} is not a version`);
  return version;
}

/** Zeros before the number. */
function withoutZeros(part: string): string {
  return part.replace(/^0+(?=\d)/, '');
}
