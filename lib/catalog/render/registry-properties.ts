/** What a registry+v1 bundle says of itself in a catalog: `olm.package`, the kinds that it brings and needs, and what its author adds. */
import { asObject, definedKindOf, isDefinition, isJsonObject, type JsonObject, type JsonValue } from '../../api';
import type { BundleFiles, TypedValue } from '../../formats';
import { annotatedProperties, readProperties } from '../../formats/metadata/properties';
import { readDependencies } from '../../formats/metadata/dependencies';
import type { Issue } from '../../issue';
import { asString } from '../../schema';
import { renderIssue } from './issues';
import type { BundleProperty } from './property';
import type { RegistryManifest } from './registry-manifests';

/** @param of the bundle: its name, its package, its ClusterServiceVersion */
export function registryProperties(
  files: BundleFiles, manifests: readonly RegistryManifest[], of: RegistryIdentity, issues: Issue[],
): readonly BundleProperty[] {
  const { manifest, origin } = of.csv;
  const spec = asObject(manifest['spec']) ?? {};
  const said: Issue[] = [];
  const annotations = Object.entries(asObject(asObject(manifest['metadata'])?.['annotations']) ?? {});
  const texts = Object.fromEntries(annotations.filter((entry): entry is [string, string] => typeof entry[1] === 'string'));
  const written = [...readProperties(files, said), ...annotatedProperties(texts, origin, said)].map(asProperty);
  const dependencies = readDependencies(files, said).map(dependencyProperty);
  issues.push(...said.map((issue): Issue => ({ ...issue, severity: 'warning' })));
  const crds = manifests.filter((one) => isDefinition(one.manifest)).flatMap((one) => kindsOf(one.manifest));
  reportMissing(spec, crds, of, issues);
  const provided = [...crds.map(({ gvk }) => gvk), ...apiServices(spec, 'owned')];
  const required = [...requiredDefinitions(spec), ...apiServices(spec, 'required')];
  return [
    ...(written.some(({ type }) => type === 'olm.package') ? [] : [{ type: 'olm.package', value: packageValue(of.packageName, spec) }]),
    ...provided.map((value) => ({ type: 'olm.gvk', value })),
    ...required.map((value) => ({ type: 'olm.gvk.required', value })),
    ...dependencies,
    ...written,
  ];
}

export interface RegistryIdentity {
  readonly name: string;
  readonly packageName: string;
  readonly csv: RegistryManifest;
}

function packageValue(packageName: string, { version, release }: JsonObject): JsonObject {
  const text = typeof release === 'number' ? String(release) : asString(release);
  return { packageName, version: asString(version) ?? '', ...(text === undefined || text === '' ? {} : { release: text }) };
}

function asProperty({ type, value }: TypedValue): BundleProperty {
  return { type, value: value as JsonValue };
}

/** In dependencies types name what is needed; among properties they would be what the bundle brings. */
export function dependencyProperty(dependency: TypedValue): BundleProperty {
  const { type, value } = asProperty(dependency);
  if (type === 'olm.gvk') return { type: 'olm.gvk.required', value };
  if (type !== 'olm.package' || !isJsonObject(value)) return { type, value };
  const { packageName, version } = value;
  return { type: 'olm.package.required', value: { packageName: packageName ?? '', versionRange: version ?? '' } };
}

interface ProvidedKind {
  /** `kedas.keda.sh` */
  readonly crd: string;
  readonly gvk: { readonly group: string; readonly kind: string; readonly version: string };
}

/** The kind of a definition in each of its versions. */
export function kindsOf(definition: JsonObject): readonly ProvidedKind[] {
  const { group = '', kind = '', versions } = definedKindOf(definition);
  const crd = asString(asObject(definition['metadata'])?.['name']) ?? '';
  // The old form of definitions has one version beside the list, or instead of it.
  const old = asString(asObject(definition['spec'])?.['version']);
  const names = new Set([...versions.map(({ name = '' }) => name), ...(old === undefined || old === '' ? [] : [old])]);
  return [...names].map((version) => ({ crd, gvk: { group, kind, version } }));
}

function requiredDefinitions(spec: JsonObject): readonly JsonObject[] {
  return entriesOf(asObject(spec['customresourcedefinitions'])?.['required']).map(({ name, kind, version }) => ({
    group: groupOfName(asString(name) ?? ''), kind: asString(kind) ?? '', version: asString(version) ?? '',
  }));
}

function apiServices(spec: JsonObject, which: 'owned' | 'required'): readonly JsonObject[] {
  return entriesOf(asObject(spec['apiservicedefinitions'])?.[which]).map(({ group, kind, version }) => ({
    group: asString(group) ?? '', kind: asString(kind) ?? '', version: asString(version) ?? '',
  }));
}

/** What stands behind the plural: `keda.sh` of `kedas.keda.sh`. */
function groupOfName(name: string): string {
  return name.slice(name.indexOf('.') + 1);
}

function reportMissing(spec: JsonObject, crds: readonly ProvidedKind[], { name: bundle, csv }: RegistryIdentity, issues: Issue[]): void {
  const found = crds.map(({ crd, gvk }) => textOf(gvk, crd));
  for (const { name, kind, version } of entriesOf(asObject(spec['customresourcedefinitions'])?.['owned'])) {
    const crd = asString(name) ?? '';
    const wanted = textOf({ group: groupOfName(crd), kind: asString(kind) ?? '', version: asString(version) ?? '' }, crd);
    if (found.includes(wanted)) continue;
    const [text = '', plural = ''] = wanted.split(' ');
    issues.push(renderIssue('catalog-owned-crd-missing', { bundle, kind: text, plural, found }, { origin: csv.origin }));
  }
}

/** `keda.sh/v1alpha1/KedaController kedacontrollers` */
function textOf({ group, version, kind }: ProvidedKind['gvk'], crd: string): string {
  return `${group}/${version}/${kind} ${crd.split('.')[0] ?? ''}`;
}

function entriesOf(value: JsonValue | undefined): readonly JsonObject[] {
  return Array.isArray(value) ? value.filter(isJsonObject) : [];
}
