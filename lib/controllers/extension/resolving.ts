/** The resolver's request of an extension, over the catalogs and what is installed beside it. */
import {
  ANNOTATION_PACKAGE_NAME, ANNOTATION_PROPERTIES, type ClusterExtension, type ClusterExtensionRevision, isJsonObject,
} from '../../api';
import {
  type ClusterView, type DependencyCheck, dependencyCheck, type InstalledPackage, type NamedCatalog, needsOf, type Property,
  type Resolution, resolveBundle,
} from '../../catalog';
import { defined } from '../../defined';
import type { HelmRelease } from '../helm';
import { type LiveExtension, revisionStates, type RevisionBundle } from './revision-facts';

export interface ResolvingPlace {
  readonly catalogs: readonly NamedCatalog[];
  /** Other extensions: what they bring may be what this one needs. Asked where a bundle needs something. */
  readonly installed: () => readonly InstalledPackage[];
  readonly cluster: ClusterView;
}

/** @param installed what counts as installed: upgrade edges lead on from it */
export function resolveFor(
  { spec: { source: { catalog } } }: ClusterExtension, installed: RevisionBundle | undefined,
  { catalogs, installed: others, cluster }: ResolvingPlace,
): Resolution {
  const {
    packageName = '', version, channels, selector, upgradeConstraintPolicy: policy = 'CatalogProvided', dependencies,
  } = catalog ?? {};
  const asked = { packageName, ...defined({ version, channels, selector }), policy };
  const here = installed === undefined ? [] : [asInstalled(packageName, installed)];
  let check: DependencyCheck | undefined;
  return resolveBundle({
    ...asked,
    catalogs,
    cluster,
    ...defined({ installed }),
    dependencies: (candidate) => {
      if (needsOf(candidate.bundle.properties)?.length === 0) return undefined;
      // Of the catalogs only the package itself, unless what it depends on is to be installed with it.
      const only = dependencies === 'Install' ? catalogs : catalogs.map((one) => withPackage(one, packageName));
      check ??= dependencyCheck({ catalogs: only, installed: [...others(), ...here], cluster }, asked);
      return check(candidate);
    },
  });
}

function withPackage(named: NamedCatalog, packageName: string): NamedCatalog {
  if (named.catalog === undefined) return named;
  const found = named.catalog.packages.get(packageName);
  return { ...named, catalog: { packages: new Map(found === undefined ? [] : [[packageName, found]]) } };
}

function asInstalled(packageName: string, { name, version, release }: RevisionBundle): InstalledPackage {
  return { packageName, name, version, ...defined({ release }), properties: [] };
}

/** What an extension has installed, for others that may need it. @param release what Helm has of it */
export function installedPackageOf(
  extension: LiveExtension, revisions: readonly ClusterExtensionRevision[], release: HelmRelease | undefined,
): readonly InstalledPackage[] {
  const { applied } = release ?? {};
  if (applied !== undefined) return [asInstalled(extension.spec.source.catalog?.packageName ?? '', applied.bundle)];
  const { installed } = revisionStates(revisions);
  if (installed?.bundle === undefined) return [];
  const { annotations = {} } = revisions.find(({ metadata }) => metadata.uid === installed.uid)?.metadata ?? {};
  const packageName = annotations[ANNOTATION_PACKAGE_NAME] ?? '';
  return [{ ...asInstalled(packageName, installed.bundle), properties: notedProperties(annotations[ANNOTATION_PROPERTIES]) }];
}

/** Who may write revisions may write anything there: what is no list of properties counts as none. */
export function notedProperties(text = '[]'): readonly Property[] {
  try {
    const found: unknown = JSON.parse(text);
    return Array.isArray(found) ? found.filter(isProperty) : [];
  } catch {
    return [];
  }
}

function isProperty(value: unknown): value is Property {
  return isJsonObject(value) && typeof value['type'] === 'string' && 'value' in value;
}
