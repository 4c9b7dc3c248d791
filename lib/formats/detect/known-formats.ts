/**
 * The list of formats. A new one is a folder with a face, and a line here; `../list.ts` does not compile until it has the rest of the face.
 * Loads nothing that reads or renders bundles.
 */
import { COMMON_METADATA, type CommonMetadata } from '../export/metadata';
import { helmDetection } from '../helm/detection';
import { packageV1Detection } from '../package-v1/detection';
import { plainV0Detection } from '../plain-v0/detection';
import { registryV1Detection } from '../registry-v1/detection';
import { REGISTRY_METADATA, type RegistryMetadata } from '../registry-v1/export/metadata';
import type { Detection } from './detection';
import { folderView } from './folder-view';

/** In the order in which files are looked at: what looks like two formats is the first of them. */
export const knownFormats = [helmDetection, packageV1Detection, registryV1Detection, plainV0Detection] as const;

/** Formats that packages arrive in (docs/requirements.md, bundles and catalogs). */
export type BundleFormat = (typeof knownFormats)[number]['name'];

/** Names of the formats that objects can be written in. */
export const EXPORT_FORMATS = [registryV1Detection.name, plainV0Detection.name] as const;

export type ExportFormat = (typeof EXPORT_FORMATS)[number];

/** What is written where none is chosen. */
export const DEFAULT_EXPORT_FORMAT: ExportFormat = registryV1Detection.name;

/** The format in which the code of a package travels. It is made of a project, and not of objects. */
export const PACKAGE_FORMAT = packageV1Detection.name;

/** No bundle: the manifest folder of a Cluster API provider's image, for the Cluster API operator (docs/cluster-api.md). */
export const CAPI_FORMAT = 'capi';

/** Names of the formats that `bundle build` makes. */
export const BUILD_FORMATS = [...EXPORT_FORMATS, PACKAGE_FORMAT, CAPI_FORMAT] as const;

export type BuildFormat = (typeof BUILD_FORMATS)[number];

/** The format that takes every object as it is, for hints and examples. */
export const PLAIN_FORMAT: ExportFormat = plainV0Detection.name;

/** What authors say of a package, for all formats that can be written. What a format has no place for is left out of its bundle. */
export interface BundleMetadata extends CommonMetadata, RegistryMetadata {}

export const METADATA_FIELDS: readonly (keyof BundleMetadata)[] = [...REGISTRY_METADATA, ...COMMON_METADATA];

/** The format of a folder on this machine that is surely a bundle; undefined: it may be one of plain objects. */
export function formatOfFolder(path: string): Detection | undefined {
  const folder = folderView(path);
  return knownFormats.find(({ marks }) => marks(folder));
}
