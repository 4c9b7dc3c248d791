/** Walks one object along its schema. Knows structure only: what values mean together is the server's to say. */
import { asObject, type JsonObject, type JsonValue } from '../../api';
import { defined } from '../../defined';
import type { SchemaNode } from '../pack';
import { MAX_ISSUES, type Walk, report, wrongType } from '../report';
import { nearest } from '../suggest';
import { checkKeys, noRepetition } from './walk-list';
import { checkLength, walkNumber, walkScalarRules, walkString } from './walk-scalar';

/** Nesting beyond which nothing is looked at. */
const MAX_DEPTH = 400;

/** Checks a value; null counts as absent, as compile drops it. */
export function walkValue(walk: Walk, node: SchemaNode, value: JsonValue | undefined): void {
  if (value === null || value === undefined || walk.path.length > MAX_DEPTH || walk.issues.length >= MAX_ISSUES) return;
  if (node.allOf) for (const one of node.allOf) walkRules(walk, one, value);
  if (node.format === 'int-or-string') {
    if (typeof value === 'string') walkString(walk, node, value);
    else if (typeof value === 'number' && Number.isInteger(value)) {
      walkNumber(walk, walk.builtIn ? { ...node, format: 'int32' } : node, value);
    } else wrongType(walk, 'integer-or-string', value);
    return;
  }
  switch (node.type) {
    case undefined:
      if (node.properties) walkObject(walk, node, value);
      // Of a value of any type, rules for strings hold where it is one.
      else if (typeof value === 'string') walkString(walk, node, value);
      else walkScalarRules(walk, node, value);
      return;
    case 'object':
      walkObject(walk, node, value);
      return;
    case 'array':
      walkArray(walk, node, value);
      return;
    case 'string':
      // A quantity may be written as a number.
      if (node.format === 'quantity' && typeof value === 'number') return;
      if (typeof value !== 'string') wrongType(walk, node.format === 'quantity' ? 'quantity' : 'string', value);
      else walkString(walk, node, value);
      return;
    case 'boolean':
      if (typeof value !== 'boolean') wrongType(walk, 'boolean', value);
      else walkScalarRules(walk, node, value);
      return;
    case 'integer':
      if (!Number.isInteger(value)) wrongType(walk, 'integer', value);
      else walkNumber(walk, node, value as number);
      return;
    case 'number':
      if (typeof value !== 'number') wrongType(walk, 'number', value);
      else walkNumber(walk, node, value);
  }
}

/** Rules under `allOf`: they declare no fields and no types. */
function walkRules(walk: Walk, node: SchemaNode, value: JsonValue): void {
  const object = asObject(value);
  if (object) {
    requireFields(walk, node, object);
    for (const [key, child] of Object.entries(node.properties ?? {})) {
      if (object[key] === undefined || object[key] === null) continue;
      walk.path.push(key);
      walkRules(walk, child, object[key]);
      walk.path.pop();
    }
  } else if (typeof value === 'string') walkString(walk, { ...node, format: '' }, value);
  else if (typeof value === 'number') walkNumber(walk, node, value);
}

function walkObject(walk: Walk, node: SchemaNode, value: JsonValue): void {
  const object = asObject(value);
  if (!object) {
    wrongType(walk, 'object', value);
    return;
  }
  const { properties, additional } = node;
  requireFields(walk, node, object);
  if (node.embedded === true) requireIdentity(walk, object);
  let count = 0;
  for (const key in object) {
    const child = object[key];
    count++;
    if (child === null || child === undefined) continue;
    const known = properties !== undefined && Object.hasOwn(properties, key) ? properties[key] : undefined;
    if (known === undefined && (additional === undefined || additional === true)) {
      if (additional === undefined && !node.preserveUnknown && !(node.embedded && embeddedFields.has(key))) {
        unknownField(walk, key, properties);
      }
      continue;
    }
    walk.path.push(key);
    walkValue(walk, known ?? (additional as SchemaNode), child);
    walk.path.pop();
  }
  checkLength(walk, count, 'entries', node.minProperties, node.maxProperties);
}

const embeddedFields: ReadonlySet<string> = new Set(['apiVersion', 'kind', 'metadata']);

function unknownField(walk: Walk, key: string, properties: Readonly<Record<string, SchemaNode>> | undefined): void {
  walk.path.push(key);
  // The server takes it and drops it silently: where nothing is declared, its apply does not check.
  if (properties === undefined) report(walk, 'unknown-field', { field: key }, 'warning');
  else {
    const known = Object.keys(properties);
    report(walk, 'unknown-field', { field: key, known, ...defined({ near: nearest(key, known) }) });
  }
  walk.path.pop();
}

function requireFields(walk: Walk, node: SchemaNode, object: JsonObject): void {
  for (const field of node.required ?? []) {
    if (object[field] !== undefined && object[field] !== null) continue;
    const child = node.properties?.[field];
    if (object[field] === null && child?.nullable === true) continue;
    if (child?.default !== undefined || (walk.builtIn && !emptyIsRefused(child))) continue;
    walk.path.push(field);
    report(walk, 'missing-field', { field });
    walk.path.pop();
  }
}

/** An object within an object says what it is, but need not have a name. */
function requireIdentity(walk: Walk, object: JsonObject): void {
  for (const field of ['apiVersion', 'kind']) {
    const value = object[field] ?? '';
    walk.path.push(field);
    if (value === '') report(walk, 'missing-field', { field });
    else if (typeof value !== 'string') wrongType(walk, 'string', value);
    walk.path.pop();
  }
}

/**
 * Built-in kinds have no required fields on the wire: an absent one is its empty value, and then validated. Empty strings and lists
 * are refused, structs where they hold such fields; zero and false are left to the server.
 */
function emptyIsRefused(node: SchemaNode | undefined): boolean {
  if (node?.type === 'string') return node.format === undefined;
  if (node?.type === 'array') return true;
  return node?.type === 'object' && (node.required ?? []).some((field) => emptyIsRefused(node.properties?.[field]));
}

function walkArray(walk: Walk, node: SchemaNode, value: JsonValue): void {
  if (!Array.isArray(value)) {
    wrongType(walk, 'list', value);
    return;
  }
  const items = value as readonly JsonValue[];
  const { length } = items;
  checkLength(walk, length, 'items', node.minItems, node.maxItems);
  if (node.items) {
    for (let index = 0; index < length; index++) {
      walk.path.push(index);
      // Null is no absence in a list: the server refuses it unless the schema allows it.
      if (items[index] === null && !walk.builtIn && node.items.type === 'object' && node.items.nullable !== true) {
        wrongType(walk, 'object', null);
      }
      walkValue(walk, node.items, items[index]);
      walk.path.pop();
    }
  }
  if (length > 0 && node.listType === 'map' && node.listMapKeys) checkKeys(walk, node, node.listMapKeys, items);
  else if (length > 1 && (node.listType === 'set' || node.uniqueItems)) noRepetition(walk, items);
}
