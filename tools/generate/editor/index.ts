/** JSON Schemas of the files that users write, for editors (docs/editors.md). */
import { API_VERSION, type JsonObject } from '../../../lib/api';
import type { KindDefinition } from '../../../lib/kinds';
import { DRAFT, schemaOfKind } from './kind';
import { registriesSchema } from './registries';

export const EDITOR_FOLDER = 'docs/schemas/files';

/** Files by path in the repository. */
export function editorFiles(definitions: readonly KindDefinition[]): Map<string, string> {
  const schemas: readonly (readonly [string, JsonObject])[] = [
    ...definitions.map((definition) => [nameOf(definition), schemaOfKind(definition)] as const),
    ['kinds.json', anyOfOurs(definitions)],
    ['registries.json', registriesSchema],
  ];
  return new Map(schemas.map(([name, schema]) => [`${EDITOR_FOLDER}/${name}`, `${JSON.stringify(schema, null, 2)}\n`]));
}

function nameOf({ kind }: KindDefinition): string {
  return `${kind.toLowerCase()}.json`;
}

/** For files that hold objects of several kinds: ours are held against their schemas, others are passed over. */
function anyOfOurs(definitions: readonly KindDefinition[]): JsonObject {
  return {
    $schema: DRAFT,
    title: 'Objects of a Kubernetes cluster',
    description: `Those of ${API_VERSION} are checked.`,
    type: ['object', 'null'],
    allOf: definitions.map((definition) => ({
      if: { properties: { apiVersion: { const: API_VERSION }, kind: { const: definition.kind } }, required: ['apiVersion', 'kind'] },
      then: { $ref: nameOf(definition) },
    })),
  };
}
