/** The files in `metadata/`. */
import type { JsonObject } from '../../api';
import { defined } from '../../defined';
import { stringifyYaml } from '../../yaml';
import { json } from '../files/json';
import type { TypedValue } from '../bundle';
import type { ExportContent } from './source';

const PREFIX = 'operators.operatorframework.io.bundle.';

const CONFIG_SCHEMA_FILE = 'metadata/config-schema.json';

export interface MoreMetadata {
  /** Where the content is. @default 'manifests/' */
  readonly folder?: string;
  /** Annotations of the format. */
  readonly annotations?: JsonObject;
}

/** @param mediaType of the format, for the annotations */
export function metadataFiles(
  mediaType: string,
  content: ExportContent,
  properties: readonly TypedValue[],
  { folder = 'manifests/', annotations: more }: MoreMetadata = {},
): Record<string, string> {
  const { metadata = {} } = content;
  return {
    'metadata/annotations.yaml': stringifyYaml({ annotations: { ...annotations(mediaType, folder, content), ...more } }),
    ...listFile('dependencies', metadata.dependencies ?? []),
    ...listFile('properties', properties),
  };
}

export function schemaFile(schema: JsonObject): Record<string, string> {
  return { [CONFIG_SCHEMA_FILE]: `${JSON.stringify(schema, null, 2)}\n` };
}

function annotations(mediaType: string, folder: string, { packageName, metadata = {} }: ExportContent): JsonObject {
  const channels = metadata.channels ?? ['stable'];
  return {
    [`${PREFIX}mediatype.v1`]: mediaType,
    [`${PREFIX}manifests.v1`]: folder,
    [`${PREFIX}metadata.v1`]: 'metadata/',
    [`${PREFIX}package.v1`]: packageName,
    [`${PREFIX}channels.v1`]: channels.join(','),
    ...defined({ [`${PREFIX}channel.default.v1`]: metadata.defaultChannel }),
  };
}

function listFile(name: 'dependencies' | 'properties', list: readonly TypedValue[]): Record<string, string> {
  return list.length === 0 ? {} : { [`metadata/${name}.yaml`]: stringifyYaml({ [name]: json(list) }) };
}
