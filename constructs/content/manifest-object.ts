/** One object of a file or bundle as a construct. */
import { ApiObject, type ApiObjectProps, JsonPatch } from 'cdk8s';
import type { Construct } from 'constructs';
import { asObject, type JsonObject, type JsonValue } from '../../lib/api';
import { defined } from '../../lib/defined';
import { contentName } from '../../lib/revision';
import { type FileFacts, rememberFile } from './inherited';

/** Where the object comes from, and what follows for its namespace. */
export interface ManifestFacts extends Pick<FileFacts, 'origin' | 'defaultNamespace'> {
  /** An object without a namespace stays so, whatever the chart says: its author knows that it lives in none. */
  readonly isPlaced: boolean;
  /** Its name gets a hash of the content, patches included: other content is another object. */
  readonly isNamedByContent: boolean;
}

/** An object that is given out as it was written, apart from what was asked for in code. */
export class ManifestObject extends ApiObject {
  private readonly operations: JsonPatch[] = [];

  constructor(
    scope: Construct,
    id: string,
    private readonly manifest: JsonObject,
    private readonly facts: ManifestFacts,
  ) {
    const { origin, defaultNamespace } = facts;
    super(scope, id, {
      apiVersion: wellFormedVersion(manifest),
      kind: typeof manifest['kind'] === 'string' ? manifest['kind'] : '',
      metadata: { ...defined({ namespace: defaultNamespace }), ...wellFormedMetadata(manifest) } as NonNullable<ApiObjectProps['metadata']>,
    });
    rememberFile(this, { origin, defaultNamespace, namesNamespace: asObject(manifest['metadata'])?.['namespace'] !== undefined });
  }

  override addJsonPatch(...operations: JsonPatch[]): void {
    this.operations.push(...operations);
  }

  override toJson(): unknown {
    const copy = JSON.parse(JSON.stringify(this.manifest)) as Record<string, JsonValue>;
    const written = asObject(copy['metadata']);
    const before = wellFormedMetadata(this.manifest);
    const metadata: Record<string, JsonValue> = { ...written };
    for (const [key, value] of Object.entries(this.metadata.toJson() as JsonObject)) {
      // Names that the file leaves out are reported, not made up.
      if (key === 'name' && before['name'] === undefined) continue;
      if (key === 'namespace' && this.facts.isPlaced && before['namespace'] === undefined) continue;
      const old = asObject(before[key]);
      const added = asObject(value);
      if (JSON.stringify(before[key]) === JSON.stringify(value)) continue;
      metadata[key] = added ? { ...asObject(written?.[key]), ...changed(old, added) } : value;
    }
    if (written !== undefined || Object.keys(metadata).length > 0) copy['metadata'] = metadata;
    const patched = JsonPatch.apply(copy, ...this.operations) as JsonObject;
    return this.facts.isNamedByContent ? namedByContent(patched, before['name']) : patched;
  }
}

/** One that was given another name in code keeps it. */
function namedByContent(manifest: JsonObject, authorName: JsonValue | undefined): JsonObject {
  const metadata = asObject(manifest['metadata']);
  if (typeof authorName !== 'string' || metadata?.['name'] !== authorName) return manifest;
  return { ...manifest, metadata: { ...metadata, name: contentName(authorName, manifest['spec']) } };
}

/** The entries of labels or annotations that were added or changed in code. */
function changed(before: JsonObject | undefined, after: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(after).filter(([key, value]) => before?.[key] !== value));
}

/** What of the metadata cdk8s can take; the rest stays aside with the manifest. */
function wellFormedMetadata(manifest: JsonObject): JsonObject {
  const metadata = asObject(manifest['metadata']) ?? {};
  const texts = ['name', 'namespace'].filter((key) => typeof metadata[key] === 'string');
  const maps = ['labels', 'annotations'].filter((key) => asObject(metadata[key]) !== undefined);
  const lists = ['finalizers', 'ownerReferences'].filter((key) => Array.isArray(metadata[key]));
  return Object.fromEntries([...texts, ...maps, ...lists].map((key) => [key, metadata[key] as JsonValue]));
}

function wellFormedVersion(manifest: JsonObject): string {
  const version = manifest['apiVersion'];
  return typeof version === 'string' && version.split('/').length <= 2 ? version : '';
}
