/** The provisioners on the test cluster: their kinds, a process with them and the controller of revisions, images, and what they say. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { refOf, type Condition, type KubeObject, type ObjectRef } from '../../../../lib/api';
import { revisionController } from '../../../../lib/controllers';
import { provisionersController } from '../../../../lib/controllers/provisioners';
import { request } from '../../../../lib/control-plane/local-client';
import { imageOfFiles, pushImage } from '../../../../lib/image';
import { rukpakCrds } from '../../../../lib/kinds';
import { connect } from '../../../../lib/kube';
import { parseDocuments } from '../../../../lib/yaml';
import { startRegistry, type RunningRegistry } from '../../../registry';
import { installCrds, LABEL_SHARD, Process, type ProcessOptions } from '../../support/controllers';
import { kubeconfig, OtherClient, unique } from '../../support/extension';

const apiVersion = 'core.rukpak.io/v1alpha1';
export const PLAIN = 'core-rukpak-io-plain';
const REACH = { plainHttp: true, cache: false } as const;

export const bundleRef = (name: string): ObjectRef => ({ apiVersion, kind: 'Bundle', name });
export const deploymentRef = (name: string): ObjectRef => ({ apiVersion, kind: 'BundleDeployment', name });

export interface BundleStatus {
  readonly phase?: string;
  readonly digest?: string;
  readonly contentURL?: string;
  readonly resolvedSource?: { readonly image?: { readonly ref: string }; readonly git?: { readonly ref: object } };
  readonly conditions?: readonly Condition[];
  readonly activeBundle?: string;
  readonly observedGeneration?: number;
}

export function statusOf(object: KubeObject | undefined): BundleStatus {
  return (object?.['status'] ?? {}) as BundleStatus;
}

export function saidOf(object: KubeObject | undefined, type: string): string {
  const { status, reason, message } = statusOf(object).conditions?.find((condition) => condition.type === type) ?? {};
  return `${status} ${reason}: ${message}`;
}

interface StartOptions extends Pick<ProcessOptions, 'after'> {
  readonly account?: string;
  readonly selected?: string;
}

export class ProvisionersBench {
  readonly folder = mkdtempSync(join(tmpdir(), 'provisioners-'));
  process: Process | undefined;

  private constructor(
    readonly client: OtherClient, readonly registry: RunningRegistry, readonly namespace: string, private readonly server: string,
  ) {}

  /** @param server kubeconfig of another control plane than that of the tests */
  static async open(server: string = kubeconfig): Promise<ProvisionersBench> {
    const client = new OtherClient(await connect({ kubeconfig: server }));
    await installCrds(client);
    for (const crd of rukpakCrds()) {
      await client.apply(crd);
      await client.until(refOf(crd), (live) => saidOf(live, 'Established').startsWith('True '));
    }
    const bench = new ProvisionersBench(client, await startRegistry(), unique('prov'), server);
    await client.apply({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: bench.namespace } });
    return bench;
  }

  /**
   * @param account name of a service account. @default the administrator
   * @param selected label selector of the objects that it looks at. @default those with the label of this bench
   * @param after timers of the process. @default those of the system
   */
  async start({ account, selected, after }: StartOptions = {}): Promise<void> {
    const provisioners = provisionersController({ registry: REACH, allowLoopback: true });
    this.process = await Process.start(this.namespace, this.namespace, [revisionController(), provisioners], {
      server: this.server, ...(after === undefined ? {} : { after }), ...(account === undefined ? {} : { account: `${this.namespace}:${account}` }),
      config: {
        provisioners: { directory: join(this.folder, 'bundles'), sourceDirectories: [join(this.folder, 'sources')], address: { host: '127.0.0.1', port: 0 } },
        ...(selected === undefined ? {} : { watchSelector: selected }),
      },
    });
  }

  async stop(): Promise<void> {
    await this.process?.stop();
    this.process = undefined;
  }

  async close(): Promise<void> {
    await this.stop();
    await this.client.delete({ apiVersion: 'v1', kind: 'Namespace', name: this.namespace });
    this.client.cluster.close();
    await this.registry.close();
    rmSync(this.folder, { recursive: true });
  }

  /** Pushes an image with these files. @returns its reference by tag, and by digest */
  async image(tag: string, files: Readonly<Record<string, string | Buffer>>): Promise<{ readonly ref: string; readonly pinned: string }> {
    const built = imageOfFiles(Object.entries(files).map(([path, content]) => [path, Buffer.from(content)] as const));
    const repository = `${this.registry.host}/${this.namespace}/bundle`;
    await pushImage(built, `${repository}:${tag}`, REACH);
    return { ref: `${repository}:${tag}`, pinned: `${repository}@${built.digest}` };
  }

  async bundle(name: string, source: object, provisionerClassName = PLAIN): Promise<KubeObject> {
    return this.client.apply({
      apiVersion, kind: 'Bundle', metadata: { name, labels: { [LABEL_SHARD]: this.namespace } }, spec: { source, provisionerClassName },
    } as KubeObject);
  }

  async deployment(name: string, source: object, more: object = {}, className = PLAIN, bundleClass = className): Promise<KubeObject> {
    return this.client.apply({
      apiVersion, kind: 'BundleDeployment', metadata: { name, labels: { [LABEL_SHARD]: this.namespace } },
      spec: {
        provisionerClassName: className, installNamespace: this.namespace,
        template: { metadata: { labels: { app: name } }, spec: { source, provisionerClassName: bundleClass } }, ...more,
      },
    } as KubeObject);
  }

  /** Waits, by watch, until a condition says this: `True InstallationSucceeded`, with a part of the message behind. */
  async says(ref: ObjectRef, type: string, head: string, part = ''): Promise<KubeObject> {
    let found: KubeObject | undefined;
    await this.client.until(ref, (live) => {
      const said = saidOf(live, type);
      const generation = (live?.metadata as { readonly generation?: number } | undefined)?.generation;
      if (said.startsWith(`${head}:`) && said.includes(part) && statusOf(live).observedGeneration === generation) found = live;
      return found !== undefined;
    });
    return found as KubeObject;
  }

  /** Waits until another Bundle than this one is installed. */
  async pivoted(name: string, before: string | undefined): Promise<KubeObject> {
    let found: KubeObject | undefined;
    await this.client.until(deploymentRef(name), (live) => {
      const { activeBundle } = statusOf(live);
      if (activeBundle !== undefined && activeBundle !== before && saidOf(live, 'Installed').startsWith('True InstallationSucceeded:')) found = live;
      return found !== undefined;
    });
    return found as KubeObject;
  }

  ref(kind: string, name: string): ObjectRef {
    return { apiVersion: 'v1', kind, namespace: this.namespace, name };
  }

  /** A token of a service account of its namespace, as a pod has it. */
  async tokenFor(account: string): Promise<string> {
    const { clusters: [{ cluster } = {}] } = JSON.parse(readFileSync(this.server, 'utf8')) as Config;
    const client = {
      port: Number(new URL(cluster?.server ?? '').port), token: tokenOf(this.server),
      authority: Buffer.from(cluster?.['certificate-authority-data'] ?? '', 'base64').toString('utf8'),
    };
    const path = `/api/v1/namespaces/${this.namespace}/serviceaccounts/${account}/token`;
    const { body } = await request(client, 'POST', path, { apiVersion: 'authentication.k8s.io/v1', kind: 'TokenRequest', spec: {} });
    return (JSON.parse(body) as { readonly status: { readonly token: string } }).status.token;
  }

  async gone(ref: ObjectRef): Promise<void> {
    await this.client.until(ref, (live) => live === undefined);
  }

  /** Waits until all Bundles of a deployment but the active one are gone. */
  async alone(deployment: string): Promise<void> {
    const { activeBundle } = statusOf(await this.client.get(deploymentRef(deployment)));
    const { objects } = await this.client.cluster.list({ apiVersion, kind: 'Bundle', labelSelector: `core.rukpak.io/owner-name=${deployment}` });
    for (const { metadata: { name = '' } } of objects) if (name !== activeBundle) await this.gone(bundleRef(name));
    expect(objects.map(({ metadata: { name } }) => name)).toContain(activeBundle);
  }
}

interface Config {
  readonly clusters: readonly { readonly cluster: { readonly 'server': string; readonly 'certificate-authority-data': string } }[];
}

/** Of the administrator. */
export function tokenOf(server: string = kubeconfig): string {
  const { documents: [document] } = parseDocuments(readFileSync(server, 'utf8'), server);
  const { users } = document?.value as { readonly users: readonly { readonly user: { readonly token: string } }[] };
  return users[0]?.user.token ?? '';
}
