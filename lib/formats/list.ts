/**
 * The faces of the formats that `detect/known-formats.ts` lists: a format of that list that is missing here does not compile, and nothing
 * else names one.
 */
import { asObject } from '../api';
import { asString } from '../schema';
import type { BundleFiles, CommonBundle, ReadAs } from './bundle';
import { type BundleFormat, type ExportFormat, knownFormats } from './detect/known-formats';
import type { Exporter } from './export/exporter';
import { metadataDocument } from './files/text';
import type { Format } from './format';
import { helm } from './helm/format';
import type { ChartBundle } from './helm/bundle';
import { MEDIA_TYPE } from './metadata/annotations';
import { ANNOTATIONS_FILE } from './metadata/file-names';
import type { PackageV1Bundle } from './package-v1/bundle';
import { packageV1 } from './package-v1/format';
import type { PlainBundle } from './plain-v0/bundle';
import { plainV0, plainV0Exporter } from './plain-v0/format';
import type { RegistryBundle } from './registry-v1/bundle';
import { registryV1, registryV1Exporter } from './registry-v1/format';

export { packedChartIn } from './helm/packed-chart';

/** By name of the format, what a bundle of it is. */
interface Bundles extends Record<BundleFormat, CommonBundle> {
  'package+v1': PackageV1Bundle;
  'registry+v1': RegistryBundle;
  'plain+v0': PlainBundle;
  'helm': ChartBundle;
}

const formats: { readonly [Name in BundleFormat]: Format<Bundles[Name]> } = {
  helm,
  'package+v1': packageV1,
  'registry+v1': registryV1,
  'plain+v0': plainV0,
};

const exporters = {
  'registry+v1': registryV1Exporter,
  'plain+v0': plainV0Exporter,
} as const satisfies { readonly [Name in ExportFormat]: Exporter };

type AnyFormat = { readonly [Name in BundleFormat]: Format<Bundles[Name]> }[BundleFormat];

const all: readonly AnyFormat[] = knownFormats.map(({ name }) => formats[name]);

/** A bundle of any format; `format` says which, and with it what else the bundle has. */
export type Bundle = Bundles[BundleFormat];

/** The bundle is there exactly when no issue is an error. */
export type ReadResult = ReadAs<Bundle>;

/** The face of a bundle's format. */
export function formatOf<Name extends BundleFormat>({ format }: Bundles[Name] & { readonly format: Name }): Format<Bundles[Name]> {
  return formats[format];
}

/** The name of a format, if the value is one. */
export function formatNamed(value: unknown): BundleFormat | undefined {
  return all.find(({ name }) => name === value)?.name;
}

/**
 * The format of the files: what `metadata/annotations.yaml` says; without that, the first that they look like. Undefined: they are no
 * bundle.
 */
export function formatOfFiles(files: BundleFiles): AnyFormat | undefined {
  const annotations = asObject(metadataDocument(files, ANNOTATIONS_FILE, [])?.value.annotations);
  const declared = asString(annotations?.[MEDIA_TYPE]);
  return all.find(({ mediaTypes }) => declared !== undefined && mediaTypes.includes(declared)) ?? all.find(({ detect }) => detect(files));
}

/** The artifact that registries hold of a format, by the media type of its configuration. */
export function artifactOfType(mediaType: string): NonNullable<AnyFormat['artifact']> | undefined {
  return all.map(({ artifact }) => artifact).find((artifact) => artifact?.types.config === mediaType);
}

export function exporterOf(format: ExportFormat): Exporter {
  return exporters[format];
}
