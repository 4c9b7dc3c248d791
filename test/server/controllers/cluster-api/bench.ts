/** The Cluster API operator on the test cluster: its kinds, those of the platform, a process, and manifests as releases hand them over. */
import { type Condition, type KubeObject, LABEL_OWNER_NAME, type ObjectRef } from '../../../../lib/api';
import { clusterApiController, requirementController, type ClusterApiSettings } from '../../../../lib/controllers/cluster-api';
import { imageOfFiles, pushImage } from '../../../../lib/image';
import { clusterApiCrds } from '../../../../lib/kinds';
import { connect } from '../../../../lib/kube';
import { Process } from '../../support/controllers';
import { kubeconfig, OtherClient, stored, unique } from '../../support/extension';

const DEFINITION = { apiVersion: 'apiextensions.k8s.io/v1', kind: 'CustomResourceDefinition' } as const;
export const CONFIG: ObjectRef = { apiVersion: 'operator.openshift.io/v1alpha1', kind: 'ClusterAPI', name: 'cluster' };
const OPERATOR: ObjectRef = { apiVersion: 'config.openshift.io/v1', kind: 'ClusterOperator', name: 'cluster-api' };
const INFRASTRUCTURE: ObjectRef = { apiVersion: 'config.openshift.io/v1', kind: 'Infrastructure', name: 'cluster' };

export interface ConfigStatus {
  readonly currentVersion?: string;
  readonly desiredVersion?: string;
  readonly versions?: readonly {
    readonly name: string;
    readonly revision: number;
    readonly components?: readonly object[];
    readonly unmanagedCRDs?: readonly string[];
  }[];
}

/** A definition of a kind, as simple as can be. */
export function definition(plural: string, group: string, fields: readonly string[] = ['a']): KubeObject {
  const kind = `${plural[0]?.toUpperCase() ?? ''}${plural.slice(1, -1)}`;
  const spec = { type: 'object', properties: Object.fromEntries(fields.map((field) => [field, { type: 'string' }])) };
  return {
    ...DEFINITION, metadata: { name: `${plural}.${group}` },
    spec: {
      group, scope: 'Cluster', names: { plural, singular: plural.slice(0, -1), kind, listKind: `${kind}List` },
      versions: [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: { type: 'object', properties: { spec } } } }],
    },
  };
}

export class ClusterApiBench {
  private process: Process | undefined;

  private constructor(readonly client: OtherClient, readonly namespace: string, readonly transport: string) {}

  /** @param platform type of the platform of the cluster */
  static async open(platform: string): Promise<ClusterApiBench> {
    const client = new OtherClient(await connect({ kubeconfig }));
    const bench = new ClusterApiBench(client, unique('capi-operator'), unique('capi-transport'));
    const own = [...clusterApiCrds(), platformDefinition('clusteroperators', 'ClusterOperator'), platformDefinition('infrastructures', 'Infrastructure')];
    for (const crd of own) await bench.define(crd);
    for (const name of [bench.namespace, bench.transport]) await client.apply({ apiVersion: 'v1', kind: 'Namespace', metadata: { name } });
    await client.apply({ apiVersion: OPERATOR.apiVersion, kind: OPERATOR.kind, metadata: { name: OPERATOR.name }, spec: {} });
    const infrastructure = await client.apply({ apiVersion: INFRASTRUCTURE.apiVersion, kind: INFRASTRUCTURE.kind, metadata: { name: 'cluster' }, spec: {} });
    await bench.setStatus(infrastructure, { platformStatus: { type: platform } });
    return bench;
  }

  get requests(): Readonly<Record<string, number>> {
    const { watch: _watch, discovery: _discovery, ...others } = this.process?.cluster.requests() ?? {};
    return others;
  }

  async define(crd: KubeObject): Promise<void> {
    await this.client.apply(crd);
    await this.client.until({ ...DEFINITION, name: crd.metadata.name ?? '' }, (live) => conditionIn(live, 'Established')?.status === 'True');
  }

  async setStatus(object: KubeObject, status: object): Promise<void> {
    const { apiVersion, kind, metadata: { name, uid, resourceVersion } } = object;
    stored(await this.client.cluster.replaceStatus({ apiVersion, kind, metadata: { name, uid, resourceVersion }, status } as KubeObject));
  }

  async start(settings: Partial<ClusterApiSettings> = {}): Promise<Process> {
    const all = {
      namespace: this.namespace, transportNamespace: this.transport, imagesConfigMap: 'capi-installer-images', release: '4.21.0', substitutions: {}, ...settings,
    };
    this.process = await Process.start('capi', this.namespace, [clusterApiController({ settings: all, registry: { plainHttp: true, cache: false } }), requirementController({ selector: `${LABEL_OWNER_NAME}=cluster-api` })]);
    return this.process;
  }

  async stop(abrupt = false): Promise<void> {
    await this.process?.stop(abrupt);
    this.process = undefined;
  }

  async close(): Promise<void> {
    await this.stop();
    for (const name of [this.namespace, this.transport]) await this.client.delete({ apiVersion: 'v1', kind: 'Namespace', name });
    for (const ref of [CONFIG, OPERATOR, INFRASTRUCTURE]) await this.client.delete(ref);
    this.client.cluster.close();
  }

  /** As a release applies them. */
  async transportConfigMap(type: string, name: string, components: string): Promise<void> {
    await this.client.apply({
      apiVersion: 'v1', kind: 'ConfigMap', data: { components },
      metadata: { name: `${type}-${name}`, namespace: this.transport, labels: { 'provider.cluster.x-k8s.io/type': type, 'provider.cluster.x-k8s.io/name': name } },
    } as KubeObject);
  }

  /** Pushes images with these files, and makes them those of the release. @param how keys of the ConfigMap, or a list in it */
  async release(
    registry: string, images: Readonly<Record<string, Readonly<Record<string, string>>>>, how: 'keys' | 'list' = 'keys',
  ): Promise<Readonly<Record<string, string>>> {
    const refs = await this.push(registry, images);
    const data = how === 'keys' ? refs : { 'images.json': JSON.stringify(refs) };
    await this.client.apply({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'capi-installer-images', namespace: this.namespace }, data } as KubeObject);
    return refs;
  }

  /** @returns references, with digests */
  async push(registry: string, images: Readonly<Record<string, Readonly<Record<string, string>>>>): Promise<Readonly<Record<string, string>>> {
    const refs: Record<string, string> = {};
    for (const [name, files] of Object.entries(images)) {
      const built = imageOfFiles(Object.entries(files).map(([path, text]) => [path, Buffer.from(text)] as const));
      await pushImage(built, `${registry}/${this.namespace}/${name}:v1`, { plainHttp: true, cache: false });
      refs[name] = `${registry}/${this.namespace}/${name}@${built.digest}`;
    }
    return refs;
  }

  async configure(spec: object): Promise<void> {
    await this.client.apply({ apiVersion: CONFIG.apiVersion, kind: CONFIG.kind, metadata: { name: 'cluster' }, spec } as KubeObject);
  }

  async status(): Promise<ConfigStatus> {
    return statusOf(await this.client.get(CONFIG));
  }

  async allowDataLoss(version: string): Promise<void> {
    const ref = { apiVersion: 'v1', kind: 'ConfigMap', namespace: this.namespace, name: version };
    stored(await this.client.cluster.patch(ref, [{ op: 'add', path: '/metadata/annotations', value: { 'capi-operator.openshift.io/allow-data-loss': 'true' } }], 'kubectl'));
  }

  /** Waits until this version is installed, and no other is there. */
  async installed(number: number): Promise<ConfigStatus> {
    let found: ConfigStatus = {};
    await this.client.until(CONFIG, (live) => {
      found = statusOf(live);
      return found.versions?.length === 1 && found.versions[0]?.revision === number && found.currentVersion === found.versions[0].name;
    });
    return found;
  }

  /** Waits until the operator says so. */
  async says(type: string, status: string, message: RegExp): Promise<Condition> {
    let found: Condition | undefined;
    await this.client.until(OPERATOR, (live) => {
      found = conditionIn(live, type);
      return found?.status === status && message.test(found.message);
    });
    return found as Condition;
  }

  async operator(): Promise<{ readonly versions?: readonly object[]; readonly relatedObjects?: readonly object[] }> {
    return (await this.client.get(OPERATOR))['status'] as object;
  }

  configMap(name: string, value: string): string {
    return `apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: ${name}\n  namespace: ${this.transport}\ndata:\n  value: "${value}"\n`;
  }

  ref(name: string): ObjectRef {
    return { apiVersion: 'v1', kind: 'ConfigMap', namespace: this.transport, name };
  }

  async valueOf(name: string): Promise<unknown> {
    return ((await this.client.get(this.ref(name)))['data'] as { readonly value?: string }).value;
  }
}

export function definitionRef(name: string): ObjectRef {
  return { ...DEFINITION, name };
}

function statusOf(object: KubeObject | undefined): ConfigStatus {
  return (object?.['status'] ?? {}) as ConfigStatus;
}

export function conditionIn(object: KubeObject | undefined, type: string): Condition | undefined {
  const { conditions } = (object?.['status'] ?? {}) as { readonly conditions?: readonly Condition[] | null };
  return conditions?.find((condition) => condition.type === type);
}

/** Kinds that the platform has, as far as the operator looks at them. */
export function platformDefinition(plural: string, kind: string): KubeObject {
  const free = { 'type': 'object', 'x-kubernetes-preserve-unknown-fields': true };
  return {
    ...DEFINITION, metadata: { name: `${plural}.config.openshift.io` },
    spec: {
      group: 'config.openshift.io', scope: 'Cluster', names: { plural, singular: plural.slice(0, -1), kind, listKind: `${kind}List` },
      versions: [{ name: 'v1', served: true, storage: true, subresources: { status: {} }, schema: { openAPIV3Schema: { type: 'object', properties: { spec: free, status: free } } } }],
    },
  };
}
