/** Origins as identities: things that were read are known again by where they stand. */
import type { Origin } from './issue';

/** The same text for the same origin, whatever it is made of; for maps and sets. Not to be shown. */
export function originKey({ within, source, line, renderedLine, document, items = [], made }: Origin): string {
  return JSON.stringify([within, source, line, renderedLine, document, items, made && [made.kind, made.namespace, made.name]]);
}

/** By source, then in the order in which things stand in it. */
export function compareOrigins(a: Origin, b: Origin): number {
  return compareTexts(a.within, b.within) || compareTexts(a.source, b.source) || compareNumbers(a.line, b.line)
    || compareNumbers(a.document, b.document) || compareLists(a.items, b.items) || compareTexts(originKey(a), originKey(b));
}

function compareTexts(a = '', b = ''): number {
  return Buffer.compare(Buffer.from(a), Buffer.from(b));
}

function compareNumbers(a = 0, b = 0): number {
  return a - b;
}

function compareLists(a: readonly number[] = [], b: readonly number[] = []): number {
  const length = Math.max(a.length, b.length);
  return Array.from({ length }, (_, index) => compareNumbers(a[index], b[index])).find((order) => order !== 0) ?? 0;
}
