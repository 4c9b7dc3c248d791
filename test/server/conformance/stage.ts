/** What the tests of conformance share: one namespace for a file, the engine as its users have it, and another client at the same API server. */
import type { KubeObject, ObjectRef } from '../../../lib/api';
import { createEngine, type Engine, type EngineOptions, type EngineResult, type ObjectResult, type OwnerRef, type Entry, type ProgressionProbe, type RevisionInput } from '../../../lib/engine';
import { Bench, stored } from '../support/extension';

export const REVISION = 'example.com/revision';
export const MANAGER = 'shop';
export const signal = (): AbortSignal => AbortSignal.timeout(30_000);

export class Stage {
  private constructor(readonly bench: Bench) {}

  static async open(prefix: string): Promise<Stage> {
    return new Stage(await Bench.open(prefix));
  }

  close(): Promise<void> {
    return this.bench.close();
  }

  /** An engine of native owners. */
  engine(more: Partial<EngineOptions> = {}): Engine {
    return createEngine({ cluster: this.bench.cluster, fieldManager: MANAGER, systemPrefix: 'example.com', strategy: 'native', ...more });
  }

  object(apiVersion: string, kind: string, name: string, content: object = {}): KubeObject {
    return { apiVersion, kind, metadata: { name, namespace: this.bench.namespace }, ...content };
  }

  configMap(name: string, value: string, more: Readonly<Record<string, string>> = {}): KubeObject {
    return this.object('v1', 'ConfigMap', name, { data: { value, ...more } });
  }

  deployment(name: string, image: string, spec: object = {}): KubeObject {
    const template = { metadata: { labels: { app: name } }, spec: { containers: [{ name: 'app', image }] } };
    return this.object('apps/v1', 'Deployment', name, { spec: { replicas: 0, selector: { matchLabels: { app: name } }, template, ...spec } });
  }

  ref(name: string, kind = 'ConfigMap', apiVersion = 'v1'): ObjectRef {
    return this.bench.ref(kind, name, apiVersion);
  }

  get(name: string, kind = 'ConfigMap', apiVersion = 'v1'): Promise<KubeObject> {
    return this.bench.otherClient.get(this.ref(name, kind, apiVersion));
  }

  exists(name: string): Promise<boolean> {
    return this.bench.otherClient.exists(this.ref(name));
  }

  async data(name: string): Promise<unknown> {
    return (await this.get(name))['data'];
  }

  /** Another client changes the object with a JSON patch. */
  async patch(name: string, operations: Parameters<Bench['cluster']['patch']>[1], manager = 'somebody', kind = 'ConfigMap', apiVersion = 'v1'): Promise<void> {
    stored(await this.bench.otherClient.cluster.patch(this.ref(name, kind, apiVersion), operations, manager));
  }

  async owner(name: string): Promise<OwnerRef> {
    const { metadata } = await this.bench.otherClient.apply(this.configMap(name, 'owner'));
    return { apiVersion: 'v1', kind: 'ConfigMap', name, namespace: this.bench.namespace, uid: metadata.uid ?? '' };
  }

  /** Name and role of every native owner, and the number of the revision. */
  async marks(name: string): Promise<readonly unknown[]> {
    const { ownerReferences = [], annotations = {} } = (await this.get(name)).metadata;
    return [ownerReferences.map(({ name: owner, controller }) => `${owner} ${controller === true ? 'controls' : 'owns'}`), annotations[REVISION]];
  }

  /** An object of another client, controlled by that owner, perhaps with the number of a revision. */
  async foreign(name: string, controller?: OwnerRef, number?: number): Promise<KubeObject> {
    const { metadata, ...content } = this.configMap(name, 'theirs');
    const { namespace: _namespace, ...reference } = controller ?? {};
    const ownerReferences = controller === undefined ? [] : [{ ...reference, controller: true }];
    const annotations = number === undefined ? {} : { [REVISION]: String(number) };
    return this.bench.otherClient.apply({ ...content, metadata: { ...metadata, annotations, ownerReferences } } as KubeObject);
  }
}

export function revision(number: number, ...phases: readonly (readonly KubeObject[])[]): RevisionInput {
  return { name: 'shop', number, phases: phases.map((objects, index) => ({ name: `phase-${index}`, objects })) };
}

/** ConfigMaps are ready when their field has that value. */
export function wants(fieldPath: string, value: string): ProgressionProbe {
  return { selector: { type: 'GroupKind', groupKind: { group: '', kind: 'ConfigMap' } }, assertions: [{ type: 'FieldValue', fieldValue: { fieldPath, value } }] };
}

export function objectsOf({ phases, removed }: EngineResult): readonly ObjectResult[] {
  return [...phases.flatMap(({ objects }) => objects), ...removed];
}

/** `name: action`, what had to go at the end; `?` marks what only would be. */
export function told(result: EngineResult): readonly string[] {
  return objectsOf(result).map(({ ref: { name }, action, wouldBe }) => `${name}: ${action}${wouldBe === true ? '?' : ''}`);
}

/** Requests that may write. */
export function writes(requests: Readonly<Record<string, number>>): Readonly<Record<string, number>> {
  const { create = 0, update = 0, patch = 0, delete: deleted = 0 } = requests;
  return { create, update, patch, delete: deleted };
}

/** It is being deleted, and a finalizer holds it. */
export function waitsForFinalizer({ progress: { waiting } }: Entry): boolean {
  return waiting?.type === 'being-deleted' && waiting.finalizers.length > 0;
}

export const NO_WRITES = { create: 0, update: 0, patch: 0, delete: 0 };
