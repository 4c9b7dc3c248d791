/** The values of a document with where they stand, for who changes some of them and leaves the rest of the text as it is. */
import { COLLECTION_STYLE, EVENT_ID, type Event, SCALAR_STYLE } from 'js-yaml';
import { eventsOf } from './events';
import { scalarText } from './scalar-text';

/** A value in a text; `start` and `end` with its quotation marks. */
export type PlacedValue = PlacedScalar | PlacedMapping | PlacedList;

export interface PlacedScalar {
  readonly type: 'scalar';
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

export interface PlacedMapping {
  readonly type: 'mapping';
  readonly start: number;
  /** In braces. */
  readonly isFlow: boolean;
  readonly entries: readonly PlacedEntry[];
}

export interface PlacedEntry {
  readonly key: PlacedScalar;
  readonly value: PlacedValue;
}

export interface PlacedList {
  readonly type: 'list';
  readonly items: readonly PlacedValue[];
}

/**
 * The one document of a text.
 * @returns `text` is what places refer to: the given one, some lines of it with more spaces in front. `value` is absent where the text
 *   holds nothing, several documents, or references
 * @throws YAMLException
 */
export function placedValue(given: string): { readonly text: string; readonly value?: PlacedValue } {
  const { text, events } = eventsOf(given);
  const isPlainTree = events.filter(({ type }) => type === EVENT_ID.DOCUMENT).length === 1
    && !events.some(({ type }) => type === EVENT_ID.ALIAS);
  if (!isPlainTree) return { text };
  const rest = events.filter(({ type }) => type !== EVENT_ID.DOCUMENT)[Symbol.iterator]();
  const value = valueFrom(text, rest);
  return value === undefined ? { text } : { text, value };
}

/** Undefined: the collection around it ends. */
function valueFrom(text: string, events: Iterator<Event>): PlacedValue | undefined {
  const { done, value: event } = events.next();
  if (done === true || event.type === EVENT_ID.POP) return undefined;
  if (event.type === EVENT_ID.SCALAR) {
    const { style, valueStart, valueEnd } = event;
    const quote = style === SCALAR_STYLE.SINGLE_QUOTED || style === SCALAR_STYLE.DOUBLE_QUOTED ? 1 : 0;
    return { type: 'scalar', text: scalarText(text, event), start: valueStart - quote, end: valueEnd + quote };
  }
  const inner: PlacedValue[] = [];
  for (let next = valueFrom(text, events); next !== undefined; next = valueFrom(text, events)) inner.push(next);
  if (event.type === EVENT_ID.SEQUENCE) return { type: 'list', items: inner };
  if (event.type !== EVENT_ID.MAPPING) return undefined;
  const entries = inner.flatMap((key, index): readonly PlacedEntry[] => {
    const value = inner[index + 1];
    return index % 2 === 1 || key.type !== 'scalar' || value === undefined ? [] : [{ key, value }];
  });
  return { type: 'mapping', start: event.start, isFlow: event.style === COLLECTION_STYLE.FLOW, entries };
}
