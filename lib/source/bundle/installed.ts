/** What is put on record of a bundle: by what it is known, and what others may depend on. */
import { type BundleProperty, definedKindOf, type InstalledBundle, type JsonObject, keptProperties } from '../../api';
import { defined } from '../../defined';
import { type Bundle, requirementsOf } from '../../formats';
import type { ConfiguredBundle } from './configure';

/** What the catalog says of a bundle goes before what the bundle says of itself: upgrades and dependencies are decided by the catalog. */
export function installedBundle({ source: { bundle, reference, chosen }, namespace }: ConfiguredBundle): InstalledBundle {
  const { name, version, release } = bundle;
  if (chosen === undefined) {
    return { name, ...defined({ version, release }), namespace, ...defined({ reference }), ...keptProperties(propertiesOf(bundle)) };
  }
  const { catalog, properties, ...known } = chosen;
  return { ...known, namespace, ...defined({ reference }), ...keptProperties(properties), catalog };
}

/** As a catalog would say it. */
function propertiesOf(bundle: Bundle): readonly BundleProperty[] {
  const { kinds, packages } = requirementsOf(bundle);
  const constraints = [...bundle.dependencies, ...bundle.properties].filter(({ type }) => type === 'olm.constraint');
  return [
    ...bundle.crds.flatMap(({ manifest }) => broughtBy(manifest)),
    ...kinds.map(({ group, version, kind }) => ({ type: 'olm.gvk.required', value: { group, version, kind } })),
    ...packages.map(({ name, range }) => ({
      type: 'olm.package.required', value: { packageName: name, ...defined({ versionRange: range }) },
    })),
    ...constraints.map(({ type, value }) => ({ type, value })),
  ];
}

/** The kinds of a definition, in each version that is served. */
function broughtBy(definition: JsonObject): readonly BundleProperty[] {
  const { group, kind, versions } = definedKindOf(definition);
  const served = versions.filter((version) => version.served === true);
  return served.map(({ name: version }) => ({ type: 'olm.gvk', value: defined({ group, version, kind }) }));
}
