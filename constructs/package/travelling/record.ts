/** Within the app of a project that is to be built: says what a package that travels is made of, and what it gives at home. */
import { Session } from 'node:inspector';
import { fileURLToPath } from 'node:url';
import { realpathSync } from 'node:fs';
import { isJsonObject, type JsonObject, type JsonValue } from '../../../lib/api';
import { jsonSchemaOf, noteDown, validateTypedConfig } from '../../../lib/config';
import { defined } from '../../../lib/defined';
import { CONTRACT } from '../../../lib/formats/package-v1/contract';
import type { Sample, Traveller } from '../../../lib/formats/package-v1/traveller';
import { mergedMetadata } from '../../../lib/formats/export/merged-metadata';
import type { RevisionProps } from '../../revision-props';
import type { ConfigSchema } from '../config-schema';
import type { DescribedPackage } from '../described-package';
import { declare } from './declare';
import { traitsOf } from './traits';

/** Configurations of a schema that are tried, at most. */
const MOST_SAMPLES = 20;

type GivenProps = RevisionProps & { readonly version: string; readonly config?: unknown };

/** @param extension name of the revision that the app makes of it */
export function recordTraveller<Schema extends ConfigSchema>(of: DescribedPackage<Schema>, extension: string, props: GivenProps): void {
  const { config, version, ...rest } = props;
  const file = fileOfClass(of.constructor);
  const { schema } = jsonSchemaOf(of.configSchema);
  const traits = traitsOf(rest);
  const namespace = props.namespace ?? `${of.packageName}-system`;
  const samples = configurations(schema, config).flatMap((given): Sample[] => {
    const { value } = validateTypedConfig<JsonObject>(of.configSchema, given, { bundle: of.packageName, installNamespace: namespace });
    if (value === undefined) return [];
    try {
      return [{ config: value, output: declare(of, { contract: CONTRACT, extension, namespace, version, config: value }, traits) }];
    } catch {
      // What the package itself refuses is no sample of what it gives. For the configuration of the app, that app ends with it.
      return [];
    }
  });
  const traveller: Traveller = {
    extension, version, namespace, traits, samples,
    packageName: of.packageName,
    className: of.constructor.name,
    ...defined({ file }),
    isMain: file !== undefined && file === mainFile(),
    schema: (schema ?? null) as JsonValue,
    metadata: mergedMetadata(of, {}),
  };
  noteDown('travellers', traveller);
}

/** What the app gives, nothing, and what the schema gives as examples. */
function configurations(schema: unknown, given: unknown): readonly unknown[] {
  const examples: unknown = isJsonObject(schema) ? schema['examples'] : undefined;
  return [given ?? {}, {}, ...(Array.isArray(examples) ? examples as readonly unknown[] : [])].slice(0, MOST_SAMPLES);
}

function mainFile(): string | undefined {
  const [, main] = process.argv;
  if (main === undefined) return undefined;
  try {
    return realpathSync(main);
  } catch {
    return main;
  }
}

const SUBJECT = Symbol.for('cdk8s-boxcutter.FunctionWithLocation');

/**
 * The file that a class was written in. No module system says so for both kinds of modules, and with any loader of TypeScript; the
 * debugger does.
 */
function fileOfClass(subject: object): string | undefined {
  const session = new Session();
  session.connect();
  try {
    const urls = new Map<string, string>();
    session.on('Debugger.scriptParsed', ({ params: { scriptId, url } }) => urls.set(scriptId, url));
    session.post('Debugger.enable');
    Object.defineProperty(globalThis, SUBJECT, { value: subject, configurable: true });
    let objectId: string | undefined;
    const expression = `globalThis[Symbol.for(${JSON.stringify(Symbol.keyFor(SUBJECT))})]`;
    session.post('Runtime.evaluate', { expression }, (error, found) => {
      objectId = error === null ? found.result.objectId : undefined;
    });
    let url: string | undefined;
    if (objectId !== undefined) {
      session.post('Runtime.getProperties', { objectId, ownProperties: true }, (error, found) => {
        if (error !== null) return;
        const location = found.internalProperties?.find(({ name }) => name === '[[FunctionLocation]]')?.value?.value as unknown;
        url = isJsonObject(location) ? urls.get(String(location['scriptId'])) : undefined;
      });
    }
    return url === undefined || url === '' ? undefined : pathOf(url);
  } finally {
    Reflect.deleteProperty(globalThis, SUBJECT);
    session.disconnect();
  }
}

/** Loaders add what they need after a question mark. */
function pathOf(url: string): string {
  const path = url.startsWith('file:') ? fileURLToPath(url.replace(/[?#].*$/, '')) : url.replace(/\?.*$/, '');
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}
