/** From JSON Schema, draft-04 to 2020-12, and from the schemas of CRDs to shapes. */
import { asObject, type JsonObject, type JsonValue } from '../../api';
import { BoxcutterError } from '../../errors';
import { commentOf } from './comments';
import type { References } from './references';
import { ANY_OBJECT, intersection, NEVER, NO_KEYS, NULL, type Shape, union, UNKNOWN, withComment, withoutComment } from './shape';
import type { TypePath, TypeTable } from './type-table';

/**
 * What types are made of at most, subschemas and allowed values: five times what the largest known definition has
 * (ApplicationSet of Argo CD).
 * A schema of 10 MB, or one that was written to do harm, ends here within seconds.
 */
const LIMITS = { nodes: 50_000, depth: 100 } as const;

/**
 * How a schema is meant. `kubernetes`: structural, so what stands under allOf, anyOf, oneOf and not only restricts values
 * (apiextensions.k8s.io/v1), and there are no references.
 */
export type Dialect = 'json-schema' | 'kubernetes';

export class SchemaReader {
  private nodes = 0;

  constructor(
    private readonly table: TypeTable,
    private readonly dialect: Dialect,
    /** How messages call the schema: `The configuration schema of keda.v2.20.1`. */
    private readonly subject: string,
    private readonly references?: References,
  ) {}

  /**
   * The shape of a schema; every object with properties in it becomes a type of the table.
   * @throws BoxcutterError `schema-too-large`, `schema-reference`
   */
  read(schema: unknown, path: TypePath, depth = 0): Shape {
    this.count(1, depth);
    if (schema === false) return NEVER;
    const node = asObject(schema);
    if (node === undefined) return UNKNOWN;
    const shape = this.dialect === 'kubernetes' ? this.readOwn(node, path, depth) ?? UNKNOWN : this.readAll(node, path, depth);
    const whole = node['nullable'] === true ? union([shape, NULL]) : shape;
    return withComment(whole, commentOf(node) ?? shape.description);
  }

  /** The shape of a type that has a name of its own already, so that it needs no other. */
  readNamed(schema: unknown, path: TypePath): Shape {
    const shape = this.read(schema, path);
    const { reference } = shape;
    const named = reference === undefined || this.references?.isTarget(reference) === true ? undefined : this.table.shapeOf(reference);
    return named === undefined ? shape : withComment(named, shape.description);
  }

  private readAll(node: JsonObject, path: TypePath, depth: number): Shape {
    const parts: Shape[] = [];
    for (const key of ['$ref', '$dynamicRef', '$recursiveRef']) {
      const reference = node[key];
      if (typeof reference === 'string') parts.push(this.references?.resolve(reference) ?? UNKNOWN);
    }
    for (const key of ['anyOf', 'oneOf']) {
      const members = node[key];
      if (Array.isArray(members) && members.length > 0) {
        parts.push(union(members.map((member: unknown) => this.read(member, path, depth + 1))));
      }
    }
    const every = node['allOf'];
    if (Array.isArray(every)) parts.push(...every.map((member: unknown) => withoutComment(this.read(member, path, depth + 1))));
    const own = this.readOwn(node, path, depth);
    const others = parts.filter(({ builtIn }) => builtIn !== 'unknown');
    // "It is an object" adds nothing to a description of what kind of object.
    if (own !== undefined && !(own === ANY_OBJECT && others.length > 0)) parts.unshift(own);
    return intersection(parts.map(withoutComment));
  }

  /** What the node itself says of the type; undefined when it says nothing. */
  private readOwn(node: JsonObject, path: TypePath, depth: number): Shape | undefined {
    if (node['x-kubernetes-int-or-string'] === true) return { type: ['number', 'string'] };
    const values = 'const' in node ? [node['const']] : node['enum'];
    if (Array.isArray(values)) {
      this.count(values.length, depth);
      return enumeration(values as readonly unknown[]);
    }
    const types = typesOf(node);
    if (types.length === 0) return undefined;
    return union(types.map((type) => this.ofType(type, node, path, depth)));
  }

  private ofType(type: string, node: JsonObject, path: TypePath, depth: number): Shape {
    switch (type) {
      case 'object':
        return this.objectShape(node, path, depth);
      case 'array':
        return this.listShape(node, path, depth);
      case 'integer':
        return { type: 'number' };
      case 'string':
      case 'number':
      case 'boolean':
      case 'null':
        return { type };
      default:
        return UNKNOWN;
    }
  }

  private objectShape(node: JsonObject, path: TypePath, depth: number): Shape {
    const embedded = node['x-kubernetes-embedded-resource'] === true ? EMBEDDED : {};
    const declared: Record<string, JsonValue> = { ...embedded, ...asObject(node['properties']) };
    const keys = Object.keys(declared).filter(canBeKey);
    const additional = this.additionalShape(node, path, depth);
    if (keys.length === 0) {
      if (additional === undefined || additional === true) return ANY_OBJECT;
      return additional === false ? NO_KEYS : { type: 'object', additionalProperties: additional };
    }
    const properties = Object.fromEntries(keys.map((key) => [key, this.read(declared[key], [...path, key], depth + 1)]));
    // What has a default may be left out: it is filled in before the value is checked.
    const isRequired = (key: string): boolean => Object.hasOwn(properties, key) && asObject(declared[key])?.['default'] === undefined;
    const required = strings(node['required']).filter(isRequired);
    const shape: Shape = { type: 'object', properties, required: [...new Set(required)], additionalProperties: additional ?? false };
    return { reference: this.table.intern(shape, path) };
  }

  /** Keys that have no name in the schema; undefined where it says nothing of them. */
  private additionalShape(node: JsonObject, path: TypePath, depth: number): boolean | Shape | undefined {
    if (node['x-kubernetes-preserve-unknown-fields'] === true || node['x-kubernetes-embedded-resource'] === true) return true;
    const additional = node['additionalProperties'] ?? node['unevaluatedProperties'];
    const patterns = Object.values(asObject(node['patternProperties']) ?? {});
    if (additional === true || (additional === undefined && patterns.length === 0)) return additional === true ? true : undefined;
    const schemas = [...patterns, ...(asObject(additional) === undefined ? [] : [additional])];
    if (schemas.length === 0) return additional === false ? false : undefined;
    const shape = union(schemas.map((one) => withoutComment(this.read(one, path, depth + 1))));
    return shape.builtIn === 'unknown' ? true : shape;
  }

  /** Lists with a schema for each position are lists of any of these: how long they are is not for types. */
  private listShape(node: JsonObject, path: TypePath, depth: number): Shape {
    const [items, prefix] = [node['items'], node['prefixItems']];
    const positions: readonly unknown[] = Array.isArray(items) ? items : Array.isArray(prefix) ? prefix : [];
    const rest = Array.isArray(items) ? (node['additionalItems'] ?? true) : (items ?? true);
    const schemas = positions.length === 0 ? [rest] : [...positions, rest];
    const shapes = schemas.map((one) => this.read(one, path, depth + 1));
    const [only] = shapes;
    const comment = shapes.length === 1 ? only?.description : undefined;
    return withComment({ type: 'array', items: union(shapes.map(withoutComment)) }, comment);
  }

  private count(parts: number, depth: number): void {
    this.nodes += parts;
    if (this.nodes <= LIMITS.nodes && depth <= LIMITS.depth) return;
    const limit = depth > LIMITS.depth
      ? `nests more than ${LIMITS.depth} deep`
      : `has more than ${LIMITS.nodes} parts`;
    throw new BoxcutterError('schema-too-large', 'input', `${this.subject} ${limit}: no types can be made from it.`, {
      hint: 'Ask its author for a smaller one. Everything else works without types.',
    });
  }
}

/** What every Kubernetes object has (x-kubernetes-embedded-resource). */
const EMBEDDED: JsonObject = {
  apiVersion: { type: 'string' },
  kind: { type: 'string' },
  metadata: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
};

/** Half of a character is in no file, and what is called like the prototype cannot be given as others are. */
function canBeKey(key: string): boolean {
  return key !== '__proto__' && !/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/.test(key);
}

function enumeration(values: readonly unknown[]): Shape {
  const isLiteral = (value: unknown): value is string | number | boolean | null =>
    value === null || ['string', 'number', 'boolean'].includes(typeof value);
  const literals = [...new Set(values)].filter(isLiteral);
  if (values.length === 0) return NEVER;
  return literals.length < new Set(values).size ? UNKNOWN : { enum: literals };
}

/** The types that a node names, or that follow from its other keywords. */
function typesOf(node: JsonObject): readonly string[] {
  const { type } = node;
  if (typeof type === 'string') return [type];
  if (Array.isArray(type)) return [...new Set(strings(type))];
  if (['properties', 'patternProperties', 'additionalProperties'].some((key) => asObject(node[key]) !== undefined)) return ['object'];
  return ['items', 'prefixItems'].some((key) => typeof node[key] === 'object' && node[key] !== null) ? ['array'] : [];
}

function strings(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((one): one is string => typeof one === 'string') : [];
}
