/**
 * A generated catalog in files, of the size and make of real ones: packages with five versions, whose metadata is descriptions, examples
 * and custom resources. Always the same one.
 */
import { createWriteStream, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import type { JsonObject } from '../../lib/api';
import { stringifyYaml } from '../../lib/yaml';

export type Form = 'json' | 'yaml';

const BUNDLES = 5;
const WORDS = [
  'the operator watches custom resources and keeps what they describe:', 'databases, brokers, gateways, certificates and jobs of a team',
].join(' ').split(' ');

/** @returns bytes that were written, one file a package */
export async function writeCatalog(folder: string, packages: number, form: Form): Promise<number> {
  let bytes = 0;
  for (let index = 0; index < packages; index++) {
    const name = `package-${String(index).padStart(4, '0')}`;
    mkdirSync(join(folder, name), { recursive: true });
    const stream = createWriteStream(join(folder, name, `catalog.${form}`));
    for (const blob of blobsOf(name, index)) {
      const text = form === 'json' ? `${JSON.stringify(blob, undefined, 4)}\n` : `---\n${stringifyYaml(blob)}`;
      bytes += Buffer.byteLength(text);
      stream.write(text);
    }
    stream.end();
    await finished(stream);
  }
  return bytes;
}

function blobsOf(name: string, seed: number): readonly JsonObject[] {
  const versions = Array.from({ length: BUNDLES }, (_, index) => `1.${index}.0`);
  const picture = Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg">${text(seed, 300)}</svg>`);
  const icon = { base64data: picture.toString('base64'), mediatype: 'image/svg+xml' };
  const entries = versions.map((version, index) => ({
    name: `${name}.v${version}`,
    ...(index === 0 ? {} : { replaces: `${name}.v${versions[index - 1] ?? ''}`, skipRange: `>=1.0.0 <${version}` }),
  }));
  return [
    { schema: 'olm.package', name, defaultChannel: 'stable', description: text(seed, 60), icon },
    { schema: 'olm.channel', name: 'stable', package: name, entries },
    { schema: 'olm.channel', name: 'candidate', package: name, entries },
    ...versions.map((version, index) => bundle(name, version, seed * BUNDLES + index)),
  ];
}

function bundle(name: string, version: string, seed: number): JsonObject {
  const kinds = Array.from({ length: 6 }, (_, index) => `Kind${index}`);
  const group = `${name}.example.com`;
  const images = Array.from({ length: 8 }, (_, index) => ({ name: `image-${index}`, image: image(name, seed * 8 + index) }));
  const metadata = {
    annotations: {
      'alm-examples': JSON.stringify(kinds.map((kind) => ({ apiVersion: `${group}/v1`, kind, spec: { text: text(seed, 80) } }))),
      capabilities: 'Seamless Upgrades', categories: 'Database', containerImage: image(name, seed),
    },
    crdDescriptions: {
      owned: kinds.map((kind, index) => ({
        name: `${kind.toLowerCase()}s.${group}`, kind, version: 'v1', displayName: kind, description: text(seed + index, 40),
        specDescriptors: Array.from({ length: 10 }, (_, field) => ({
          'path': `field${field}`, 'displayName': `Field ${field}`, 'description': text(seed + field, 20),
          'x-descriptors': ['urn:alm:descriptor:text'],
        })),
      })),
    },
    description: Array.from({ length: 30 }, (_, line) => text(seed + line, 20)).join('\n'),
    displayName: `Package ${name}`,
    installModes: ['OwnNamespace', 'AllNamespaces'].map((type) => ({ type, supported: true })),
    keywords: ['database', 'cluster'], maturity: 'stable', minKubeVersion: '1.25.0', provider: { name: 'Example' },
  };
  return {
    schema: 'olm.bundle', name: `${name}.v${version}`, package: name, image: image(name, seed), relatedImages: images,
    properties: [
      ...kinds.map((kind) => ({ type: 'olm.gvk', value: { group, kind, version: 'v1' } })),
      { type: 'olm.package', value: { packageName: name, version } },
      { type: 'olm.csv.metadata', value: metadata },
    ],
  };
}

function image(name: string, seed: number): string {
  return `registry.example.com/${name}/image@sha256:${seed.toString(16).padStart(64, '0')}`;
}

function text(seed: number, words: number): string {
  return Array.from({ length: words }, (_, index) => WORDS[(seed * 7 + index * 3) % WORDS.length] ?? '').join(' ');
}
