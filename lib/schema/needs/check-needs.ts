/** Holds a value against its needs. */
import { asObject, type JsonObject, type JsonValue } from '../../api';
import type { Segment } from '../../issue';
import type { SchemaIssues } from '../issues';
import { asArray } from '../json';
import { report, type Walk } from '../report';
import { formats } from './formats';
import type { Needs } from './needs';

export function checkNeeds(walk: Walk, needs: Needs, value: JsonValue | undefined): void {
  if (value === undefined || value === null) return;
  if (typeof value === 'string') checkText(walk, needs, value);
  else if (typeof value === 'number') checkNumber(walk, needs, value);
  else {
    const items = asArray(value);
    const object = asObject(value);
    if (items) checkItems(walk, needs, items);
    else if (object) checkFields(walk, needs, object);
  }
}

/** At a place below that where the walk stands. */
export function at(walk: Walk, path: readonly Segment[], check: () => void): void {
  walk.path.push(...path);
  check();
  walk.path.length -= path.length;
}

/** Reports nothing where something is reported already: one mistake, one issue. */
export function reportOnce<Code extends keyof SchemaIssues>(
  walk: Walk, code: Code, data: SchemaIssues[Code], path: readonly Segment[] = [],
): void {
  at(walk, path, () => {
    const place = JSON.stringify(walk.path);
    if (!walk.issues.some((issue) => JSON.stringify(issue.path) === place)) report(walk, code, data);
  });
}

/** Absent to the server, which does not tell an absent value from an empty one. */
export function isEmpty(value: JsonValue | undefined): boolean {
  if (value === undefined || value === null || value === '') return true;
  return Array.isArray(value) ? value.length === 0 : typeof value === 'object' && Object.keys(value).length === 0;
}

/** An empty object stands for itself: `emptyDir: {}`. */
function isThere(value: JsonValue | undefined): boolean {
  return value !== undefined && value !== null && value !== '' && value !== 0;
}

function checkText(walk: Walk, { filled, format, allowed }: Needs, value: string): void {
  if (value === '' && !filled) return;
  if (format !== undefined && !formats[format](value)) reportOnce(walk, 'bad-format', { value, format });
  if (allowed !== undefined && !allowed.includes(value)) reportOnce(walk, 'value-not-allowed', { value, allowed });
}

function checkNumber(walk: Walk, { range }: Needs, value: number): void {
  if (range === undefined) return;
  const [least, most] = range;
  if (value < least) reportOnce(walk, 'out-of-range', { value, rule: 'at-least', limit: least });
  else if (value > most) reportOnce(walk, 'out-of-range', { value, rule: 'at-most', limit: most });
}

function checkItems(walk: Walk, { items: needs, unique }: Needs, items: readonly JsonValue[]): void {
  const first = new Map<JsonValue, number>();
  for (const [index, item] of items.entries()) {
    const key = unique === undefined ? undefined : asObject(item)?.[unique];
    if (unique !== undefined && typeof key === 'string' && key !== '') {
      const other = first.get(key);
      if (other === undefined) first.set(key, index);
      else reportOnce(walk, 'duplicate-key', { keys: [[unique, key]], first: other }, [index]);
    }
    // A null entry is an empty one to the server.
    if (needs) at(walk, [index], () => checkNeeds(walk, needs, item ?? {}));
  }
}

function checkFields(walk: Walk, needs: Needs, object: JsonObject): void {
  for (const field of needs.required ?? []) if (isEmpty(object[field])) reportOnce(walk, 'missing-field', { field }, [field]);
  const { exactlyOne, atMostOne = exactlyOne } = needs;
  if (atMostOne) {
    const found = atMostOne.filter((field) => isThere(object[field]));
    if (found.length > 1 || (found.length === 0 && exactlyOne)) reportOnce(walk, 'one-of-fields', { fields: atMostOne, found });
  }
  for (const [field, child] of Object.entries(needs.fields ?? {})) at(walk, [field], () => checkNeeds(walk, child, object[field]));
  for (const [key, value] of Object.entries(needs.values || needs.keys ? object : {})) {
    at(walk, [key], () => {
      if (needs.keys && !formats[needs.keys](key)) reportOnce(walk, 'bad-format', { value: key, format: needs.keys });
      if (needs.values) checkNeeds(walk, needs.values, value);
    });
  }
  for (const rule of needs.rules ?? []) rule(walk, object);
}
