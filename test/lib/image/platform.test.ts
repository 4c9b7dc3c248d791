/** Which image of an index is taken. */
import { choosePlatform, ownPlatform } from '../../../lib/image/platform';
import type { Descriptor } from '../../../lib/image/image';
import { readImage } from '../../../lib/image/read-image';
import { failure } from './errors';
import { MemorySource, OCI } from './make-image';
import { END } from './make-tar';

const image = (platform: string | undefined, annotations?: Record<string, string>): Descriptor => {
  const [os = '', architecture = '', variant] = platform?.split('/') ?? [];
  return {
    mediaType: OCI.manifest,
    digest: `sha256:${'0'.repeat(64)}`,
    size: 1,
    ...(platform === undefined ? {} : { platform: { os, architecture, ...(variant === undefined ? {} : { variant }) } }),
    ...(annotations === undefined ? {} : { annotations }),
  };
};
const attestation = image('unknown/unknown', { 'vnd.docker.reference.type': 'attestation-manifest' });
const own = image(ownPlatform());

test.each<readonly [string, readonly Descriptor[], string | undefined, number]>([
  ['the one of this machine', [image('linux/s390x'), image('linux/riscv64'), own, attestation], undefined, 2],
  ['the only one, whatever it is for', [image('windows/amd64'), attestation], undefined, 0],
  ['the only one, without a platform', [image(undefined)], undefined, 0],
  ['the one that was asked for', [own, image('linux/s390x')], 'linux/s390x', 1],
  ['with its variant', [image('linux/arm/v6'), image('linux/arm/v7')], 'linux/arm/v7', 1],
  ['any variant when none was asked for', [image('linux/arm/v6'), image('linux/arm/v7')], 'linux/arm', 0],
])('%s', (_what, images, platform, expected) => {
  expect(choosePlatform(images, platform, 'shop')).toBe(images[expected]);
});

test('none fits: the error names those there are', async () => {
  const { code, message } = await failure(() => choosePlatform([image('linux/s390x'), image('windows/amd64'), attestation], 'linux/arm64', 'shop'));
  expect({ code, message }).toEqual({ code: 'image-platform', message: 'shop has no image for linux/arm64: it has linux/s390x, windows/amd64.' });
  expect((await failure(() => choosePlatform([own], 'linux/none', 'shop'))).code).toBe('image-platform');
  expect((await failure(() => choosePlatform([attestation], undefined, 'shop'))).message).toContain('it has no images at all');
});

test('the digest to pin is that of the index; the manifest has its own', async () => {
  const source = new MemorySource();
  const arm = { ...source.putImage([END]), platform: { os: 'linux', architecture: 's390x' } };
  const index = source.putJson({ schemaVersion: 2, mediaType: 'application/vnd.docker.distribution.manifest.list.v2+json', manifests: [arm] }, OCI.index);
  expect(await readImage(source.name(index), undefined, { platform: 'linux/s390x' })).toMatchObject({ digest: index.digest, manifestDigest: arm.digest, config: { os: 'linux' } });
});
