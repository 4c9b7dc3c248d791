/** A small catalog in a folder, with its bundles beside it: written anew whenever the test says so. */
import { join } from 'node:path';
import type { scratchFolder } from '../command';

export interface BundleOptions {
  readonly minKubeVersion?: string;
  /** As in metadata/dependencies.yaml. */
  readonly dependencies?: readonly { readonly type: 'olm.package' | 'olm.gvk'; readonly value: Readonly<Record<string, string>> }[];
  /** Another image than the folder of the bundle. */
  readonly image?: string;
  /** What the catalog says that it is, if something else. */
  readonly said?: string;
  /** More documents beside the ClusterServiceVersion and the definition. */
  readonly objects?: readonly object[];
  /** Of the format plain+v0: only those objects, and no schema of a configuration. */
  readonly plain?: boolean;
  /** Rights of its operator in the namespaces that it watches. @default none, and no account of its own */
  readonly rules?: readonly object[];
  /** What may be configured. @default what the format says by itself */
  readonly configSchema?: object;
  /** @default all of them */
  readonly installModes?: readonly string[];
  /** Of its definition. @default one, v1, that keeps whatever there is */
  readonly versions?: readonly object[];
  /** The catalog carries its manifests, and names no image. `partly`: all but the definition. */
  readonly carried?: boolean | 'partly';
}

export interface Entry {
  readonly name: string;
  readonly replaces?: string;
  readonly skipRange?: string;
}

type Blob = Readonly<Record<string, unknown>>;

export class CatalogFolder {
  readonly path: string;
  private blobs: Blob[] = [];

  /** @param suffix of the API groups: definitions belong to the whole cluster */
  constructor(private readonly scratch: ReturnType<typeof scratchFolder>, private readonly name: string, private readonly suffix: string) {
    this.path = join(scratch.path, name);
  }

  groupOf(packageName: string): string {
    return `${packageName}.${this.suffix}.example`;
  }

  package(name: string, channels: Readonly<Record<string, readonly Entry[]>>): this {
    const [defaultChannel] = Object.keys(channels);
    this.blobs = this.blobs.filter((blob) => blob['schema'] === 'olm.bundle' || (blob['package'] ?? blob['name']) !== name);
    this.blobs.push({ schema: 'olm.package', name, defaultChannel });
    for (const [channel, entries] of Object.entries(channels)) {
      this.blobs.push({ schema: 'olm.channel', package: name, name: channel, entries: entries.map(({ name: entry, ...edges }) => ({ name: `${name}.v${entry}`, ...edges })) });
    }
    return this;
  }

  /** A property more, of a bundle that is there. */
  needs(packageName: string, version: string, needed: string): this {
    const property = { type: 'olm.package.required', value: { packageName: needed, versionRange: '>=1.0.0' } };
    this.blobs = this.blobs.map((blob) => (
      blob['schema'] !== 'olm.bundle' || blob['name'] !== `${packageName}.v${version}` ? blob
        : { ...blob, properties: [...blob['properties'] as readonly object[], property] }
    ));
    return this;
  }

  deprecate(packageName: string, entries: readonly object[]): this {
    this.blobs.push({ schema: 'olm.deprecations', package: packageName, entries });
    return this;
  }

  /** @returns the folder of the bundle */
  bundle(packageName: string, version: string, options: BundleOptions = {}): string {
    const { minKubeVersion, dependencies = [], image, said = version, objects = [], plain = false, carried = false, configSchema } = options;
    const folder = `${this.name}/bundles/${packageName}.v${version}`;
    const [group, kind] = [this.groupOf(packageName), `${packageName[0]?.toUpperCase() ?? ''}${packageName.slice(1)}`];
    this.write(`${folder}/metadata/annotations.yaml`, { annotations: annotationsOf(packageName, plain ? 'plain+v0' : 'registry+v1') });
    if (dependencies.length > 0) this.write(`${folder}/metadata/dependencies.yaml`, { dependencies });
    if (configSchema !== undefined) this.write(`${folder}/metadata/config-schema.json`, configSchema);
    const described = [serviceVersion(packageName, version, group, kind, options), definition(group, kind, packageName, options.versions)];
    const manifests = plain ? [] : described;
    for (const [index, manifest] of manifests.entries()) this.write(`${folder}/manifests/${index === 0 ? 'csv' : 'crd'}.yaml`, manifest);
    for (const [index, object] of objects.entries()) this.write(`${folder}/manifests/object-${index}.yaml`, object);
    this.blobs.push({
      schema: 'olm.bundle', name: `${packageName}.v${said}`, package: packageName, image: carried !== false ? '' : image ?? `./bundles/${packageName}.v${version}`,
      properties: [
        { type: 'olm.package', value: { packageName, version: said } }, ...(plain ? [] : [{ type: 'olm.gvk', value: { group, version: 'v1', kind } }]),
        ...(carried === false ? [] : [...manifests.slice(0, carried === 'partly' ? 1 : 2), ...objects]).map((manifest) => ({ type: 'olm.bundle.object', value: { data: Buffer.from(JSON.stringify(manifest)).toString('base64') } })),
        ...(minKubeVersion === undefined ? [] : [{ type: 'olm.csv.metadata', value: { minKubeVersion } }]),
        ...dependencies.map(({ type, value: { version: versionRange, ...value } }) => (type === 'olm.package'
          ? { type: 'olm.package.required', value: { ...value, versionRange } } : { type: 'olm.gvk.required', value: { ...value, version: versionRange } })),
      ],
    });
    return join(this.scratch.path, folder);
  }

  save(): this {
    this.scratch.write(`${this.name}/.indexignore`, 'bundles\n');
    this.write(`${this.name}/catalog.json`, ...this.blobs);
    return this;
  }

  private write(file: string, ...documents: readonly object[]): void {
    this.scratch.write(file, documents.map((document) => `${JSON.stringify(document)}\n`).join(''));
  }
}

function annotationsOf(packageName: string, format: string): object {
  const said = {
    'mediatype.v1': format, 'manifests.v1': 'manifests/', 'metadata.v1': 'metadata/', 'package.v1': packageName, 'channels.v1': 'stable',
    'channel.default.v1': 'stable',
  };
  return Object.fromEntries(Object.entries(said).map(([key, value]) => [`operators.operatorframework.io.bundle.${key}`, value]));
}

const INSTALL_MODES = ['OwnNamespace', 'SingleNamespace', 'MultiNamespace', 'AllNamespaces'];

function serviceVersion(
  name: string, version: string, group: string, kind: string, { minKubeVersion, rules, versions = [{ name: 'v1' }], installModes = INSTALL_MODES }: BundleOptions,
): object {
  const labels = { app: name };
  const account = rules === undefined ? {} : { serviceAccountName: `${name}-operator` };
  return {
    apiVersion: 'operators.coreos.com/v1alpha1', kind: 'ClusterServiceVersion', metadata: { name: `${name}.v${version}` },
    spec: {
      displayName: name, version, ...(minKubeVersion === undefined ? {} : { minKubeVersion }),
      installModes: installModes.map((type) => ({ type, supported: true })),
      customresourcedefinitions: {
        owned: versions.map((one) => ({ name: `${name}s.${group}`, version: (one as { readonly name: string }).name, kind })),
      },
      install: {
        strategy: 'deployment',
        spec: {
          ...(rules === undefined ? {} : { permissions: [{ ...account, rules }] }),
          deployments: [{
            name: `${name}-operator`,
            spec: {
              replicas: 1, selector: { matchLabels: labels },
              template: { metadata: { labels }, spec: { ...account, containers: [{ name: 'operator', image: `example.com/${name}:${version}` }] } },
            },
          }],
        },
      },
    },
  };
}

function definition(group: string, kind: string, singular: string, versions?: readonly object[]): object {
  const plural = `${singular}s`;
  const schema = { openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } };
  return {
    apiVersion: 'apiextensions.k8s.io/v1', kind: 'CustomResourceDefinition', metadata: { name: `${plural}.${group}` },
    spec: {
      group, scope: 'Namespaced', names: { kind, plural, singular, listKind: `${kind}List` },
      versions: versions ?? [{ name: 'v1', served: true, storage: true, schema }],
    },
  };
}
