/**
 * What the tests of the engine share: a namespace of their own, revisions by hand, and answers as they must be.
 */
import type { CollisionProtection, KubeObject, ObjectRef, ProgressionProbe, ResolvedRevision } from '../../../lib/api';
import { API_VERSION, LABEL_OWNER_NAME } from '../../../lib/api';
import type { Answer, ObjectResult } from '../../../lib/engine';
import { contentDigest } from '../../../lib/revision';
import { connect, type ConnectOptions, type KubeCluster } from '../../../lib/kube';
import { applyRevision, deleteExtension, type Outcome, type WriteOptions } from '../../../lib/runtime';

export const kubeconfig = process.env['BOXCUTTER_TEST_KUBECONFIG'] ?? '';
const suffix = `${process.pid.toString(36)}${Date.now().toString(36).slice(-5)}`;
let counter = 0;

/** A name that nothing else on the cluster has. */
export function unique(prefix: string): string {
  counter += 1;
  return `${prefix}-${suffix}-${counter}`;
}

export function stored(answer: Answer): KubeObject {
  if (answer.type === 'object') return answer.object;
  throw new Error(`not stored: ${JSON.stringify(answer)}`);
}

/** A server that has just begun to serve a kind, or serves it anew, may still refuse a write or two, and announces nothing. */
export async function onceServed(write: () => Promise<Answer>): Promise<KubeObject> {
  for (const deadline = Date.now() + 20_000; ; ) {
    const answer = await write();
    if (answer.type !== 'unserved' || Date.now() > deadline) return stored(answer);
  }
}

/** Another client of the same API server, to be another client with. */
export class OtherClient {
  constructor(readonly cluster: KubeCluster, private readonly name = 'kubectl') {}

  async apply(object: KubeObject): Promise<KubeObject> {
    return onceServed(() => this.cluster.apply(object, { fieldManager: this.name, force: true }));
  }

  async get(ref: ObjectRef): Promise<KubeObject> {
    return stored(await this.cluster.get(ref));
  }

  async exists(ref: ObjectRef): Promise<boolean> {
    return (await this.cluster.get(ref)).type === 'object';
  }

  async delete(ref: ObjectRef): Promise<void> {
    const answer = await this.cluster.get(ref);
    if (answer.type === 'object') await this.cluster.delete(ref, { uid: answer.object.metadata.uid ?? '' });
  }

  /** Waits, by watch, until the object is as it should be; `undefined` is told when it is gone. */
  async until(ref: ObjectRef, isRight: (object: KubeObject | undefined) => boolean): Promise<void> {
    const { apiVersion, kind, name, namespace } = ref;
    await new Promise<void>((resolve, reject) => {
      let known: KubeObject | undefined;
      const look = (): void => {
        try {
          if (!isRight(known)) return;
          resolve();
        } catch (error) {
          // Else it would end the process, or the next test.
          reject(error as Error);
        }
        subscription.close();
      };
      const subscription = this.cluster.observe({ apiVersion, kind, name, ...(namespace === undefined ? {} : { namespace }) }, {
        changed: (object) => { known = object; look(); },
        removed: () => { known = undefined; look(); },
        synced: look,
        failed: () => undefined,
      });
    });
  }
}

/** A namespace, a connection whose requests are counted, and an extension in it. */
export class Bench {
  private constructor(readonly cluster: KubeCluster, readonly otherClient: OtherClient, readonly namespace: string, readonly extension: string) {}

  /**
   * @param options `kubeconfig`: of another control plane than that of the tests. `seesControllers`: the kinds of the controllers, which some
   * other test may have brought, are seen, so that an operation asks whether they run the extension; otherwise requests do not depend on that
   */
  static async open(
    prefix: string, { seesControllers = false, ...options }: Pick<ConnectOptions, 'as' | 'kubeconfig'> & { readonly seesControllers?: boolean } = {},
  ): Promise<Bench> {
    const where = options.kubeconfig ?? kubeconfig;
    const [cluster, other] = await Promise.all([connect({ ...options, kubeconfig: where }), connect({ kubeconfig: where })]);
    if (!seesControllers) {
      const kinds = cluster.kinds.bind(cluster);
      cluster.kinds = async () => (await kinds()).filter(({ apiVersion }) => apiVersion !== API_VERSION);
    }
    const otherClient = new OtherClient(other);
    const namespace = unique(prefix);
    await otherClient.apply({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace } });
    return new Bench(cluster, otherClient, namespace, 'web');
  }

  async close(): Promise<void> {
    await this.otherClient.delete({ apiVersion: 'v1', kind: 'Namespace', name: this.namespace });
    this.cluster.close();
    this.otherClient.cluster.close();
  }

  /** What compiled objects carry, and streams select by. */
  get labels(): Readonly<Record<string, string>> {
    return { [LABEL_OWNER_NAME]: this.extension };
  }

  object(kind: string, name: string, content: object = {}, apiVersion = 'v1'): KubeObject {
    return { apiVersion, kind, metadata: { name, namespace: this.namespace, labels: this.labels }, ...content };
  }

  configMap(name: string, value: string): KubeObject {
    return this.object('ConfigMap', name, { data: { value } });
  }

  ref(kind: string, name: string, apiVersion = 'v1'): ObjectRef {
    return { apiVersion, kind, namespace: this.namespace, name };
  }

  get head(): ObjectRef {
    return this.ref('Secret', `boxcutter.${this.extension}`);
  }

  apply(target: ResolvedRevision, options: Partial<WriteOptions> = {}): Promise<Outcome> {
    return applyRevision(target, { cluster: this.cluster, stateNamespace: this.namespace, signal: AbortSignal.timeout(30_000), ...options });
  }

  delete(options: Partial<WriteOptions> = {}): Promise<Outcome> {
    const defaults = { cluster: this.cluster, stateNamespace: this.namespace, signal: AbortSignal.timeout(30_000) };
    return deleteExtension(this.extension, { ...defaults, ...options });
  }

  /** What an operation asked of the server, by verb; watches apart, because some begin before and end after it. */
  async counted<T>(operation: () => Promise<T>): Promise<{ readonly result: T; readonly requests: Readonly<Record<string, number>> }> {
    const before = this.cluster.requests();
    const result = await operation();
    const after = this.cluster.requests();
    const difference = Object.entries(after).map(([verb, count]) => [verb, count - (before[verb] ?? 0)] as const);
    return { result, requests: Object.fromEntries(difference.filter(([, count]) => count > 0)) };
  }

  async uids(...refs: readonly ObjectRef[]): Promise<readonly string[]> {
    return Promise.all(refs.map(async (ref) => (await this.otherClient.get(ref)).metadata.uid ?? ''));
  }
}

export interface RevisionParts {
  readonly protection?: CollisionProtection;
  readonly probes?: readonly ProgressionProbe[];
  readonly extension?: string;
}

/** A revision of phases of objects; its digest is that of its content. */
export function revisionOf(phases: readonly (readonly KubeObject[])[], parts: RevisionParts = {}): ResolvedRevision {
  const { protection = 'Prevent', probes = [], extension = 'web' } = parts;
  const resolved = phases.map((objects, index) => ({ name: `phase-${index}`, objects: objects.map((object) => ({ object, collisionProtection: protection })) }));
  return { extension, number: 1, phases: resolved, probes, digest: contentDigest(resolved, probes) };
}

/** `name: action` of every object, those that had to go at the end. */
export function actions({ result }: Outcome): readonly string[] {
  return [...result.phases.flatMap(({ objects }) => objects), ...result.removed].map(({ ref, action }) => `${ref.name}: ${action}`);
}

export function objectOf({ result }: Outcome, name: string): ObjectResult {
  const found = [...result.phases.flatMap(({ objects }) => objects), ...result.removed].find(({ ref }) => ref.name === name);
  if (found === undefined) throw new Error(`no result for ${name}`);
  return found;
}
