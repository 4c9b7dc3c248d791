/** What a revision contains: its phases with what they refer to, resolved and compared with what they were at first. */
import {
  refOf, type JsonObject, type KubeObject, type ObjectRef, type ResolvedRevision, type RevisionManifest, type RevisionPhase,
} from '../../../api';
import { canonicalJson } from '../../../api/canonical-json';
import type { Answer } from '../../../engine';
import { BoxcutterError, isBoxcutterError } from '../../../errors';
import type { KubeLane } from '../../../kube';
import { canonicalise, resolveRevision } from '../../../revision';
import type { SchemaSource } from '../../../schema';
import { SizedCache } from '../../../state';
import type { ContentFacts } from '../facts';
import type { CachedRevision, ObservedPhase, Revision } from '../model';
import { changeOf, digestsOf, saltOf } from './digests';
import { unpack } from './pack';
import { secretRefs, type ContentSecrets, type SecretRef } from './secrets';

/** Characters of JSON of resolved content that are held. */
const LIMIT = 32 * 1024 * 1024;

interface Known {
  readonly signature: string;
  readonly digests: readonly ObservedPhase[];
}

export interface ContentsPlace {
  readonly cluster: Pick<KubeLane, 'get'>;
  readonly secrets: Pick<ContentSecrets, 'use' | 'factsOf' | 'leave'>;
  /** The namespace of references that name none. */
  readonly namespace: string;
  /** Until there are better ones. */
  readonly schemas: SchemaSource;
}

export class Contents {
  /** What needs no second look as long as revision and Secrets are the same. */
  private readonly known = new Map<string, Known>();
  private resolved = new SizedCache<{ readonly signature: string; readonly content: ResolvedRevision }>(LIMIT);

  private schemas: SchemaSource;

  constructor(private readonly place: ContentsPlace) {
    this.schemas = place.schemas;
  }

  /** Those of the server that content goes to. */
  useSchemas(schemas: SchemaSource): void {
    if (schemas === this.schemas) return;
    this.schemas = schemas;
    this.resolved = new SizedCache(LIMIT);
  }

  /** @throws BoxcutterError category `server` when a Secret could not be read */
  async factsOf(cached: CachedRevision, revision: Revision): Promise<ContentFacts> {
    const refs = await this.watchSecrets(cached, revision.name);
    const mutable = refs.filter((ref) => this.place.secrets.factsOf(ref)?.immutable === false);
    if (mutable.length > 0) return { type: 'mutable', secrets: mutable.map(({ namespace, name }) => `${namespace}/${name}`) };
    const signature = this.signatureOf(cached, refs);
    let known = this.known.get(revision.name);
    if (known?.signature !== signature) {
      try {
        await this.resolve(cached, revision.name, refs, signature);
      } catch (error) {
        if (!isBoxcutterError(error) || error.category !== 'input') throw error;
        return { type: 'unreadable', message: error.message };
      }
      known = this.known.get(revision.name);
    }
    const digests = known?.digests ?? [];
    const change = changeOf(revision.observedPhases, digests);
    return change === undefined ? { type: 'resolved', digests } : { type: 'changed', change };
  }

  /** The content itself. @throws BoxcutterError as `factsOf`; category `input`: it cannot be resolved */
  async contentOf(cached: CachedRevision, { name }: Revision): Promise<ResolvedRevision> {
    const refs = await this.watchSecrets(cached, name);
    const signature = this.signatureOf(cached, refs);
    const held = this.resolved.get(name);
    return held?.signature === signature ? held.content : this.resolve(cached, name, refs, signature);
  }

  /** The same as long as this is: what is known of its objects counts for this content alone. */
  signature(name: string): string {
    return this.known.get(name)?.signature ?? '';
  }

  forget(name: string): void {
    this.known.delete(name);
    this.resolved.delete(name);
    this.place.secrets.leave(name);
  }

  private async watchSecrets(cached: CachedRevision, name: string): Promise<readonly SecretRef[]> {
    const refs = secretRefs(unpack(cached), this.place.namespace);
    await this.place.secrets.use(name, refs);
    return refs;
  }

  private signatureOf({ metadata, spec, packed }: CachedRevision, refs: readonly SecretRef[]): string {
    const digests = refs.map((ref) => this.place.secrets.factsOf(ref)?.digest ?? '');
    return canonicalJson([metadata.uid ?? '', packed?.length ?? 0, (spec?.progressionProbes ?? []) as unknown as JsonObject[], digests]);
  }

  private async resolve(cached: CachedRevision, name: string, refs: readonly SecretRef[], signature: string): Promise<ResolvedRevision> {
    const secrets = await Promise.all(refs.map(async (ref) => secretOf(await this.place.cluster.get(secretRef(ref)), ref)));
    const phases = unpack(cached).map((phase) => withNamespaces(phase, this.place.namespace));
    const manifest = { ...cached, kind: 'ClusterExtensionRevision', spec: { ...cached.spec, phases } } as unknown as RevisionManifest;
    const found = secrets.filter((secret) => secret !== undefined);
    const raw = resolveRevision(manifest, found);
    this.known.set(name, { signature, digests: digestsOf(raw.phases, saltOf(found)) });
    const content = this.prepared(raw);
    this.resolved.set(name, { signature, content }, JSON.stringify(content.phases).length);
    return content;
  }

  /**
   * As it is sent: in the form in which the server stores it, so that a look at an object tells whether anything is to be done; and without
   * what belongs to the server. The revision's own deadline is a report of the controller, and ends no run.
   */
  private prepared({ progressDeadlineMinutes: _minutes, lifecycleState: _state, ...content }: ResolvedRevision): ResolvedRevision {
    const { schemas } = this;
    const phases = content.phases.map((phase) => ({
      ...phase,
      objects: phase.objects.map((one) => {
        const { apiVersion, kind } = refOf(one.object);
        const object = canonicalise(one.object as unknown as JsonObject, schemas.kind(apiVersion, kind)) as unknown as KubeObject;
        const { ownerReferences: _owners, generateName: _name, ...metadata } = object.metadata;
        return { ...one, object: { ...object, metadata } };
      }),
    }));
    return { ...content, phases };
  }
}

function secretRef({ namespace, name }: SecretRef): ObjectRef {
  return { apiVersion: 'v1', kind: 'Secret', namespace, name };
}

function withNamespaces(phase: RevisionPhase, namespace: string): RevisionPhase {
  return {
    ...phase,
    objects: phase.objects.map(({ ref, ...entry }) => ({
      ...entry, ...(ref === undefined ? {} : { ref: { ...ref, namespace: ref.namespace || namespace } }),
    })),
  };
}

/** Undefined: there is none. */
function secretOf(answer: Answer, { namespace, name }: SecretRef): KubeObject | undefined {
  if (answer.type === 'object') return answer.object;
  if (answer.type === 'gone' || answer.type === 'unserved') return undefined;
  const why = answer.type === 'refused' ? answer.status.message : answer.message;
  throw new BoxcutterError('content-unreachable', 'server', `Secret ${namespace}/${name} could not be read: ${why}.`);
}
