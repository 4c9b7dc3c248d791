/** Rules about packages. */
import type { BundleBlob, CatalogContent, PackageBlob } from '../../model/blob';
import { packageProperties } from '../package-property';
import type { Doubles, PackageParts } from '../packages';
import { firstOf, type Report } from '../report';

const LABEL = /^[a-z0-9](?:[-a-z0-9]*[a-z0-9])?$/;
const MAX_LABEL = 63;

/** Names, and that each is there once. */
export function checkPackageBlobs({ packages }: CatalogContent, { packages: doubles }: Doubles, report: Report): void {
  for (const { name, place } of packages) {
    const problem = nameProblem(name);
    const about = name === '' ? {} : { package: name };
    if (problem !== undefined) report('catalog-package-name', { ...about, problem, name }, place, ['name']);
  }
  for (const [{ name, place }, first] of doubles) {
    report('catalog-duplicate-package', { package: name, name, first: firstOf(first.place) }, place);
  }
}

function nameProblem(name: string): 'missing' | 'characters' | 'length' | undefined {
  if (name === '') return 'missing';
  if (name.length > MAX_LABEL) return 'length';
  return LABEL.test(name) ? undefined : 'characters';
}

/** Channels, and versions of bundles. */
export function checkPackage({ name, blob, channels, bundles }: PackageParts & { readonly blob: PackageBlob }, report: Report): void {
  const about = { package: name };
  const { defaultChannel, place } = blob;
  if (defaultChannel === '') report('catalog-default-channel', { ...about, problem: 'missing', name: '' }, place, ['defaultChannel']);
  if (channels.size === 0) report('catalog-no-channel', about, place);
  else if (defaultChannel !== '' && !channels.has(defaultChannel)) {
    report('catalog-default-channel', { ...about, problem: 'unknown', name: defaultChannel }, place, ['defaultChannel']);
  }
  const byVersion = new Map<string, string[]>();
  for (const bundle of bundles.values()) {
    const version = versionText(bundle);
    if (version === undefined) continue;
    const names = byVersion.get(version);
    if (names === undefined) byVersion.set(version, [bundle.name]);
    else names.push(bundle.name);
  }
  const versions = [...byVersion].filter(([, names]) => names.length > 1)
    .map(([version, names]) => ({ version: version.replace('\n', '-'), bundles: names.sort() }))
    .sort((a, b) => (a.version < b.version ? -1 : 1));
  if (versions.length > 0) report('catalog-duplicate-version', { ...about, versions }, place);
}

/** Version and release as they are written, a line each. Build metadata tells versions apart. */
function versionText(bundle: BundleBlob): string | undefined {
  const [only, ...more] = packageProperties(bundle);
  if (only?.version === undefined || more.length > 0) return undefined;
  return only.release === undefined ? only.version : `${only.version}\n${only.release}`;
}
