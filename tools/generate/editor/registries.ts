/** The JSON Schema of the settings of registries (docs/registries.md), for editors. `lib/image/registry/settings.ts` reads the file. */
import type { JsonObject } from '../../../lib/api';
import { HOST, PREFIX } from '../../../lib/image/registry/settings';
import { DRAFT } from './kind';

const place = (description: string, example: string): JsonObject => ({
  description,
  type: 'string',
  pattern: PREFIX.source,
  patternErrorMessage: `a registry, or registry and repository, is needed, like ${example}`,
});

const mirror: JsonObject = {
  type: 'object',
  required: ['source', 'mirrors'],
  properties: {
    source: place('Registry, or registry and the beginning of repositories. The longest that fits counts.', 'quay.io/org'),
    mirrors: {
      description: 'What takes its place, tried in this order before the source itself.',
      type: 'array',
      minItems: 1,
      items: place('Registry, or registry and the beginning of repositories.', 'mirror.example.com/quay'),
    },
  },
  additionalProperties: false,
};

const host: JsonObject = {
  type: 'object',
  properties: {
    ca: {
      description: 'File with certificates (PEM) of the authority that signed the registry’s, trusted beside the usual ones; relative to ' +
        'this file.',
      type: 'string',
    },
    plainHttp: { description: 'Speak HTTP without TLS, with this host and port alone.', type: 'boolean', default: false },
  },
  additionalProperties: false,
};

export const registriesSchema: JsonObject = {
  $schema: DRAFT,
  title: 'Settings of registries for boxcutter',
  description: 'Mirrors, authorities and plain HTTP: $BOXCUTTER_REGISTRIES, or ~/.config/boxcutter/registries.yaml.',
  type: ['object', 'null'],
  properties: {
    mirrors: { description: 'Where the content of a registry can be had as well.', type: 'array', items: mirror },
    registries: {
      description: 'Settings of hosts, each with its port where it has one: registry.example.com:5000.',
      type: 'object',
      propertyNames: { pattern: HOST.source, patternErrorMessage: 'a host is needed, in lower case, with its port where it has one' },
      additionalProperties: host,
    },
  },
  additionalProperties: false,
};
