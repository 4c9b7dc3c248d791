/**
 * How a schema pack is written: one JSON text a Kubernetes version, generated into `imports/schemas` by
 * `tools/generate/schemas.ts`. Short keys, because most of a pack is repeated structure.
 */
import type { JsonValue } from '../api';
import type { SchemaNode } from './pack';

/**
 * A number is the index of a named type. A letter is a whole schema: `s` string, `b` boolean, `i` int32, `l` int64, `I` integer,
 * `n` number, `q` quantity, `x` integer or string, `t` time, `u` time with microseconds, `y` base64, `o` object of anything, `*` anything.
 */
export type PackNode =
  | number
  | string
  | {
    /** Properties of an object, and which are required. */
    readonly p?: Readonly<Record<string, PackNode>>;
    readonly r?: readonly string[];
    /** Values of a map. */
    readonly a?: PackNode;
    /** Items of a list; `l` marks a set, `k` the keys of a list map. */
    readonly i?: PackNode;
    readonly l?: 's';
    readonly k?: readonly string[];
    /** 1: applied as a whole (atomic object or map). */
    readonly m?: 1;
    /** Another node that this one refines with `e` (allowed values), `d` (default) or `m`. */
    readonly x?: PackNode;
    readonly e?: readonly string[];
    readonly d?: JsonValue;
  };

/** A pack: version, named types, and by apiVersion and kind the type index, the resource name and 1 for namespaced. */
export interface Pack {
  readonly v: string;
  readonly t: readonly PackNode[];
  readonly k: Readonly<Record<string, Readonly<Record<string, readonly [type: number, resource: string, namespaced: 0 | 1]>>>>;
}

const letters = new Map<string, SchemaNode>(Object.entries<SchemaNode>({
  s: { type: 'string' },
  b: { type: 'boolean' },
  i: { type: 'integer', format: 'int32' },
  l: { type: 'integer', format: 'int64' },
  I: { type: 'integer' },
  n: { type: 'number' },
  q: { type: 'string', format: 'quantity' },
  x: { format: 'int-or-string' },
  t: { type: 'string', format: 'date-time' },
  u: { type: 'string', format: 'micro-time' },
  y: { type: 'string', format: 'byte' },
  o: { type: 'object', preserveUnknown: true },
  '*': { preserveUnknown: true },
}));
const anything: SchemaNode = { preserveUnknown: true };

/** Reads nodes of a pack on demand: children are made when they are first looked at, named types once. */
export function packReader(pack: Pack): (node: PackNode) => SchemaNode {
  const types = new Map<number, SchemaNode>();

  const read = (node: PackNode): SchemaNode => {
    if (typeof node === 'string') return letters.get(node) ?? anything;
    if (typeof node === 'number') {
      const known = types.get(node);
      if (known) return known;
      const made = read(pack.t[node] ?? '*');
      types.set(node, made);
      return made;
    }
    if (node.x !== undefined) {
      const refined = Object.create(Object.prototype, Object.getOwnPropertyDescriptors(read(node.x))) as Record<string, unknown>;
      if (node.e) refined.enum = node.e;
      if (node.d !== undefined) refined.default = node.d;
      if (node.m) refined.mapType = 'atomic';
      return refined as SchemaNode;
    }
    const made: Record<string, unknown> = { type: node.i === undefined ? 'object' : 'array' };
    const { p: properties, a: values, i: items } = node;
    if (properties) onDemand(made, 'properties', () => propertiesOf(properties, read));
    if (node.r) made.required = node.r;
    if (values !== undefined) onDemand(made, 'additional', () => read(values));
    if (items !== undefined) {
      onDemand(made, 'items', () => read(items));
      made.listType = node.k ? 'map' : node.l ? 'set' : 'atomic';
      if (node.k) made.listMapKeys = node.k;
    }
    if (node.m) made.mapType = 'atomic';
    return made as SchemaNode;
  };
  return read;
}

function propertiesOf(
  packed: Readonly<Record<string, PackNode>>, read: (node: PackNode) => SchemaNode,
): Readonly<Record<string, SchemaNode>> {
  const properties: Record<string, unknown> = {};
  for (const [name, child] of Object.entries(packed)) onDemand(properties, name, () => read(child));
  return properties as Record<string, SchemaNode>;
}

/** A property that is computed when it is first read, and a plain value from then on. */
export function onDemand(target: object, name: string, make: () => unknown): void {
  Object.defineProperty(target, name, {
    configurable: true,
    enumerable: true,
    get() {
      const value = make();
      Object.defineProperty(this, name, { configurable: true, enumerable: true, writable: true, value });
      return value;
    },
  });
}
