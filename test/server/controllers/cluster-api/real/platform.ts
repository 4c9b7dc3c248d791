/** A platform that hands over real provider manifests, release by release, as its own account: what a cluster version operator does. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { refOf, type Condition, type JsonObject, type KubeObject, type ObjectRef } from '../../../../../lib/api';
import { chosenComponents, renderComponent } from '../../../../../lib/capi';
import { imageOfFiles, pushImage } from '../../../../../lib/image';
import { connect } from '../../../../../lib/kube';
import { parseDocuments } from '../../../../../lib/yaml';
import { CAPI_FOLDER, realComponents, realConfigMap, realImageFiles } from '../../../../lib/capi/real';
import { OtherClient, stored } from '../../../support/extension';
import type { Running } from '../../../cli/command';
import type { Plane } from '../../installed/plane';
import { conditionIn, CONFIG, platformDefinition, type ConfigStatus } from '../bench';

export const NAMESPACE = 'olmv1-system';
export const ACCOUNT = `system:serviceaccount:${NAMESPACE}:boxcutter-controller`;
export const OPERATOR: ObjectRef = { apiVersion: 'config.openshift.io/v1', kind: 'ClusterOperator', name: 'cluster-api' };
export const HOME = 'openshift-cluster-api';
export const OPERATOR_HOME = 'openshift-cluster-api-operator';
/** Field manager of the platform, and namespace of its account. */
const PLATFORM = 'cluster-version-operator';
const PLATFORM_HOME = 'openshift-cluster-version';

/** Folders of the data, by key of the image in the ConfigMap of the release. */
const IMAGES: Readonly<Record<string, string>> = {
  'cluster-capi-controllers': 'core', 'aws-cluster-api-controllers': 'aws', 'gcp-cluster-api-controllers': 'gcp',
  'baremetal-cluster-api-controllers': 'metal3', 'vsphere-cluster-api-controllers': 'vsphere', 'cluster-capi-operator': 'capi-operator',
};
/** A step of a release takes seconds. */
const PATIENCE_MS = 50_000;
const PROVIDERS = Object.values(IMAGES);

export function realFile(...path: readonly string[]): KubeObject {
  const [document] = parseDocuments(readFileSync(join(CAPI_FOLDER, ...path), 'utf8'), path.join('/')).documents;
  return document?.value as unknown as KubeObject;
}

/** What a release installs on a platform. */
export function objectsOf(release: string, platform: string, providers: readonly string[] = PROVIDERS): readonly KubeObject[] {
  return chosenComponents(realComponents(providers, release), platform).flatMap((component) => renderComponent(component, []).objects);
}

export class RealPlatform {
  private process: Running | undefined;

  private constructor(private readonly plane: Plane, readonly client: OtherClient, private readonly token: string) {}

  /** Installs the controllers as their manifests say, and the kinds of the platform. */
  static async open(plane: Plane, platform: string, ...options: readonly string[]): Promise<RealPlatform> {
    const { other } = plane;
    for (const [plural, kind] of [['clusteroperators', 'ClusterOperator'], ['infrastructures', 'Infrastructure']] as const) {
      await other.apply(platformDefinition(plural, kind));
    }
    const manifests = await plane.run([
      'controller', 'manifests', '--image', 'registry.example/boxcutter:1.0.0', '--enable', 'cluster-api', '--release', '4.20.0', ...options,
    ]);
    const installed = await plane.run(
      ['apply', '-', '--name', 'boxcutter-controller', '-n', NAMESPACE, '--state-namespace', 'default', '--timeout', '60s'], { stdin: manifests.stdout },
    );
    if (installed.code !== 0) throw new Error(installed.stderr);
    await other.apply({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: PLATFORM_HOME } });
    await other.apply({
      apiVersion: 'rbac.authorization.k8s.io/v1', kind: 'ClusterRoleBinding', metadata: { name: PLATFORM },
      roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'cluster-admin' },
      subjects: [{ kind: 'ServiceAccount', name: 'default', namespace: PLATFORM_HOME }],
    });
    await other.until({ apiVersion: 'v1', kind: 'ServiceAccount', namespace: PLATFORM_HOME, name: 'default' }, (live) => live !== undefined);
    // A release applies the account of the operator's own Deployment apart.
    await other.apply({ apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name: 'capi-controllers', namespace: HOME } });
    const token = await plane.tokenOf(PLATFORM_HOME, 'default');
    const client = new OtherClient(await connect({ kubeconfig: plane.kubeconfigWith(token) }), PLATFORM);
    const self = new RealPlatform(plane, client, await plane.tokenOf(NAMESPACE, 'boxcutter-controller'));
    await self.setPlatform(platform);
    await client.apply(realFile('capi-operator', 'payload-5.0', 'clusteroperator.yaml'));
    await client.apply(realFile('capi-operator', 'payload-5.0', 'clusterapi.yaml'));
    return self;
  }

  close(): void {
    this.client.cluster.close();
  }

  async setPlatform(type: string): Promise<void> {
    const { apiVersion, kind, metadata } = await this.client.apply({
      apiVersion: 'config.openshift.io/v1', kind: 'Infrastructure', metadata: { name: 'cluster' }, spec: {},
    });
    const { name, uid, resourceVersion } = metadata;
    const status = { platformStatus: { type } };
    stored(await this.client.cluster.replaceStatus({ apiVersion, kind, metadata: { name, uid, resourceVersion }, status } as KubeObject));
  }

  /** The controllers of this release, in place of those that ran. */
  async start(release: string): Promise<void> {
    await this.stop();
    const { scratch } = this.plane;
    const config = scratch.write(`controller-${release}.yaml`, JSON.stringify({
      leaderElection: { enabled: false }, enable: ['cluster-api'], clusterApi: { release },
      ...Object.fromEntries(['metrics', 'catalogs', 'health'].map((part) => [part, { address: '127.0.0.1:0', ...(part === 'catalogs' ? { directory: scratch.path } : {}) }])),
    }));
    this.process = this.plane.start(['controller', 'run', '--config', config], this.plane.kubeconfigWith(this.token));
    await this.process.printed(/"reconciling"/);
  }

  async stop(): Promise<void> {
    this.process?.child.kill('SIGTERM');
    await this.process?.finished;
    this.process = undefined;
  }

  /** Transport ConfigMaps of a release, under the names that all releases have. */
  async transport(release: string, ...providers: readonly string[]): Promise<void> {
    for (const provider of providers) await this.client.apply(realConfigMap(provider, release));
  }

  async removeTransport(...providers: readonly string[]): Promise<void> {
    for (const provider of providers) await this.client.delete(refOf(realConfigMap(provider, '4.21')));
  }

  /** Images of a release: pushed, and listed in the ConfigMap that a release has, with their digests. */
  async images(release: string, ...providers: readonly string[]): Promise<void> {
    const listed = realFile('capi-operator', 'payload-5.0', 'provider-images-configmap.yaml');
    const data: Record<string, string> = {};
    for (const key of Object.keys(listed['data'] as object)) {
      const provider = IMAGES[key];
      if (provider === undefined || !providers.includes(provider)) continue;
      const files = Object.entries(realImageFiles(provider, release)).map(([path, text]) => [path, Buffer.from(text)] as const);
      const image = imageOfFiles(files);
      const repository = `${this.plane.front.host}/release/${key}`;
      await pushImage(image, `${repository}:v${release}`, { plainHttp: true, cache: false });
      data[key] = `${repository}@${image.digest}`;
    }
    await this.client.apply({ ...listed, data } as KubeObject);
  }

  /** As releases applied definitions apart before: by the same account, without anybody who controls them. */
  async applyApart(objects: readonly KubeObject[]): Promise<void> {
    for (const object of objects) stored(await this.client.cluster.create(object as KubeObject & JsonObject, { fieldManager: PLATFORM }));
  }

  /** Another operator writes the certificate of its authority into what asks for it. */
  async injectAuthority(bundle: string): Promise<number> {
    let injected = 0;
    for (const kind of ['MutatingWebhookConfiguration', 'ValidatingWebhookConfiguration']) {
      const { objects } = await this.client.cluster.list({ apiVersion: 'admissionregistration.k8s.io/v1', kind });
      for (const object of objects) {
        if (object.metadata.annotations?.['service.beta.openshift.io/inject-cabundle'] !== 'true') continue;
        const webhooks = object['webhooks'] as readonly object[];
        const patch = webhooks.map((_, index) => ({ op: 'add' as const, path: `/webhooks/${index}/clientConfig/caBundle`, value: bundle }));
        stored(await this.client.cluster.patch({ apiVersion: 'admissionregistration.k8s.io/v1', kind, name: object.metadata.name ?? '' }, patch, 'service-ca-operator'));
        injected += 1;
      }
    }
    return injected;
  }

  async allowDataLoss(version: string): Promise<void> {
    const ref = { apiVersion: 'v1', kind: 'ConfigMap', namespace: OPERATOR_HOME, name: version };
    stored(await this.plane.other.cluster.patch(ref, [
      { op: 'add', path: '/metadata/annotations', value: { 'capi-operator.openshift.io/allow-data-loss': 'true' } },
    ], 'kubectl'));
  }

  /** Waits until a version of this release is installed, and no other is there. @param after its number is greater */
  async installed(release: string, after = 0): Promise<ConfigStatus> {
    let found: ConfigStatus = {};
    await this.patiently(this.client.until(CONFIG, (live) => {
      found = (live?.['status'] ?? {}) as ConfigStatus;
      const [only, ...others] = found.versions ?? [];
      return only !== undefined && others.length === 0 && found.currentVersion === only.name && only.name.startsWith(`${release}.0-`) && only.revision > after;
    }));
    return found;
  }

  async says(type: string, status: string, message: RegExp): Promise<Condition> {
    let found: Condition | undefined;
    await this.patiently(this.client.until(OPERATOR, (live) => {
      found = conditionIn(live, type);
      return found?.status === status && message.test(found.message);
    }));
    return found as Condition;
  }

  /** What does not come about fails with what the operator says. */
  private async patiently(wait: Promise<void>): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    const tooLate = new Promise<never>((_, reject) => {
      timer = setTimeout(() => {
        void Promise.all([OPERATOR, CONFIG].map((ref) => this.client.get(ref))).then(([operator, config]) => {
          const { conditions = [] } = operator?.['status'] as { readonly conditions?: readonly Condition[] };
          const said = conditions.map(({ type, status, reason, message }) => `${type} ${status} ${reason}: ${message.slice(0, 1_000)}`);
          reject(new Error([...said, JSON.stringify(config?.['status'], undefined, 1)].join('\n')));
        }, reject);
      }, PATIENCE_MS);
    });
    await Promise.race([wait, tooLate]).finally(() => clearTimeout(timer));
  }

  /** uid of each of these objects, by `Kind/name`; those that are not there have none. */
  async uids(objects: readonly KubeObject[]): Promise<ReadonlyMap<string, string>> {
    const found = await Promise.all(objects.map(async (object) => {
      const answer = await this.client.cluster.get(refOf(object));
      return answer.type === 'object' ? [[nameOf(object), answer.object.metadata.uid ?? '']] as const : [];
    }));
    return new Map(found.flat());
  }
}

export function nameOf({ kind, metadata: { name = '' } }: KubeObject): string {
  return `${kind}/${name}`;
}
