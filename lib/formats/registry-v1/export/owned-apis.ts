/** The APIs that a ClusterServiceVersion says it owns: one entry for each version that a definition of the package serves. */
import { asObject, type JsonObject, nameOf } from '../../../api';
import { defined } from '../../../defined';
import { asString } from '../../../schema';
import type { BundleMetadata } from '../../export/metadata';
import { at, objectsIn } from '../../export/parts';
import type { ExportObject } from '../../export/source';

export function ownedApis(
  definitions: readonly ExportObject[], described: BundleMetadata['customResourceDefinitions'] = {},
): readonly JsonObject[] {
  return definitions.flatMap((definition) => {
    const kind = asString(at(definition.manifest, 'spec', 'names', 'kind')) ?? '';
    const words = described[nameOf(definition.manifest)];
    return objectsIn(at(definition.manifest, 'spec', 'versions'))
      .filter(({ served }) => served === true)
      .map((version) =>
        defined({
          name: nameOf(definition.manifest),
          version: version['name'],
          kind,
          displayName: words?.displayName ?? wordsOf(kind),
          description: words?.description ?? asString(asObject(at(version, 'schema', 'openAPIV3Schema'))?.['description']),
        }),
      );
  });
}

/** `ShopOrder` as `Shop Order`, `HTTPRoute` as `HTTP Route`. */
function wordsOf(kind: string): string {
  return kind.replace(/([a-z0-9])([A-Z])/g, '$1 $2').replace(/([A-Z]+)([A-Z][a-z])/g, '$1 $2');
}
