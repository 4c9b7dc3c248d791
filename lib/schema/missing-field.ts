/** Whether an object of a kind can have a field at all, as its schema says. */
import type { IgnoredPath, IgnoredStep } from '../api';
import type { SchemaNode } from './pack';
import { nearest } from './suggest';

/** The first step of a path that leads nowhere. */
export interface MissingField {
  /** Its place in the path, from 0. */
  readonly at: number;
  /** The name that may have been meant. */
  readonly near?: string;
}

/** Undefined: the field can be there, or the schema leaves open whether it can. */
export function missingField(root: SchemaNode, path: IgnoredPath): MissingField | undefined {
  // Labels and annotations are anybody's; every schema has them, though not every schema says so.
  if (path[0] === 'metadata') return undefined;
  let node: SchemaNode | 'open' = root;
  for (const [at, step] of path.entries()) {
    const next = stepInto(node, step);
    if (next === 'open') return undefined;
    if (next === undefined) {
      const near = typeof step === 'string' ? nearest(step, Object.keys(node.properties ?? {})) : undefined;
      return near === undefined ? { at } : { at, near };
    }
    node = next;
  }
  return undefined;
}

/** `open`: anything may be there. */
function stepInto(node: SchemaNode, step: IgnoredStep): SchemaNode | 'open' | undefined {
  const { type, properties, items, additional, preserveUnknown, embedded } = node;
  if (preserveUnknown === true || embedded === true || additional === true) return known(node, step) ?? 'open';
  const isUntyped = properties === undefined && items === undefined && additional === undefined;
  if (isUntyped && (type === undefined || type === 'object' || type === 'array')) return 'open';
  if (typeof step === 'string') return known(node, step) ?? additional;
  if (items !== undefined) return items;
  // Every member of a map: of one with declared members each is another thing.
  return 'all' in step ? (additional ?? (properties === undefined ? undefined : 'open')) : undefined;
}

function known({ properties = {} }: SchemaNode, step: IgnoredStep): SchemaNode | undefined {
  return typeof step === 'string' && Object.hasOwn(properties, step) ? properties[step] : undefined;
}
