/** A control plane of its own: for tests that install what a cluster has once, like the controllers with their definitions, roles and policies. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Condition, type KubeObject, type ObjectRef } from '../../../../lib/api';
import { type ClusterInfo, down, up } from '../../../../lib/control-plane';
import { request } from '../../../../lib/control-plane/local-client';
import { connect } from '../../../../lib/kube';
import { Front, REGISTRY_START_MS, type RunningRegistry, startRegistry } from '../../../registry';
import { boxcutter, buildCommand, type Finished, type Running, scratchFolder, start, type StartOptions } from '../../cli/command';
import { AuditLog } from '../../support/audit';
import { OtherClient } from '../../support/extension';
import { saidOf } from '../fleet';

interface Kubeconfig {
  readonly clusters: readonly { readonly cluster: { readonly 'server': string; readonly 'certificate-authority-data': string } }[];
  readonly users: readonly { readonly name: string; readonly user: { readonly token: string } }[];
}

export interface Plane {
  readonly scratch: ReturnType<typeof scratchFolder>;
  readonly info: ClusterInfo;
  /** An administrator beside the command. */
  readonly other: OtherClient;
  readonly front: Front;
  readonly audit: AuditLog;
  /** Part of the names of definitions. */
  readonly shard: string;
  /** The command, on this control plane. */
  run(args: readonly string[], options?: StartOptions): Promise<Finished>;
  /** A process of the command that is ended after the tests. @param server kubeconfig, if it is not the administrator's */
  start(args: readonly string[], server?: string): Running;
  /** A token of a service account, as a pod has it. */
  tokenOf(namespace: string, account: string): Promise<string>;
  /** @returns path of a kubeconfig with this token */
  kubeconfigWith(token: string): string;
  /** Waits until a condition says this: `Installed True Succeeded`, with a part of the message behind a colon. */
  until(ref: ObjectRef, said: string): Promise<KubeObject>;
}

/** Sets up before the tests of the file, and takes down after them. @param name of the control plane */
export function ownPlane(name: string): Plane {
  const scratch = scratchFolder();
  const running: Running[] = [];
  let opened: {
    readonly directory: string; readonly info: ClusterInfo; readonly other: OtherClient; readonly registry: RunningRegistry; readonly front: Front;
    readonly audit: AuditLog;
  } | undefined;
  const opening = () => {
    if (opened === undefined) throw new Error('there is no control plane before the first test');
    return opened;
  };
  beforeAll(async () => {
    buildCommand();
    const directory = mkdtempSync(join(tmpdir(), 'boxcutter-clusters-'));
    const [info, registry] = await Promise.all([up({ name, directory }), startRegistry()]);
    const other = new OtherClient(await connect({ kubeconfig: info.kubeconfig }));
    opened = { directory, info, other, registry, front: await Front.start(registry.host), audit: new AuditLog(info.auditLog) };
  }, REGISTRY_START_MS);
  afterAll(async () => {
    for (const { child } of running) child.kill('SIGTERM');
    await Promise.all(running.map(({ finished }) => finished));
    if (opened === undefined) return;
    const { directory, other, front, registry } = opened;
    await front.close();
    await registry.close();
    other.cluster.close();
    await down(name, { directory });
    rmSync(directory, { recursive: true, force: true });
  }, 60_000);
  const configuration = (): Kubeconfig => JSON.parse(readFileSync(opening().info.kubeconfig, 'utf8')) as Kubeconfig;
  const environment = (server = opening().info.kubeconfig): Record<string, string> => ({
    KUBECONFIG: server,
    BOXCUTTER_REGISTRIES: scratch.write('registries.yaml', JSON.stringify({ registries: { [opening().front.host]: { plainHttp: true } } })),
  });
  return {
    scratch,
    get info() { return opening().info; },
    get other() { return opening().other; },
    get front() { return opening().front; },
    get audit() { return opening().audit; },
    shard: name,
    run: (args, options = {}) => boxcutter(args, { ...options, env: { ...environment(), ...options.env } }),
    start: (args, server) => {
      const process = start(args, { env: environment(server) });
      running.push(process);
      return process;
    },
    tokenOf: async (namespace, account) => {
      const { clusters: [first], users: [user] } = configuration();
      const { cluster } = first!;
      const client = {
        port: Number(new URL(cluster.server).port), token: user!.user.token,
        authority: Buffer.from(cluster['certificate-authority-data'], 'base64').toString('utf8'),
      };
      const path = `/api/v1/namespaces/${namespace}/serviceaccounts/${account}/token`;
      const { status, body } = await request(client, 'POST', path, { apiVersion: 'authentication.k8s.io/v1', kind: 'TokenRequest', spec: {} });
      if (status !== 201) throw new Error(body);
      return (JSON.parse(body) as { readonly status: { readonly token: string } }).status.token;
    },
    kubeconfigWith: (token) => {
      const config = configuration();
      const users = config.users.map((user) => ({ ...user, user: { token } }));
      return scratch.write(`kubeconfig-${token.slice(-12)}`, JSON.stringify({ ...config, users }));
    },
    until: async (ref, said) => {
      const [head = '', ...rest] = said.split(': ');
      let last: KubeObject | undefined;
      await opening().other.until(ref, (live) => {
        last = live ?? last;
        return saidOf(live).some((one) => one.startsWith(`${head}:`) && one.includes(rest.join(': ')));
      });
      return last as KubeObject;
    },
  };
}

/** What a condition says of an object. */
export function conditionOf(object: KubeObject, type: string): Condition | undefined {
  const { conditions } = (object['status'] ?? {}) as { readonly conditions?: readonly Condition[] | null };
  return conditions?.find((condition) => condition.type === type);
}
