/** A fact as half a sentence. */
import { ownReasonText } from '../resolve/reason';
import type { Barred, Fact, Offer } from './fact';
import { needText } from './need';

export function factText(fact: Fact): string {
  switch (fact.fact) {
    case 'wanted':
      return `${fact.packageName} is wanted, in version ${either(fact.versions)}`;
    case 'installed': {
      const [now = '', ...others] = fact.versions;
      const next = others.length === 0 ? 'nothing may follow it' : `only ${either(others)} may follow it`;
      return `${fact.packageName} ${now} is installed, and ${next}`;
    }
    case 'needs':
      return `${fact.packageName} ${all(fact.versions)} needs ${needText(fact.need)}${offerText(fact.offered)}`;
    case 'one-version':
      return `a cluster has one version of ${fact.packageName}`;
    case 'one-provider':
      return `${fact.kind.kind} (${fact.kind.group}) can come from one package, not from ${all(fact.packages)}`;
  }
}

/** `; there is b 1.1.0 (installed) and 1.0.0, and b 2.0.0 may not be installed: no upgrade edge from b.v1.1.0`. */
function offerText(offered: readonly Offer[]): string {
  const there = offered.flatMap(({ packageName, versions, installed }) => (
    versions.length === 0 ? [] : [`${packageName} ${all(versions.map((one) => (one === installed ? `${one} (installed)` : one)))}`]
  ));
  const barred = offered.flatMap(({ packageName, barred: [first] }) => (first === undefined ? [] : [barredText(packageName, first)]));
  if (there.length === 0 && barred.length === 0) return ', which no catalog has in a version that may be installed';
  return `; ${[...(there.length === 0 ? [] : [`there is ${there.join(', and ')}`]), ...barred].join('; ')}`;
}

/** The best of them is an example. */
function barredText(packageName: string, { version, reasons, context }: Barred): string {
  return `${packageName} ${version} may not be installed: ${reasons.map((reason) => ownReasonText(reason, context)).join(', and ')}`;
}

function all(names: readonly string[]): string {
  return joined(names, 'and');
}

function either(names: readonly string[]): string {
  return joined(names, 'or');
}

/** At most five; the others are counted. */
function joined(names: readonly string[], word: 'and' | 'or'): string {
  if (names.length > 5) return `${names.slice(0, 4).join(', ')} ${word} ${names.length - 4} others`;
  const [last = '', ...before] = [...names].reverse();
  return before.length === 0 ? last : `${before.reverse().join(', ')} ${word} ${last}`;
}
