/** The files in `metadata/`. */
import type { JsonObject } from '../../api';
import { defined } from '../../defined';
import { stringifyYaml } from '../../yaml';
import { json } from '../registry-v1/render/context';
import type { TypedValue } from '../bundle';
import type { ExportSource } from './source';

const PREFIX = 'operators.operatorframework.io.bundle.';

export const CONFIG_SCHEMA_FILE = 'metadata/config-schema.json';

export function metadataFiles(source: ExportSource): Record<string, string> {
  const { metadata = {} } = source;
  const properties = source.format === 'plain+v0' ? [identity(source), ...(metadata.properties ?? [])] : (metadata.properties ?? []);
  return {
    'metadata/annotations.yaml': stringifyYaml({ annotations: annotations(source) }),
    ...listFile('dependencies', metadata.dependencies ?? []),
    ...listFile('properties', properties),
  };
}

export function schemaFile(schema: JsonObject): Record<string, string> {
  return { [CONFIG_SCHEMA_FILE]: `${JSON.stringify(schema, null, 2)}\n` };
}

function annotations({ format, packageName, metadata = {} }: ExportSource): JsonObject {
  const channels = metadata.channels ?? ['stable'];
  return {
    [`${PREFIX}mediatype.v1`]: format,
    [`${PREFIX}manifests.v1`]: 'manifests/',
    [`${PREFIX}metadata.v1`]: 'metadata/',
    [`${PREFIX}package.v1`]: packageName,
    [`${PREFIX}channels.v1`]: channels.join(','),
    ...defined({ [`${PREFIX}channel.default.v1`]: metadata.defaultChannel }),
  };
}

/** A plain bundle has no other place for its version. */
function identity({ packageName, version }: ExportSource): TypedValue {
  return { type: 'olm.package', value: { packageName, version } };
}

function listFile(name: 'dependencies' | 'properties', list: readonly TypedValue[]): Record<string, string> {
  return list.length === 0 ? {} : { [`metadata/${name}.yaml`]: stringifyYaml({ [name]: json(list) }) };
}
