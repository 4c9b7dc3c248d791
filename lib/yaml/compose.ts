/** Builds plain JSON from the events of the YAML parser, with the rules of kubectl, bounded aliases and an issue for each problem. */
import { EVENT_ID, SCALAR_STYLE, type Event } from 'js-yaml';
import type { JsonValue } from '../api';
import { jsonEqual } from '../api/json-equal';
import type { Segment } from '../issue';
import type { YamlIssues } from './issues';
import { numberKey } from './scalar';
import { scalarText } from './scalar-text';
import { scalarValue } from './scalar-value';

/** Values that aliases may add to one file before it is refused (an alias of aliases of aliases grows exponentially). */
export const MAX_ALIASED_NODES = 100_000;
/** Nesting of collections that is accepted; CRDs of real operators stay below 100. */
export const MAX_DEPTH = 400;

type Writable = Record<string, JsonValue> | JsonValue[];

interface Frame {
  readonly value: Writable;
  readonly anchor: string | undefined;
  /** Its place in the collection around it, for paths. */
  readonly step: Segment | undefined;
  /** In a mapping: the key whose value comes next. */
  key?: string | undefined;
  /** The value that comes next is merged into the mapping (`<<`). */
  merging?: boolean;
  /** Keys that came from a merge and may be given again. */
  merged?: Set<string>;
  /** Its key is there already: the value that comes next repeats it. */
  repeats?: Repeated | undefined;
  /** This very value repeats another, which it is compared with when it is complete. */
  readonly repeated?: Repeated | undefined;
}

/** A key that is there twice. */
interface Repeated {
  readonly key: string;
  /** The value that it had. */
  readonly before: JsonValue;
  readonly place: ComposePlace;
}

export interface ComposedDocument {
  readonly value: JsonValue;
  /** Offset of the first node in the text; -1 for an empty document. */
  readonly start: number;
}

/** Where a problem is: at an offset of the text, in a document (from 1), at a path in it. */
export interface ComposePlace {
  readonly offset: number;
  readonly document: number;
  readonly path: readonly Segment[];
}

export type ReportProblem = <Code extends keyof YamlIssues>(code: Code, data: YamlIssues[Code], place: ComposePlace) => void;

/** Documents of a file. A document with a problem is still composed, so that one run reports all problems. */
export function compose(text: string, events: readonly Event[], report: ReportProblem): ComposedDocument[] {
  const documents: ComposedDocument[] = [];
  let stack: Frame[] = [];
  let anchors = new Map<string, JsonValue>();
  let root: JsonValue = null;
  let start = -1;
  let inDocument = false;
  let aliased = 0;

  const here = (offset: number): ComposePlace => ({ offset, document: documents.length + 1, path: pathOf(stack) });
  const problem = <Code extends keyof YamlIssues>(code: Code, data: YamlIssues[Code], offset: number): void =>
    report(code, data, here(offset));
  /** Whether both values of a key are the same is known when the second is complete. */
  const compare = (repeated: Repeated | undefined, value: JsonValue): void => {
    if (repeated === undefined) return;
    const { key, before, place } = repeated;
    report('yaml-duplicate-key', { key, same: jsonEqual(before, value) }, place);
  };
  const range = (from: number, to: number): string | undefined => (from < 0 ? undefined : text.slice(from, to));

  /** A finished value: placed, and compared with what it repeats. */
  const placeWhole = (value: JsonValue, offset: number): void => {
    const repeated = takeRepeated(stack.at(-1));
    place(value, offset);
    compare(repeated, value);
  };

  /** Puts a finished value or a fresh collection where it belongs. */
  const place = (value: JsonValue, offset: number): void => {
    const parent = stack.at(-1);
    if (parent === undefined) root = value;
    else if (Array.isArray(parent.value)) parent.value.push(value);
    else if (parent.merging) merge(parent, value, offset);
    else if (parent.key === undefined) problem('yaml-key', { problem: 'collection' }, offset);
    else {
      setKey(parent.value, parent.key, value);
      parent.key = undefined;
    }
  };

  const merge = (parent: Frame, value: JsonValue, offset: number): void => {
    parent.merging = false;
    const sources = Array.isArray(value) ? [...(value as readonly JsonValue[])].reverse() : [value];
    for (const source of sources) {
      if (typeof source !== 'object' || source === null || Array.isArray(source)) {
        problem('yaml-merge', {}, offset);
        return;
      }
      for (const [key, one] of Object.entries(source)) {
        setKey(parent.value as Record<string, JsonValue>, key, one);
        (parent.merged ??= new Set()).add(key);
      }
    }
  };

  const takeKey = (frame: Frame, key: string, offset: number): void => {
    const mapping = frame.value as Record<string, JsonValue>;
    const isRepeated = Object.hasOwn(mapping, key) && !frame.merged?.delete(key);
    frame.key = key;
    if (isRepeated) frame.repeats = { key, before: mapping[key] ?? null, place: here(offset) };
  };

  const copy = (value: JsonValue, depth: number): JsonValue => {
    if (++aliased > MAX_ALIASED_NODES || depth > MAX_DEPTH) throw new AliasLimit();
    if (typeof value !== 'object' || value === null) return value;
    if (Array.isArray(value)) return (value as readonly JsonValue[]).map((item) => copy(item, depth + 1));
    const made: Record<string, JsonValue> = {};
    for (const [key, item] of Object.entries(value)) setKey(made, key, copy(item, depth + 1));
    return made;
  };

  const open = (
    value: Writable, event: { start: number; anchorStart: number; anchorEnd: number; tagStart: number; tagEnd: number },
  ): void => {
    const tag = range(event.tagStart, event.tagEnd);
    if (tag !== undefined && !collectionTags.has(tag)) problem('yaml-tag', { problem: 'unsupported-on-collection' }, event.start);
    const parent = stack.at(-1);
    const step = stepOf(parent);
    const frame: Frame = { value, step, anchor: range(event.anchorStart, event.anchorEnd), repeated: takeRepeated(parent) };
    // What is merged is placed when it is complete.
    if (!parent?.merging) place(value, event.start);
    stack.push(frame);
  };

  for (const event of events) {
    if (start < 0 && inDocument && event.type !== EVENT_ID.POP) start = startOf(event);
    switch (event.type) {
      case EVENT_ID.DOCUMENT:
        [stack, anchors, root, start, inDocument] = [[], new Map(), null, -1, true];
        break;
      case EVENT_ID.MAPPING:
        open({}, event);
        break;
      case EVENT_ID.SEQUENCE:
        open([], event);
        break;
      case EVENT_ID.POP: {
        const frame = stack.pop();
        if (frame === undefined) {
          documents.push({ value: root, start });
          inDocument = false;
          break;
        }
        if (frame.anchor !== undefined) anchors.set(frame.anchor, frame.value);
        compare(frame.repeated, frame.value);
        if (stack.at(-1)?.merging) place(frame.value, start);
        break;
      }
      case EVENT_ID.ALIAS: {
        const name = range(event.anchorStart, event.anchorEnd) ?? '';
        const target = anchors.get(name);
        if (target === undefined) problem('yaml-alias', {}, event.anchorStart);
        let value: JsonValue = null;
        try {
          value = copy(target ?? null, stack.length);
        } catch (error) {
          if (!(error instanceof AliasLimit)) throw error;
          problem('yaml-alias-limit', { values: MAX_ALIASED_NODES }, event.anchorStart);
          return documents;
        }
        const parent = stack.at(-1);
        if (expectsKey(parent) && typeof value === 'string') takeKey(parent, value, event.anchorStart);
        else placeWhole(value, event.anchorStart);
        break;
      }
      case EVENT_ID.SCALAR: {
        const source = scalarText(text, event);
        const plain = event.style === SCALAR_STYLE.PLAIN;
        const parent = stack.at(-1);
        const tag = range(event.tagStart, event.tagEnd);
        const offset = event.valueStart < 0 ? Math.max(event.tagStart, event.anchorStart, start, 0) : event.valueStart;
        if (expectsKey(parent) && plain && source === '<<' && (tag === undefined || tag === '!!merge')) {
          parent.merging = true;
          break;
        }
        if (plain && source.startsWith('?') && isFlowEntry(text, offset)) problem('yaml-key', { problem: 'question' }, offset);
        const value = scalarValue(source, plain, tag, (code, data) => problem(code, data, offset));
        const anchor = range(event.anchorStart, event.anchorEnd);
        if (anchor !== undefined) anchors.set(anchor, value);
        if (!expectsKey(parent)) placeWhole(value, offset);
        else if (value === null) {
          takeKey(parent, '', offset);
          problem('yaml-key', { problem: 'null' }, offset);
        } else takeKey(parent, typeof value === 'number' ? numberKey(value) : String(value), offset);
        break;
      }
    }
  }
  return documents;
}

/** Begins an entry of a flow collection, where kubectl takes a question mark for the sign of a key. */
function isFlowEntry(text: string, offset: number): boolean {
  return /[[{,]\s*$/.test(text.slice(Math.max(0, offset - 200), offset));
}

class AliasLimit extends Error {}

const collectionTags: ReadonlySet<string> = new Set(['!', '!!map', '!!seq', '!<tag:yaml.org,2002:map>', '!<tag:yaml.org,2002:seq>']);

function expectsKey(frame: Frame | undefined): frame is Frame {
  return frame !== undefined && !Array.isArray(frame.value) && frame.key === undefined && !frame.merging;
}

/** What the next value of a mapping repeats; from then on it is that value's own. */
function takeRepeated(frame: Frame | undefined): Repeated | undefined {
  const repeated = frame?.repeats;
  if (frame !== undefined) frame.repeats = undefined;
  return repeated;
}

function startOf(event: Event): number {
  if ('start' in event) return event.start;
  if ('valueStart' in event) return event.valueStart;
  return 'anchorStart' in event ? event.anchorStart : -1;
}

function setKey(target: Record<string, JsonValue>, key: string, value: JsonValue): void {
  if (key === '__proto__') Object.defineProperty(target, key, { configurable: true, enumerable: true, writable: true, value });
  else target[key] = value;
}

/** The place that is filled next, as a part of a path. */
function stepOf(frame: Frame | undefined): Segment | undefined {
  if (frame === undefined) return undefined;
  return Array.isArray(frame.value) ? frame.value.length : frame.key;
}

function pathOf(stack: readonly Frame[]): Segment[] {
  return [...stack.map(({ step }) => step), stepOf(stack.at(-1))].filter((step) => step !== undefined);
}
