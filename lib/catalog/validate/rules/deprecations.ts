/** Rules about deprecations. */
import type { CatalogContent, DeprecationsBlob } from '../../model/blob';
import type { Doubles, PackageParts } from '../packages';
import { firstOf, type Report } from '../report';

/** Packages, and that each has one blob at most. */
export function checkDeprecationBlobs(
  { deprecations }: CatalogContent, packages: ReadonlySet<string>, { deprecations: doubles }: Doubles, report: Report,
): void {
  for (const { package: name, place } of deprecations) {
    if (packages.has(name)) continue;
    const about = name === '' ? {} : { package: name };
    report('catalog-deprecation-package', { ...about, problem: name === '' ? 'missing' : 'unknown', name }, place, ['package']);
  }
  for (const [{ package: name, place }, first] of doubles) {
    if (packages.has(name)) report('catalog-duplicate-deprecations', { package: name, name, first: firstOf(first.place) }, place);
  }
}

export function checkDeprecations(
  { entries, place }: DeprecationsBlob, { name: packageName, channels, bundles }: PackageParts, report: Report,
): void {
  const seen = new Set<string>();
  entries.forEach(({ reference, message }, index) => {
    const { schema, name = '' } = reference;
    const path = ['entries', index] as const;
    const about = { package: packageName };
    const key = JSON.stringify([schema, name]);
    const [atSchema, atName] = [[...path, 'reference', 'schema'], [...path, 'reference', 'name']];
    if (schema === '') report('catalog-deprecation-schema', { ...about, problem: 'missing', index, reference }, place, atSchema);
    else if (seen.has(key)) report('catalog-duplicate-deprecation', { ...about, reference }, place, path);
    seen.add(key);
    switch (schema) {
      case '': break;
      case 'olm.package':
        if (name !== '') report('catalog-deprecation-name', { ...about, name }, place, atName);
        break;
      case 'olm.channel':
        if (!channels.has(name)) report('catalog-deprecated-unknown', { ...about, kind: 'channel', name }, place, atName);
        break;
      case 'olm.bundle':
        if (!bundles.has(name)) report('catalog-deprecated-unknown', { ...about, kind: 'bundle', name }, place, atName);
        break;
      default:
        report('catalog-deprecation-schema', { ...about, problem: 'unknown', index, reference }, place, atSchema);
    }
    if (message === '') report('catalog-deprecation-message', messageAbout(packageName, schema, name), place, [...path, 'message']);
  });
}

function messageAbout(packageName: string, schema: string, name: string) {
  if (schema === 'olm.channel' && name !== '') return { package: packageName, channel: name };
  if (schema === 'olm.bundle' && name !== '') return { package: packageName, bundle: name };
  return { package: packageName };
}
