/** The record of an extension that the controllers run: its content is in its revisions. It is read, never written. */
import {
  type JsonObject, type KubeObject, type ObjectRef, refOf, type ResolvedRevision, type RevisionManifest, SYSTEM_NAMESPACE,
} from '../../api';
import type { Answer, InventoryEntry } from '../../engine';
import { BoxcutterError } from '../../errors';
import type { Head } from '../head';
import type { ExtensionRecord, Owner, RecordSession } from '../record';
import type { ControlledRevision } from './controlled';
import type { ControlledHead } from './extension';
import { revisionOwner } from './owner';

export class ControlledRecord implements ExtensionRecord {
  private known: readonly InventoryEntry[] = [];

  /** @param elsewhere its objects are in another cluster than its revisions. @default false */
  constructor(
    readonly stored: ControlledHead, private readonly cluster: { get(ref: ObjectRef): Promise<Answer> }, private readonly elsewhere = false,
  ) {}

  get extension(): string {
    return this.head.extension;
  }

  get head(): Head {
    return this.stored.head;
  }

  /** Everything that the content names which was read last. */
  get inventory(): readonly InventoryEntry[] {
    return this.known;
  }

  /** The newest revision; the others of the extension hand their objects over to it. */
  get owner(): Owner {
    const [newest, ...older] = this.stored.controlled.revisions;
    const { name, uid } = newest ?? { name: this.extension, uid: this.stored.uid };
    const siblings = [...older, ...(newest?.previous ?? [])].map((one) => one.uid);
    return revisionOwner({ name, uid, extension: this.extension }, [...new Set(siblings)], this.elsewhere);
  }

  isState({ apiVersion, kind, metadata: { ownerReferences = [] } }: KubeObject): boolean {
    const uids = new Set(this.stored.controlled.revisions.map(({ uid }) => uid));
    return apiVersion === 'v1' && kind === 'Secret' && ownerReferences.some(({ uid }) => uids.has(uid));
  }

  /** @throws BoxcutterError `content-refused`, `content-unreachable` (server); what is wrong with the content (input) */
  async content(number: number): Promise<ResolvedRevision | undefined> {
    const revision = this.stored.controlled.revisions.find((one) => one.number === number);
    if (revision === undefined) return undefined;
    const content = await contentOf(revision, this.cluster);
    if (number === this.head.revisions[0]?.number) {
      this.known = content.phases.flatMap(({ name: phase, objects }, order) => (
        objects.map(({ object }) => ({ ref: refOf(object), order, phase }))
      ));
    }
    const { config } = (this.stored.controlled.cluster?.['spec'] ?? {}) as { readonly config?: { readonly inline?: JsonObject } };
    // The extension says what the newest is to be configured with; of older ones nothing is known.
    const isConfigured = number === this.head.revisions[0]?.number && config?.inline !== undefined;
    const bundle = this.head.revisions.find((one) => one.number === number)?.bundle;
    return { ...content, ...(isConfigured ? { config: config.inline } : {}), ...(bundle === undefined ? {} : { bundle }) };
  }

  begin(): Promise<RecordSession> {
    return Promise.reject(new Error('the record of the controllers is not written'));
  }
}

/** As the server stores it, so that a look at an object tells whether it is as it should be; without what belongs to the controllers. */
async function contentOf({ object }: ControlledRevision, cluster: { get(ref: ObjectRef): Promise<Answer> }): Promise<ResolvedRevision> {
  const manifest = object as unknown as RevisionManifest;
  const refs = new Map(manifest.spec.phases.flatMap(({ objects }) => objects).flatMap(({ ref }) => {
    if (ref === undefined) return [];
    const place = { apiVersion: 'v1', kind: 'Secret', namespace: ref.namespace || SYSTEM_NAMESPACE, name: ref.name };
    return [[`${place.namespace}/${place.name}`, place] as const];
  }));
  const { name = '' } = object.metadata;
  const secrets = await Promise.all([...refs.values()].map(async (ref) => secretOf(await cluster.get(ref), ref, name)));
  const [{ canonicalise, resolveRevision }, { kubernetesSchemas }] = await Promise.all([
    import('../../revision/index.js'), import('../../schema/index.js'),
  ]);
  const { progressDeadlineMinutes: _deadline, lifecycleState: _state, ...content } = resolveRevision(
    manifest, secrets.filter((secret) => secret !== undefined),
  );
  const schemas = kubernetesSchemas();
  const phases = content.phases.map((phase) => ({
    ...phase,
    objects: phase.objects.map((one) => {
      const { apiVersion, kind } = refOf(one.object);
      const stored = canonicalise(one.object as unknown as JsonObject, schemas.kind(apiVersion, kind)) as unknown as KubeObject;
      const { ownerReferences: _owners, generateName: _name, ...metadata } = stored.metadata;
      return { ...one, object: { ...stored, metadata } };
    }),
  }));
  return { ...content, phases };
}

/** Undefined: there is none. */
function secretOf(answer: Answer, { namespace = '', name }: ObjectRef, revision: string): KubeObject | undefined {
  if (answer.type === 'object') return answer.object;
  if (answer.type === 'gone' || answer.type === 'unserved') return undefined;
  const what = `The content of revision ${revision} is in Secret ${namespace}/${name}, which could not be read`;
  if (answer.type === 'lost') throw new BoxcutterError('content-unreachable', 'server', `${what}: ${answer.message}.`);
  throw new BoxcutterError('content-refused', 'server', `${what}: ${answer.status.message}`, {
    hint: `Ask for the permission to get Secrets in namespace ${namespace}.`,
  });
}
