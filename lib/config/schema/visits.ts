/**
 * What checking a configuration comes to, before it is checked: how many steps it takes, and where in it secrets are. A value is secret
 * when any schema that may be about it says so, whichever branch of a combination holds in the end.
 */
import { isJsonObject, type JsonObject, type JsonValue } from '../../api';
import { escapePointer } from '../../issue';
import type { SchemaDocument } from './schema-document';
import { subschemasOf, type Subschema, type Target } from './subschemas';

/** Pairs of schema and value that are looked at. */
const MAX_PAIRS = 200_000;
/** Keys that are looked at. */
const MAX_LOOKS = 2_000_000;
/** Steps of comparing with one value of an enum. */
const ENUM_STEPS = 4;
/** Steps of the check itself; a second has about fifty million. */
const MAX_STEPS = 20_000_000;

/** Names of fields that hold secrets although the author did not say so. */
const SECRET_NAME = /(?:passwords?|passwd|passphrase|tokens?|secrets?|credentials?|(?:private|api|access|secret)[-_]?key)$/i;

export interface Visits {
  /** The check would take too long for a configuration of this size. */
  readonly tooMany: boolean;
  /** @param pointer of a value in the configuration */
  isSecret(pointer: string): boolean;
}

export function visit(document: SchemaDocument, config: JsonValue): Visits {
  const secrets = new Set<string>();
  const steps = new Map<string, number>();
  const numbers = new Map<JsonObject, number>();
  let exhausted = false;
  let looks = 0;

  const numberOf = (node: JsonObject): number => {
    const known = numbers.get(node) ?? numbers.size;
    numbers.set(node, known);
    return known;
  };
  /** Steps of checking a value by a schema, everything below included. */
  const count = (node: JsonValue, value: JsonValue, pointer: string): number => {
    if (!isJsonObject(node)) return 1;
    const pair = `${numberOf(node)} ${pointer}`;
    const known = steps.get(pair);
    if (known !== undefined) return known;
    if (exhausted || steps.size >= MAX_PAIRS) {
      exhausted = true;
      return 1;
    }
    steps.set(pair, 1);
    if (isSecretSchema(node)) secrets.add(pointer);
    const reached = document.target(node);
    const referred = reached === undefined ? 0 : count(reached, value, pointer);
    const below = subschemasOf(node).reduce((sum, child) => sum + countChild(child, value, pointer), 0);
    const total = Math.min(ownSteps(node, value) + referred + below, Number.MAX_SAFE_INTEGER);
    steps.set(pair, total);
    return total;
  };
  const countChild = ({ node, target }: Subschema, value: JsonValue, pointer: string): number => {
    if (target.kind === 'same') return count(node, value, pointer);
    if (target.kind === 'none') return 0;
    // Every name is checked as a text; which one does not matter for the steps.
    if (target.kind === 'key') return isJsonObject(value) ? Object.keys(value).length * count(node, '', `${pointer}/`) : 0;
    if (Array.isArray(value)) {
      if (target.kind === 'item') {
        return target.index < value.length ? count(node, value[target.index] as JsonValue, `${pointer}/${target.index}`) : 0;
      }
      const items = target.kind === 'items' ? (value as readonly JsonValue[]).slice(target.from) : [];
      const from = target.kind === 'items' ? target.from : 0;
      return items.reduce<number>((sum, item, index) => sum + count(node, item, `${pointer}/${from + index}`), 0);
    }
    if (!isJsonObject(value)) return 0;
    const keys = keysOf(value, target);
    looks += keys.length;
    if (looks > MAX_LOOKS) exhausted = true;
    if (exhausted) return 1;
    return keys.reduce((sum, key) => sum + count(node, value[key] as JsonValue, `${pointer}/${escapePointer(key)}`), 0);
  };

  const total = count(document.root, config, '');
  return {
    tooMany: exhausted || total > MAX_STEPS,
    isSecret: (pointer) => exhausted || ancestorsOf(pointer).some((above) => secrets.has(above) || SECRET_NAME.test(above)),
  };
}

/** Keys of an object that a schema for properties may be about. Which of them fit a pattern, and which are others, is for the check. */
function keysOf(value: JsonObject, target: Target): readonly string[] {
  if (target.kind === 'property') return Object.hasOwn(value, target.name) ? [target.name] : [];
  return Object.keys(value);
}

/** Whether a schema says that its values are not to be shown. */
export function isSecretSchema(node: JsonObject): boolean {
  return node['writeOnly'] === true || node['format'] === 'password';
}

function ownSteps(node: JsonObject, value: JsonValue): number {
  // Values of an enum may be anything, so that comparing takes longer than looking a key up.
  const lists = 1 + lengthOf(node['required']) + ENUM_STEPS * lengthOf(node['enum']);
  if (Array.isArray(value)) return lists + (node['uniqueItems'] === true ? (value.length * sizeOf(value)) / 2 : 0);
  return lists + (isJsonObject(value) ? Object.keys(value).length : 0);
}

function lengthOf(list: JsonValue | undefined): number {
  return Array.isArray(list) ? list.length : 0;
}

/** Values within a value, itself included: what comparing it with another takes at most. */
function sizeOf(value: JsonValue): number {
  if (typeof value !== 'object' || value === null) return 1;
  return Object.values(value).reduce<number>((sum, child) => sum + sizeOf(child as JsonValue), 1);
}

/** A pointer and those of all that holds it. */
function ancestorsOf(pointer: string): string[] {
  const parts = pointer.split('/');
  return parts.map((_, index) => parts.slice(0, index + 1).join('/'));
}
