/** Kubernetes manifests in files as constructs, without changing a value of them. */
import { ApiObject, type ApiObjectProps, JsonPatch } from 'cdk8s';
import { Construct } from 'constructs';
import { asObject, type JsonObject, type JsonValue } from '../lib/api';
import { BoxcutterError } from '../lib/errors';
import { formatFinding } from '../lib/schema';
import { loadManifests } from '../lib/yaml';
import { type FileFacts, rememberFile } from './inherited';
import { Revision } from './revision';

export interface ManifestsProps {
  /** A YAML or JSON file, or a folder of them; relative to the working directory. */
  readonly path: string;

  /**
   * Namespace of namespaced objects that name none.
   * @default - that of the revision or chart
   */
  readonly namespace?: string;
}

/**
 * The objects of a file or of a folder, read when the construct is created. Every value stays as written: nulls, dates,
 * numbers and strings that look like numbers. In a revision, and in every other chart.
 *
 * Each object is an ApiObject of its own that can be patched, ordered, probed and put into phases; labels and annotations
 * that are added to it, and the labels of the chart, are merged into what the file says.
 */
export class Manifests extends Construct {
  /** Every object, in the order of files and documents. */
  readonly apiObjects: readonly ApiObject[];
  /** What was passed over, and why: files and documents that are no Kubernetes objects. */
  readonly notes: readonly string[];
  private readonly path: string;

  /**
   * What is wrong with the files is reported by the validation, with file and line.
   *
   * @throws BoxcutterError `manifests-not-found`, `manifests-unreadable`, `manifests-empty`, `manifests-are-a-chart`: there is nothing to read
   */
  constructor(scope: Construct, id: string, props: ManifestsProps) {
    super(scope, id);
    this.path = props.path;
    const loaded = loadManifests(props.path);
    this.notes = loaded.notes;
    const { namespace } = props;
    this.apiObjects = loaded.objects.map(
      ({ manifest, origin }) => new ManifestObject(this, this.freeId(manifest), manifest, { origin, defaultNamespace: namespace }),
    );
    const findings = loaded.findings.map((finding) => ({ ...finding, origin: `${this.node.path} (${finding.origin ?? props.path})` }));
    const revision = Revision.tryOf(this);
    if (revision) revision.report(findings);
    else this.node.addValidation({ validate: () => findings.filter(({ severity }) => severity === 'error').map(formatFinding) });
  }

  /**
   * One object, to be patched or put into a phase.
   *
   * @param namespace as written in the file; needed only where there are several of the name
   * @throws BoxcutterError `no-such-object`, `ambiguous-object`
   */
  get(kind: string, name: string, namespace?: string): ApiObject {
    const sameName = this.apiObjects.filter((object) => object.kind === kind && object.name === name);
    const found = namespace === undefined ? sameName : sameName.filter((object) => object.metadata.namespace === namespace);
    const [object] = found;
    const wanted = `${kind} ${namespace === undefined ? '' : `${namespace}/`}${name}`;
    if (!object) {
      const there = this.apiObjects.map((other) => `${other.kind} ${other.name}`).join(', ');
      throw new BoxcutterError('no-such-object', 'input', `${this.path} has no ${wanted}.`, { hint: there === '' ? 'It has no object at all.' : `It has: ${there}.` });
    }
    if (found.length > 1) {
      const apart = found.map((other) => `${other.apiVersion} in namespace ${other.metadata.namespace ?? '(none)'}`).join(', ');
      throw new BoxcutterError('ambiguous-object', 'input', `${this.path} has several ${wanted}: ${apart}.`, { hint: 'Name the namespace, or choose from apiObjects.' });
    }
    return object;
  }

  private freeId(manifest: JsonObject): string {
    const metadata = asObject(manifest['metadata']);
    const id = [manifest['kind'], metadata?.['namespace'], metadata?.['name']].filter((part) => typeof part === 'string' && part !== '').join('.') || 'object';
    for (let count = 1; ; count += 1) {
      const candidate = count === 1 ? id : `${id}-${count}`;
      if (!this.node.tryFindChild(candidate)) return candidate;
    }
  }
}

/** An object that is given out as it was written, apart from what was asked for in code. */
class ManifestObject extends ApiObject {
  private readonly operations: JsonPatch[] = [];

  constructor(
    scope: Construct,
    id: string,
    private readonly manifest: JsonObject,
    { origin, defaultNamespace }: Pick<FileFacts, 'origin' | 'defaultNamespace'>,
  ) {
    super(scope, id, {
      apiVersion: wellFormedVersion(manifest),
      kind: typeof manifest['kind'] === 'string' ? manifest['kind'] : '',
      metadata: { ...(defaultNamespace === undefined ? {} : { namespace: defaultNamespace }), ...wellFormedMetadata(manifest) } as NonNullable<ApiObjectProps['metadata']>,
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
      const old = asObject(before[key]);
      const added = asObject(value);
      if (JSON.stringify(before[key]) === JSON.stringify(value)) continue;
      metadata[key] = added ? { ...asObject(written?.[key]), ...changed(old, added) } : value;
    }
    if (written !== undefined || Object.keys(metadata).length > 0) copy['metadata'] = metadata;
    return JsonPatch.apply(copy, ...this.operations);
  }
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
