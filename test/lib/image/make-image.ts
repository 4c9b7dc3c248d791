/** Images in memory, as a source that registries and layouts are elsewhere. */
import { createHash } from 'node:crypto';
import type { BlobSource, Descriptor } from '../../../lib/image/image';
import { BoxcutterError } from '../../../lib/errors';

export const OCI = {
  index: 'application/vnd.oci.image.index.v1+json',
  manifest: 'application/vnd.oci.image.manifest.v1+json',
  config: 'application/vnd.oci.image.config.v1+json',
  layer: 'application/vnd.oci.image.layer.v1.tar',
} as const;

export function digestOf(bytes: Buffer): string {
  return `sha256:${createHash('sha256').update(bytes).digest('hex')}`;
}

/** Keeps what it is given; asks are counted, so that a test can see what was never read. */
export class MemorySource implements BlobSource {
  readonly origin = 'registry.test/team/shop:v1';
  readonly asked: string[] = [];
  private readonly blobs = new Map<string, Buffer>();
  private named = '';

  put(bytes: Buffer, mediaType: string): Descriptor {
    const digest = digestOf(bytes);
    this.blobs.set(digest, bytes);
    return { mediaType, digest, size: bytes.length };
  }

  putJson(document: object, mediaType: string): Descriptor {
    return this.put(Buffer.from(JSON.stringify(document)), mediaType);
  }

  /** What a reference without a digest means. */
  name({ digest }: Descriptor): this {
    this.named = digest;
    return this;
  }

  putImage(layers: readonly (Buffer | Descriptor)[], { labels = {} }: { readonly labels?: Readonly<Record<string, string>> } = {}): Descriptor {
    const descriptor = this.putJson({ architecture: 'amd64', os: 'linux', config: { Labels: labels } }, OCI.config);
    return this.putJson({
      schemaVersion: 2,
      mediaType: OCI.manifest,
      config: descriptor,
      layers: layers.map((layer) => (Buffer.isBuffer(layer) ? this.put(layer, OCI.layer) : layer)),
    }, OCI.manifest);
  }

  manifest(reference: string | undefined): ReturnType<BlobSource['manifest']> {
    const digest = reference?.startsWith('sha256:') === true ? reference : this.named;
    const bytes = this.take(digest);
    const { mediaType = '' } = JSON.parse(bytes.toString('utf8')) as { readonly mediaType?: string };
    return Promise.resolve({ descriptor: { mediaType, digest, size: bytes.length }, bytes });
  }

  blob({ digest }: Descriptor): Promise<Buffer> {
    return Promise.resolve(this.take(digest));
  }

  private take(digest: string): Buffer {
    this.asked.push(digest);
    const bytes = this.blobs.get(digest);
    if (bytes === undefined) throw new BoxcutterError('image-blob-missing', 'input', `no ${digest}`);
    return bytes;
  }
}

/** A source with one image of these layers. */
export function sourceOf(layers: readonly (Buffer | Descriptor)[], options: Parameters<MemorySource['putImage']>[1] = {}): MemorySource {
  const source = new MemorySource();
  return source.name(source.putImage(layers, options));
}
