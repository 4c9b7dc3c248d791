/** Rules about bundles. */
import { nameOfVersion, releaseProblem, releaseProblemText, strictVersionProblem, versionProblemText } from '../../../semver';
import type { BundleBlob, CatalogContent } from '../../model/blob';
import { imageNameProblem, type ImageNameProblem, isRelativePath } from '../image-name';
import { packageProperties, type PackageProperty } from '../package-property';
import type { Doubles, PackageParts } from '../packages';
import { firstOf, type Report } from '../report';
import { checkProperties } from './properties';

/** Names, packages, and that each is there once. */
export function checkBundleBlobs(
  { bundles }: CatalogContent, homeless: readonly PackageParts[], { bundles: doubles }: Doubles, report: Report,
): void {
  for (const { name, package: packageName, place } of bundles) {
    if (name === '') report('catalog-bundle-name', { ...(packageName === '' ? {} : { package: packageName }) }, place, ['name']);
  }
  for (const { name: unknown, bundles: own } of homeless) {
    for (const { name, place } of own.values()) {
      if (unknown === '') report('catalog-bundle-package', { bundle: name, name }, place, ['package']);
      else report('catalog-unknown-package', { package: unknown, of: 'bundle', unknown, name }, place, ['package']);
    }
  }
  for (const [{ name, package: packageName, place }, first] of doubles) {
    report('catalog-duplicate-bundle', { package: packageName, bundle: name, name, first: firstOf(first.place) }, place);
  }
}

/** What is known of names of images already: catalogs name the same ones over and over. */
export type KnownImages = Map<string, ImageNameProblem | undefined>;

export interface BundleCheck {
  /** A channel of the package has it. */
  readonly isListed: boolean;
  /** It may be named by its path. */
  readonly allowsPaths: boolean;
  readonly images: KnownImages;
}

export function checkBundle(bundle: BundleBlob, { isListed, allowsPaths, images: known }: BundleCheck, report: Report): void {
  const { name, package: packageName, image, properties, relatedImages, place } = bundle;
  const about = { package: packageName, bundle: name };
  if (!isListed) report('catalog-bundle-not-in-channel', about, place);
  if (image === '' && !properties.some(({ type }) => type === 'olm.bundle.object')) {
    report('catalog-bundle-image', about, place, ['image']);
  }
  const problemOf = (text: string): ImageNameProblem | undefined => {
    if (!known.has(text)) known.set(text, text === '' ? undefined : imageNameProblem(text));
    return known.get(text);
  };
  const problem = allowsPaths && isRelativePath(image) ? undefined : problemOf(image);
  if (problem !== undefined) report('catalog-image-name', { ...about, image, problem }, place, ['image']);
  relatedImages.forEach(({ image: related }, index) => {
    const wrong = problemOf(related);
    const data = { ...about, image: related, related: index };
    if (wrong !== undefined) report('catalog-image-name', { ...data, problem: wrong }, place, ['relatedImages', index, 'image']);
  });
  checkProperties(bundle, report);
  const found = packageProperties(bundle);
  const [only] = found;
  if (found.length !== 1 || only === undefined) {
    report('catalog-package-property', { ...about, found: found.length }, place, ['properties']);
  } else checkPackageProperty(bundle, only, report);
}

function checkPackageProperty({ name, package: packageName, place }: BundleBlob, property: PackageProperty, report: Report): void {
  const about = { package: packageName, bundle: name };
  const { packageName: named, version, release } = property;
  const path = ['properties', property.index, 'value'] as const;
  if (named !== undefined && named !== packageName) {
    report('catalog-other-package', { ...about, named }, place, [...path, 'packageName']);
  }
  const problem = version === undefined ? undefined : strictVersionProblem(version);
  if (version !== undefined && problem !== undefined) {
    report('catalog-version', { ...about, version, reason: versionProblemText(problem) }, place, [...path, 'version']);
  }
  if (release === undefined) return;
  const fault = releaseProblem(release);
  if (fault !== undefined) report('catalog-release', { ...about, release, reason: releaseProblemText(fault) }, place, [...path, 'release']);
  if (version === undefined || problem !== undefined || fault !== undefined) return;
  if (version.includes('+')) report('catalog-release-with-build', about, place, [...path, 'version']);
  else {
    const expected = `${packageName}-v${nameOfVersion(version, release)}`;
    if (name !== expected) report('catalog-bundle-name', { ...about, expected }, place, ['name']);
  }
}
