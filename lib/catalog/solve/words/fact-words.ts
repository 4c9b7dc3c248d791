/** A fact as half a sentence. */
import { ownReasonText } from '../../resolve/reason';
import type { Barred, Fact, Offer } from '../fact';
import { type Need, needText } from '../need';

export function factText(fact: Fact): string {
  switch (fact.fact) {
    case 'wanted':
      return wantedText(fact);
    case 'installed': {
      const [now = '', ...others] = fact.versions;
      const next = others.length === 0 ? 'nothing may follow it' : `only ${either(others)} may follow it`;
      return `${fact.packageName} ${now} is installed, and ${next}`;
    }
    case 'needs':
      return `${fact.packageName} ${all(fact.versions)} ${fact.versions.length === 1 ? 'needs' : 'need'} ${needText(fact.need)}`
        + offerText(fact.need, fact.offered);
    case 'one-version':
      return `a cluster has one version of ${fact.packageName}`;
    case 'one-provider':
      return `${fact.kind.kind} (${fact.kind.group}) can come from one package, not from ${all(fact.packages)}`;
  }
}

function wantedText({ packageName, versions, unreadable, barred: [first] }: Extract<Fact, { fact: 'wanted' }>): string {
  const wanted = versions.length === 0 ? `${packageName} is wanted` : `${packageName} is wanted, in version ${either(versions)}`;
  const depends = unreadable.length === 1 ? 'depends' : 'depend';
  const left = unreadable.length === 0 ? [] : [`what ${packageName} ${all(unreadable)} ${depends} on cannot be read`];
  return [wanted, ...left, ...(first === undefined ? [] : [barredText(packageName, first)])].join('; ');
}

/** `; that is b 1.1.0 (installed)`, `; there is only b 1.0.0`, `; b 2.0.0 may not be installed: no upgrade edge from b.v1.1.0`. */
function offerText({ constraint }: Need, offered: readonly Offer[]): string {
  if (offered.length === 0) {
    return constraint.form === 'kind' ? ', and no package of the catalogs provides it' : ', and nothing in the catalogs meets it';
  }
  const meeting = offered.filter((offer) => offer.meeting.length > 0);
  const barred = offered.flatMap(({ packageName, barred: [first] }) => (first === undefined ? [] : [barredText(packageName, first)]));
  const met = meeting.map((offer) => namedVersions(offer, offer.meeting)).join(', or ');
  if (met !== '') return `; ${[`that is ${met}`, ...barred].join('; ')}`;
  const others = offered.filter(({ versions }) => versions.length > 0);
  const only = others.length === 0 ? [] : [`there is only ${others.map((offer) => namedVersions(offer, offer.versions)).join(', and ')}`];
  const unknown = offered.filter(({ isKnown }) => !isKnown).map(({ packageName }) => packageName);
  const absent = unknown.length === 0 ? [] : [`no catalog has a package ${joined(unknown, 'or')}`];
  const said = [...only, ...absent, ...barred];
  return said.length === 0 ? ', and no catalog has it in a version that may be installed' : `; ${said.join('; ')}`;
}

function namedVersions({ packageName, installed }: Offer, versions: readonly string[]): string {
  return `${packageName} ${all(versions.map((one) => (one === installed ? `${one} (installed)` : one)))}`;
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
