/**
 * The Secrets that revisions refer to: watched, so that one which is put right, or made anew, is acted on at once. Of each only what
 * decides is held: its uid, whether it can be changed, and a digest of its data. Those with the label that names their revision come by one
 * stream; others, made by hand, by a stream of their own.
 */
import { LABEL_REVISION_NAME, refOf, type KubeObject, type RevisionPhase } from '../../../api';
import { canonicalJson, sha256 } from '../../../api/canonical-json';
import { defined } from '../../../defined';
import type { ObserveScope, Reader } from '../../../engine';
import { ResourceCache } from '../../process';

export interface SecretRef {
  readonly namespace: string;
  readonly name: string;
}

export interface SecretFacts {
  readonly uid: string;
  readonly immutable: boolean;
  readonly digest: string;
}

type HeldSecret = KubeObject & { readonly facts?: SecretFacts };

/** @param namespace of references that name none */
export function secretRefs(phases: readonly RevisionPhase[], namespace: string): readonly SecretRef[] {
  const refs = phases.flatMap(({ objects }) => objects.flatMap(({ ref }) => ref ?? []));
  return [...new Map(refs.map((ref) => {
    const place = { namespace: ref.namespace || namespace, name: ref.name };
    return [placeOf(place), place] as const;
  })).values()];
}

export class ContentSecrets {
  private readonly labelled: ResourceCache<HeldSecret>;
  private readonly single = new Map<string, ResourceCache<HeldSecret>>();
  /** Which revisions refer to a Secret. */
  private readonly users = new Map<string, Set<string>>();
  private readonly refs = new Map<string, readonly SecretRef[]>();

  /** @param changed called with the names of revisions whose Secrets are others than before */
  constructor(
    private readonly cluster: Pick<Reader, 'observe'>, namespace: string, private readonly changed: (revision: string) => void,
  ) {
    this.labelled = this.cacheOf({ namespace, labelSelector: LABEL_REVISION_NAME });
  }

  /** All that carry the label are known. */
  get synced(): Promise<void> {
    return this.labelled.synced;
  }

  /** From now on the revision hears of these. Resolves when they are known. @throws BoxcutterError when one may not be watched */
  async use(revision: string, refs: readonly SecretRef[]): Promise<void> {
    const before = this.refs.get(revision);
    this.refs.set(revision, refs);
    for (const ref of refs) this.usersOf(placeOf(ref)).add(revision);
    const kept = new Set(refs.map(placeOf));
    for (const ref of before ?? []) if (!kept.has(placeOf(ref))) this.unuse(revision, ref);
    await Promise.all(refs.map((ref) => this.watch(ref)));
  }

  leave(revision: string): void {
    for (const ref of this.refs.get(revision) ?? []) this.unuse(revision, ref);
    this.refs.delete(revision);
  }

  /** Undefined: there is no such Secret. */
  factsOf({ namespace, name }: SecretRef): SecretFacts | undefined {
    return (this.labelled.get(name, namespace) ?? this.single.get(placeOf({ namespace, name }))?.get(name, namespace))?.facts;
  }

  close(): void {
    this.labelled.close();
    for (const cache of this.single.values()) cache.close();
    this.single.clear();
  }

  private async watch(ref: SecretRef): Promise<void> {
    const place = placeOf(ref);
    if (this.labelled.get(ref.name, ref.namespace) !== undefined) return;
    let cache = this.single.get(place);
    if (cache === undefined) this.single.set(place, (cache = this.cacheOf(ref)));
    try {
      await cache.synced;
    } catch (error) {
      this.single.delete(place);
      throw error;
    }
  }

  private unuse(revision: string, ref: SecretRef): void {
    const place = placeOf(ref);
    const users = this.users.get(place);
    users?.delete(revision);
    if (users === undefined || users.size > 0) return;
    this.users.delete(place);
    this.single.get(place)?.close();
    this.single.delete(place);
  }

  private usersOf(place: string): Set<string> {
    let users = this.users.get(place);
    if (users === undefined) this.users.set(place, (users = new Set()));
    return users;
  }

  private cacheOf(scope: Pick<ObserveScope, 'namespace' | 'name' | 'labelSelector'>): ResourceCache<HeldSecret> {
    const cache = new ResourceCache<HeldSecret>(this.cluster, { apiVersion: 'v1', kind: 'Secret', ...scope }, { transform: hold });
    const tell = (secret: HeldSecret): void => {
      const { namespace = '', name } = refOf(secret);
      for (const revision of this.users.get(placeOf({ namespace, name })) ?? []) this.changed(revision);
    };
    cache.on({ changed: tell, removed: tell });
    return cache;
  }
}

function placeOf({ namespace, name }: SecretRef): string {
  return `${namespace}/${name}`;
}

/** What is secret is not held. */
function hold({ apiVersion, kind, metadata, ...secret }: HeldSecret): HeldSecret {
  if (secret.facts !== undefined) return { apiVersion, kind, metadata, facts: secret.facts };
  const { name, namespace, uid = '', resourceVersion } = metadata;
  const digest = sha256(canonicalJson(secret['data'] ?? {})).toString('hex');
  const facts: SecretFacts = { uid, immutable: secret['immutable'] === true, digest };
  return { apiVersion, kind, metadata: { uid, ...defined({ name, namespace, resourceVersion }) }, facts };
}
