/** The APIs that a ClusterServiceVersion says it owns: one entry for each version that a definition of the package serves. */
import { definedKindOf, type JsonObject, nameOf } from '../../../api';
import { defined } from '../../../defined';
import { asString } from '../../../schema';
import type { RegistryMetadata } from './metadata';
import type { ExportObject } from '../../export/source';

export function ownedApis(
  definitions: readonly ExportObject[], described: RegistryMetadata['customResourceDefinitions'] = {},
): readonly JsonObject[] {
  return definitions.flatMap(({ manifest }) => {
    const { kind = '', versions } = definedKindOf(manifest);
    const words = described[nameOf(manifest)];
    return versions.filter(({ served }) => served === true).map(({ name: version, schema }) =>
      defined({
        name: nameOf(manifest),
        version,
        kind,
        displayName: words?.displayName ?? wordsOf(kind),
        description: words?.description ?? asString(schema?.['description']),
      }),
    );
  });
}

/** `ShopOrder` as `Shop Order`, `HTTPRoute` as `HTTP Route`. */
function wordsOf(kind: string): string {
  return kind.replace(/([a-z0-9])([A-Z])/g, '$1 $2').replace(/([A-Z]+)([A-Z][a-z])/g, '$1 $2');
}
