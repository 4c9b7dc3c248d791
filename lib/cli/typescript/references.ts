/** References of a JSON Schema to parts of itself. Others are refused: types are made without network and without looking at files. */
import { asObject, type JsonObject } from '../../api';
import { BoxcutterError } from '../../errors';
import { unescapePointer } from '../../issue';
import { type Shape, type TypeId, UNKNOWN } from './shape';
import type { TypePath, TypeTable } from './type-table';

/** A target that becomes a type of its own. */
interface Target {
  readonly id: TypeId;
  readonly schema: JsonObject;
  readonly path: TypePath;
}

export class References {
  private readonly byTarget = new Map<JsonObject, TypeId>();
  private readonly targets = new Set<TypeId>();
  private readonly waiting: Target[] = [];
  private anchors: ReadonlyMap<string, JsonObject> | undefined;

  /**
   * @param root the whole schema
   * @param rootName the type that it becomes
   */
  constructor(
    private readonly root: unknown,
    private readonly rootName: string,
    rootId: TypeId,
    private readonly table: TypeTable,
    private readonly subject: string,
  ) {
    const node = asObject(root);
    if (node !== undefined) this.byTarget.set(node, rootId);
    this.targets.add(rootId);
  }

  /** Whether a type stands for a target, and so has a name that is not given up. */
  isTarget(id: TypeId): boolean {
    return this.targets.has(id);
  }

  /**
   * The type that a reference stands for. Every target becomes one type, however often and from wherever it is referred to;
   * its shape comes with {@link next}, so that long chains of references nest nowhere.
   * @throws BoxcutterError `schema-reference` when it leads out of the schema, or nowhere
   */
  resolve(reference: string): Shape {
    const schema = asObject(this.targetOf(reference));
    if (schema === undefined) return UNKNOWN;
    const known = this.byTarget.get(schema);
    if (known !== undefined) return { reference: known };
    const path = [this.rootName, lastPartOf(reference)];
    const id = this.table.declare(undefined, path);
    this.byTarget.set(schema, id);
    this.targets.add(id);
    this.waiting.push({ id, schema, path });
    return { reference: id };
  }

  /** A target whose type has no shape yet; undefined when there is none. */
  next(): Target | undefined {
    return this.waiting.shift();
  }

  private targetOf(reference: string): unknown {
    const own = asObject(this.root)?.['$id'] ?? asObject(this.root)?.['id'];
    const base = typeof own === 'string' ? own.replace(/#$/, '') : '';
    const local = base !== '' && reference.startsWith(`${base}#`) ? reference.slice(base.length) : reference;
    if (local === '#' || local === '') return this.root;
    if (local.startsWith('#/')) return this.atPointer(local.slice(2), reference);
    this.anchors ??= anchorsOf(this.root);
    const anchor = this.anchors.get(local);
    if (anchor !== undefined) return anchor;
    return this.refuse(reference, local.startsWith('#')
      ? 'there is no such anchor'
      : 'that is another document, and only the schema itself is read');
  }

  private atPointer(pointer: string, reference: string): unknown {
    let node: unknown = this.root;
    for (const part of pointer.split('/')) {
      const key = unescapePointer(decoded(part));
      if (typeof node !== 'object' || node === null || !Object.hasOwn(node, key)) return this.refuse(reference, 'there is nothing');
      node = (node as Readonly<Record<string, unknown>>)[key];
    }
    return node;
  }

  private refuse(reference: string, why: string): never {
    throw new BoxcutterError('schema-reference', 'input', `${this.subject} refers to ${JSON.stringify(reference.slice(0, 200))}: ${why}.`, {
      hint: 'Bring everything that is referred to into the schema, under $defs (in draft-07 and before: definitions).',
    });
  }
}

/** The last part that says something: of `#/$defs/Resources/properties/limits` it is `limits`. */
function lastPartOf(reference: string): string {
  const parts = reference.split(/[/#]/).map(decoded).filter((part) => /[A-Za-z]/.test(part));
  return parts.at(-1) ?? 'part';
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** Parts of a schema by `#anchor`, and by their `$id`. */
function anchorsOf(root: unknown): Map<string, JsonObject> {
  const anchors = new Map<string, JsonObject>();
  const waiting: unknown[] = [root];
  for (let node = waiting.pop(); node !== undefined || waiting.length > 0; node = waiting.pop()) {
    if (typeof node !== 'object' || node === null) continue;
    waiting.push(...Object.values(node as object).filter((child) => typeof child === 'object' && child !== null));
    const found = asObject(node);
    if (found === undefined) continue;
    const names = [
      ...['$anchor', '$dynamicAnchor'].flatMap((key) => (typeof found[key] === 'string' ? [`#${found[key]}`] : [])),
      ...['$id', 'id'].flatMap((key) => (typeof found[key] === 'string' ? [found[key]] : [])),
    ];
    for (const name of names) if (!anchors.has(name)) anchors.set(name, found);
  }
  return anchors;
}

