/** The source of a module with constructs for the custom resources of one CRD. */
import { asObject } from '../../api';
import { commentOf, safeLines } from './comments';
import type { Crd, CrdVersion } from './crd';
import { declareTypes } from './declare';
import { kebabCase, pascalCase } from './names';
import { SchemaReader } from './read-schema';
import { type Shape, type TypeId, withComment } from './shape';
import { TypeTable } from './type-table';

/** Names that the module imports. */
const IMPORTED = ['ApiObjectMetadata', 'Construct', 'CustomResource'];

/** TypeScript takes no class of this name. */
const REFUSED = 'Object';

/** Members that are not the author's to give: the class sets them, or the API server does. */
const NOT_GIVEN: readonly string[] = ['apiVersion', 'kind', 'metadata', 'status'];

interface VersionTypes {
  readonly id: TypeId;
  readonly version: CrdVersion;
  readonly className: string;
  readonly propsName: string;
  readonly optional: boolean;
}

/** Folder and file of a module, below the folder of all imports: `keda.sh/scaled-object.ts`. */
export function crdModulePath({ group, kind }: Crd): string {
  return `${group}/${kebabCase(kind)}.ts`;
}

/** The class of the version that is stored has the name of the kind; those of other served versions end in theirs. */
function classNameOf({ kind }: Crd, { name }: CrdVersion, index: number): string {
  const plain = `${kind.charAt(0).toUpperCase()}${kind.slice(1)}`;
  const base = plain === REFUSED || IMPORTED.includes(plain) ? `${plain}Resource` : plain;
  return index === 0 ? base : `${base}${pascalCase(name)}`;
}

/** The classes that a module exports, the version that is stored first. */
export function crdClassNames(crd: Crd): readonly string[] {
  return crd.versions.map((version, index) => classNameOf(crd, version, index));
}

/**
 * One class a served version, with the types of what it takes. Deterministic.
 * @param head comment lines at the beginning, with the line break at their end
 * @throws BoxcutterError `schema-too-large`
 */
export async function crdModule(crd: Crd, head: string): Promise<string> {
  const classes = crdClassNames(crd);
  const table = new TypeTable(classes[0] ?? crd.kind);
  const versions = crd.versions.map((version, index): VersionTypes => {
    const className = classes[index] ?? crd.kind;
    const propsName = `${className}Props`;
    const reader = new SchemaReader(table, 'kubernetes', `The schema of ${crd.kind}.${crd.group}/${version.name}`);
    const shape = propsShape(version, className, reader);
    const id = table.declare(propsName, [className], shape);
    return { version, className, propsName, optional: (shape.required ?? []).length === 0, id };
  });
  const types = await declareTypes(table.reachedFrom(versions.map(({ id }) => id), [...classes, ...IMPORTED]));
  return `${head}${IMPORTS}\n\n${[...versions.map((one) => classSource(crd, one)), types].join('\n\n')}\n`;
}

const IMPORTS = `import type { ApiObjectMetadata } from 'cdk8s';
import { CustomResource } from 'cdk8s-boxcutter';
import type { Construct } from 'constructs';`;

/** What is given to a construct: what the schema has at its root, and metadata, which it says nothing of. */
function propsShape({ schema }: CrdVersion, className: string, reader: SchemaReader): Shape {
  const given = Object.fromEntries(Object.entries(asObject(schema['properties']) ?? {}).filter(([key]) => !NOT_GIVEN.includes(key)));
  const isGiven = (key: unknown): key is string => typeof key === 'string' && Object.hasOwn(given, key);
  const required = Array.isArray(schema['required']) ? schema['required'].filter(isGiven) : [];
  const open = schema['x-kubernetes-preserve-unknown-fields'] === true;
  const unknownKeys = open ? { 'x-kubernetes-preserve-unknown-fields': true } : {};
  const whole = { type: 'object', properties: { ...given, metadata: {} }, required, ...unknownKeys };
  const { properties = {}, ...shape } = reader.readNamed(whole, [className]);
  const metadata: Shape = {
    builtIn: 'ApiObjectMetadata',
    description: 'Name, namespace, labels and annotations; without a name one is made from the construct path.',
  };
  const { metadata: _, ...members } = properties;
  return withComment({ ...shape, properties: { metadata, ...members } }, `What ${className} is made of.`);
}

function classSource({ group, kind, scope }: Crd, { version, className, propsName, optional }: VersionTypes): string {
  const [lower, upper] = [`${group}/${version.name}`, commentOf({ description: version.schema['description'] ?? null })];
  const deprecation = version.deprecation === undefined ? [] : ['', `@deprecated ${safeLines(version.deprecation).join(' ')}`];
  const comment = [...(upper === undefined ? [`${kind} of ${lower}.`] : upper.split('\n')), ...deprecation];
  const commentLines = comment.map((line) => (line === '' ? ' *' : ` * ${line}`)).join('\n');
  return `${comment.length === 1 ? `/** ${comment.join('')} */` : `/**\n${commentLines}\n */`}
export class ${className} extends CustomResource {
  static readonly GVK = { apiVersion: '${lower}', kind: '${kind}' } as const;

  /** The object alone, without a construct: to compare with, or to put into another object. */
  static manifest(props: ${propsName}${optional ? ' = {}' : ''}): typeof ${className}.GVK & ${propsName} {
    return { ...props, ...${className}.GVK };
  }

  constructor(scope: Construct, id: string, props: ${propsName}${optional ? ' = {}' : ''}) {
    super(scope, id, ${className}.manifest(props), '${scope}');
  }
}`;
}
