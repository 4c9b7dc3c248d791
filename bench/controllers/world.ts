/** A catalog with as many packages as there are extensions, each with a bundle of its own in a registry. */
import { API_VERSION, type KubeObject } from '../../lib/api';
import { imageOfFiles, pushImage } from '../../lib/image';

export const NAMESPACE = 'bench';
export const CATALOG = 'bench';

export function packageName(index: number): string {
  return `package-${String(index).padStart(4, '0')}`;
}

/** An extension whose catalog names an image that no registry has. */
export const BROKEN = 'broken';

export function brokenExtension(): KubeObject {
  return {
    apiVersion: API_VERSION, kind: 'ClusterExtension', metadata: { name: BROKEN },
    spec: { namespace: NAMESPACE, source: { sourceType: 'Catalog', catalog: { packageName: BROKEN } } },
  };
}

export function extensionOf(index: number, version: string): KubeObject {
  return {
    apiVersion: API_VERSION, kind: 'ClusterExtension', metadata: { name: packageName(index) },
    spec: { namespace: NAMESPACE, source: { sourceType: 'Catalog', catalog: { packageName: packageName(index), version } } },
  };
}

/** @returns the reference of the catalog */
export async function publish(
  host: string, extensions: number, versions: readonly string[], objects: number, kilobytes: number, more: readonly object[] = [],
): Promise<string> {
  const blobs: object[] = [];
  for (let index = 0; index < extensions; index += 1) {
    const name = packageName(index);
    const images: Record<string, string> = {};
    for (const version of versions) {
      images[version] = await pushBundle(host, name, version, bundleObjects(name, version, objects, kilobytes));
    }
    blobs.push(...blobsOf(name, images));
  }
  blobs.push(...blobsOf(BROKEN, { '1.0.0': `${host}/nowhere:v1` }), ...more);
  const label = { 'operators.operatorframework.io.index.configs.v1': '/configs' };
  const content = Buffer.from(blobs.map((blob) => JSON.stringify(blob)).join('\n'));
  const image = imageOfFiles([['configs/catalog.json', content]], { labels: label });
  await pushImage(image, `${host}/catalog:v1`, PUSH);
  return `${host}/catalog@${image.digest}`;
}

const PUSH = { plainHttp: true, cache: false, env: {} } as const;

/** @returns the reference of its image */
export async function pushBundle(host: string, name: string, version: string, objects: readonly KubeObject[]): Promise<string> {
  const ref = `${host}/${name}:v${version}`;
  await pushImage(imageOfFiles(bundleFiles(name, version, objects)), ref, PUSH);
  return ref;
}

/** A package with one channel, in which each version replaces the one before. @param images by version */
export function blobsOf(name: string, images: Readonly<Record<string, string>>): readonly object[] {
  const versions = Object.keys(images);
  return [
    { schema: 'olm.package', name, defaultChannel: 'stable' },
    {
      schema: 'olm.channel', package: name, name: 'stable',
      entries: versions.map((version, at) => (
        { name: `${name}.v${version}`, ...(at === 0 ? {} : { replaces: `${name}.v${versions[at - 1]}` }) }
      )),
    },
    ...versions.map((version) => ({
      schema: 'olm.bundle', package: name, name: `${name}.v${version}`, image: images[version],
      properties: [{ type: 'olm.package', value: { packageName: name, version } }],
    })),
  ];
}

/** ConfigMaps. Of two versions, one of them differs. */
export function bundleObjects(name: string, version: string, objects: number, kilobytes: number): readonly KubeObject[] {
  return Array.from({ length: objects }, (_, at) => ({
    apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: `${name}-${at}` },
    data: { text: `${name} ${at} `.repeat((kilobytes * 1024) / (name.length + 3)), ...(at === 0 ? { version } : {}) },
  }));
}

function bundleFiles(name: string, version: string, maps: readonly KubeObject[]): readonly (readonly [string, Buffer])[] {
  const annotations = {
    'mediatype.v1': 'registry+v1', 'manifests.v1': 'manifests/', 'metadata.v1': 'metadata/', 'package.v1': name, 'channels.v1': 'stable',
    'channel.default.v1': 'stable',
  };
  const prefix = 'operators.operatorframework.io.bundle';
  const said = Object.fromEntries(Object.entries(annotations).map(([key, value]) => [`${prefix}.${key}`, value]));
  const file = (value: object): Buffer => Buffer.from(JSON.stringify(value));
  const serviceVersion = {
    apiVersion: 'operators.coreos.com/v1alpha1', kind: 'ClusterServiceVersion', metadata: { name: `${name}.v${version}` },
    spec: {
      displayName: name, version, installModes: [{ type: 'AllNamespaces', supported: true }],
      install: { strategy: 'deployment', spec: { deployments: [] } },
    },
  };
  return [
    ['manifests/csv.yaml', file(serviceVersion)],
    ...maps.map((map) => [`manifests/${map.metadata.name ?? ''}.yaml`, file(map)] as const),
    ['metadata/annotations.yaml', file({ annotations: said })],
  ];
}
