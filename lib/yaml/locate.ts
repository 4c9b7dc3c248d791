/** Where in a text a value stands, for messages about what was found wrong long after the text was read. */
import { EVENT_ID, type Event } from 'js-yaml';
import { type ParsedEvents, eventsOf } from './events';
import { scalarText } from './scalar-text';
import { lineFinder } from './parse';

/** A value of a text: the keys and positions that lead to it. */
export interface YamlPlace {
  /** Position of the document, from 1; 0 is the first that is not empty. */
  readonly document: number;
  readonly steps: readonly string[];
}

/** What is looked for below a value, and where that was found. */
interface Wanted {
  readonly below: Map<string, Wanted>;
  offset?: number;
}

interface Frame {
  readonly wanted: Wanted | undefined;
  readonly isList: boolean;
  /** Of a list: entries so far. */
  count: number;
  /** Of a mapping: a key comes next, not its value. */
  atKey: boolean;
  /** Of a mapping: what is looked for below the key that was just read. */
  ofKey?: Wanted | undefined;
}

/**
 * Lines of values in a text of YAML or JSON, from 1: of a mapping's entry that of its key. Of a value that is not there (a missing field),
 * the line of what would hold it. Costs what parsing the text costs, however many places are asked for.
 *
 * @returns one for each place; undefined where the text has no such document, or cannot be read
 */
export function linesOf(text: string, places: readonly YamlPlace[]): readonly (number | undefined)[] {
  let parsed: ParsedEvents;
  try {
    parsed = eventsOf(text.charCodeAt(0) === 0xfeff ? text.slice(1) : text);
  } catch {
    return places.map(() => undefined);
  }
  const { text: source, events } = parsed;
  const first = firstDocument(events);
  const roots = new Map<number, Wanted>();
  for (const { document, steps } of places) {
    let wanted = entryOf(roots, document || first);
    for (const step of steps) wanted = entryOf(wanted.below, step);
  }
  find(source, events, roots);
  const lineAt = lineFinder(source);
  return places.map(({ document, steps }) => {
    let wanted = roots.get(document || first);
    let offset = wanted?.offset;
    for (const step of steps) {
      wanted = wanted?.below.get(step);
      offset = wanted?.offset ?? offset;
    }
    return offset === undefined ? undefined : lineAt(offset);
  });
}

/** Number of the first document that holds more than a scalar; 0: there is none. */
function firstDocument(events: readonly Event[]): number {
  let document = 0;
  for (const { type } of events) {
    if (type === EVENT_ID.DOCUMENT) document += 1;
    else if (type === EVENT_ID.MAPPING || type === EVENT_ID.SEQUENCE) return document;
  }
  return 0;
}

function entryOf<K>(map: Map<K, Wanted>, key: K): Wanted {
  const entry = map.get(key) ?? { below: new Map<string, Wanted>() };
  map.set(key, entry);
  return entry;
}

/** Follows the events of the parser, and notes the offset of whatever is wanted. */
function find(text: string, events: readonly Event[], roots: ReadonlyMap<number, Wanted>): void {
  let document = 0;
  let stack: Frame[] = [];

  const meet = (wanted: Wanted | undefined, offset: number): Wanted | undefined => {
    if (wanted !== undefined) wanted.offset ??= offset;
    return wanted;
  };
  /** What is looked for below the value that begins here. */
  const begin = (offset: number, key: string | undefined): Wanted | undefined => {
    const parent = stack.at(-1);
    if (parent === undefined) return meet(roots.get(document), offset);
    if (parent.isList) return meet(parent.wanted?.below.get(String(parent.count++)), offset);
    parent.atKey = !parent.atKey;
    if (parent.atKey) return parent.ofKey;
    parent.ofKey = key === undefined ? undefined : meet(parent.wanted?.below.get(key), offset);
    return undefined;
  };

  for (const event of events) {
    switch (event.type) {
      case EVENT_ID.DOCUMENT:
        document += 1;
        stack = [];
        break;
      case EVENT_ID.MAPPING:
      case EVENT_ID.SEQUENCE:
        stack.push({ wanted: begin(event.start, undefined), isList: event.type === EVENT_ID.SEQUENCE, count: 0, atKey: true });
        break;
      // A document that is just a scalar, or empty, has no places in it.
      case EVENT_ID.SCALAR:
        if (stack.length === 0) break;
        begin(
          Math.max(event.valueStart, event.tagStart, event.anchorStart, 0),
          stack.at(-1)?.atKey === true ? scalarText(text, event) : undefined,
        );
        break;
      case EVENT_ID.ALIAS:
        if (stack.length > 0) begin(event.anchorStart, undefined);
        break;
      case EVENT_ID.POP:
        stack.pop();
        break;
    }
  }
}
