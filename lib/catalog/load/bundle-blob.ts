/** Blobs of bundles. */
import type { JsonObject } from '../../api';
import { defined } from '../../defined';
import type { Blob, BundleBlob } from '../model/blob';
import { csvOf, requireObjects } from './bundle-objects';
import { type Fields, member } from './fields';
import type { Keeper } from './keep';
import { bundlePropertiesOf } from './properties';
import { summaryOfCsv, summaryOfMetadata } from './summary';

export function bundleBlob(value: JsonObject, { place }: Blob, fields: Fields, keeper: Keeper): BundleBlob {
  const properties = bundlePropertiesOf(value, fields, keeper);
  return {
    schema: 'olm.bundle', name: keeper.own(fields.text(value, 'name', [])), package: keeper.shared(fields.text(value, 'package', [])),
    image: keeper.own(fields.text(value, 'image', [])),
    relatedImages: fields.objects(value, 'relatedImages', []).map(([image, path]) => ({
      name: keeper.shared(fields.text(image, 'name', path)), image: keeper.shared(fields.text(image, 'image', path)),
    })),
    properties, place,
    ...defined({ about: aboutOf(value, fields, keeper) }),
  };
}

function aboutOf(value: JsonObject, fields: Fields, keeper: Keeper): BundleBlob['about'] {
  const valuesOf = (type: string) => fields.objects(value, 'properties', [])
    .filter(([property]) => member(property, 'type') === type)
    .map(([property, path]) => [property, path] as const);
  const objects = valuesOf('olm.bundle.object').flatMap(([property, path]) => requireObjects(property, path, fields));
  for (const [property, path] of valuesOf('olm.csv.metadata')) {
    const metadata = fields.object(property, 'value', path);
    if (metadata !== undefined) return summaryOfMetadata(metadata, keeper);
  }
  const csv = csvOf(objects);
  return csv === undefined ? undefined : summaryOfCsv(csv, keeper);
}
