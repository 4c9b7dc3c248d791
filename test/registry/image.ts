import { createHash, randomBytes } from 'node:crypto';
import type { BuiltImage, Descriptor } from '../../lib/image/image';

const OCI = 'application/vnd.oci.image';

/** An image that no registry has seen: a configuration and layers of random bytes. */
export function sampleImage(layerBytes: readonly number[] = [1000, 200_000]): BuiltImage {
  const part = (mediaType: string, bytes: Buffer): { descriptor: Descriptor; bytes: Buffer } => ({
    descriptor: { mediaType, digest: `sha256:${createHash('sha256').update(bytes).digest('hex')}`, size: bytes.length },
    bytes,
  });
  const layers = layerBytes.map((size) => part(`${OCI}.layer.v1.tar`, randomBytes(size)));
  const config = part(`${OCI}.config.v1+json`, Buffer.from(JSON.stringify({ architecture: 'amd64', os: 'linux', created: randomBytes(8).toString('hex') })));
  const document = {
    schemaVersion: 2, mediaType: `${OCI}.manifest.v1+json`, config: config.descriptor, layers: layers.map(({ descriptor }) => descriptor),
  };
  const manifest = part(document.mediaType, Buffer.from(JSON.stringify(document)));
  return { digest: manifest.descriptor.digest, manifest, blobs: [config, ...layers] };
}
