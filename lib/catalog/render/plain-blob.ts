/**
 * Bundles of the formats that OLM has no catalogs for (plain+v0, Helm charts, packages that travel) as `olm.bundle`: identity, kinds and
 * needs as of any other bundle, and the media type, so that who pulls the image knows what it is.
 */
import type { JsonObject, JsonValue } from '../../api';
import { type Bundle, type BundleFiles, imagesOf, readBundle } from '../../formats';
import { defined } from '../../defined';
import type { Issue } from '../../issue';
import { schemaProperty } from './config-schema-property';
import { MEDIA_TYPE_PROPERTY } from './bundle-format';
import { renderIssue } from './issues';
import type { RenderBlobOptions } from './options';
import { type BundleProperty, distinctProperties } from './property';
import { dependencyProperty, kindsOf } from './registry-properties';
import { withMore } from './related-images';

/** Undefined, with an error among the issues: the bundle cannot be read, or has no version. */
export function plainBlob(
  files: BundleFiles, { image = '' }: RenderBlobOptions, issues: Issue[],
): { readonly blob: JsonObject } | undefined {
  const { bundle, issues: found } = readBundle(files, { forInstall: true });
  const known = new Set((files.issues ?? []).map((issue) => JSON.stringify(issue)));
  issues.push(...found.filter((issue) => !known.has(JSON.stringify(issue))));
  if (bundle === undefined) return undefined;
  const { name, packageName, version, release } = bundle;
  if (version === undefined) {
    issues.push(renderIssue('catalog-no-version', { bundle: name }, { origin: files.origin }));
    return undefined;
  }
  const own: readonly BundleProperty[] = [
    { type: 'olm.package', value: { packageName, version, ...defined({ release }) } },
    { type: MEDIA_TYPE_PROPERTY, value: bundle.format },
    ...bundle.crds.flatMap(({ manifest }) => kindsOf(manifest)).map(({ gvk }) => ({ type: 'olm.gvk', value: gvk })),
    ...bundle.dependencies.map(dependencyProperty),
    ...bundle.properties.filter(({ type }) => type !== 'olm.package').map(({ type, value }) => ({ type, value: value as JsonValue })),
    ...schemaProperty(bundle.configSchema, issues),
  ];
  return {
    blob: {
      schema: 'olm.bundle',
      name: nameOf(bundle, version),
      package: packageName,
      image,
      properties: distinctProperties(own) as unknown as JsonValue,
      relatedImages: withMore([], [image, ...imagesOf(bundle, bundle.others).map((use) => use.image)]) as unknown as JsonValue,
    },
  };
}

/** Names of bundles are those of the package with the version, so that two versions of a chart are two bundles. */
function nameOf({ name, packageName }: Bundle, version: string): string {
  return name === packageName ? `${packageName}.v${version}` : name;
}
