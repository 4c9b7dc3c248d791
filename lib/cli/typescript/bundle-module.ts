/** The source of a module with what a bundle is and the type of its configuration. */
import type { JsonObject } from '../../api';
import { defined } from '../../defined';
import { singleQuoted } from './layout';
import { kebabCase, pascalCase } from './names';
import { schemaToTypes } from './schema-to-types';

export interface BundleModuleSource {
  /** As `Revision.fromBundle` takes it: a path relative to the project, or an image reference. */
  readonly bundle: string;
  /** The image with its digest, where it is one. */
  readonly reference?: string;
  /** Name of this version: `keda.v2.20.1`. */
  readonly bundleName: string;
  readonly packageName: string;
  readonly version?: string;
  /** Schema of the configuration; absent: what the bundle takes is not known. */
  readonly configSchema?: JsonObject;
  /** What the constant and the types are called. @default from the name of the package: `keda-operator` gives KedaOperator */
  readonly name?: string;
}

export interface BundleModule {
  /** `keda-operator.ts` */
  readonly fileName: string;
  /** `KedaOperator`, `KedaOperatorConfig`. */
  readonly exports: readonly [constant: string, config: string];
  readonly text: string;
}

/**
 * A constant that says which bundle it is, and the type of its configuration. Deterministic.
 * @param head comment lines at the beginning, with the line break at their end
 * @throws BoxcutterError as {@link schemaToTypes} does
 */
export async function bundleModule(source: BundleModuleSource, head: string): Promise<BundleModule> {
  const { bundle, reference, bundleName, packageName, version, configSchema, name = pascalCase(packageName) } = source;
  const config = `${name}Config`;
  const facts = { bundle, packageName, ...defined({ version }), bundleName, ...defined({ reference }) };
  const constant = `/** The bundle that the types were made from, for \`Revision.fromBundle\`. */
export const ${name} = {
${Object.entries(facts).map(([key, value]) => `  ${key}: ${literal(value)},`).join('\n')}
} as const;
`;
  const schema = configSchema ?? {
    type: 'object',
    description: 'The bundle has no schema for its configuration, so any keys are allowed.',
  };
  const types = await schemaToTypes(schema, config, { subject: `The configuration schema of ${bundleName}` });
  return { fileName: `${kebabCase(packageName) || 'bundle'}.ts`, exports: [name, config], text: `${head}${constant}\n${types}` };
}

/** A text in quotes; nothing in it can end them. */
function literal(value: string): string {
  return singleQuoted(JSON.stringify(value));
}
