/**
 * The built command as its users start it: a process, its output, its exit code. And the cluster beside it, to see what happened.
 */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer, connect as connectTcp, type AddressInfo, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { KubeObject, ObjectRef } from '../../../lib/api';
import { connect, type KubeCluster } from '../../../lib/kube';

export const root = join(__dirname, '..', '..', '..');
export const bundle = join(root, 'dist', 'bin', 'boxcutter.js');
export const kubeconfig = process.env['BOXCUTTER_TEST_KUBECONFIG'] ?? '';

/** Does nothing when the build is up to date, as after `npm test`. */
export function buildCommand(): void {
  const { status, stderr, stdout } = spawnSync(process.execPath, [join(root, 'tools', 'build.mjs')], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${stdout}${stderr}`);
}

export interface Finished {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface StartOptions {
  readonly stdin?: string;
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
}

export interface Running {
  readonly child: ChildProcess;
  readonly finished: Promise<Finished>;
  /** Resolves when it has said this on standard error. */
  said(pattern: RegExp): Promise<void>;
  /** Resolves when it has printed this on standard output. */
  printed(pattern: RegExp): Promise<void>;
}

export function start(args: readonly string[], options: StartOptions = {}): Running {
  const child = spawn(process.execPath, [bundle, ...args], {
    cwd: options.cwd ?? root,
    env: { ...process.env, KUBECONFIG: kubeconfig, NO_COLOR: '1', FORCE_COLOR: undefined, ...options.env },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  let stdout = '';
  let stderr = '';
  const waiting = new Set<() => void>();
  const tell = (): void => waiting.forEach((look) => look());
  child.stdout.on('data', (chunk: Buffer) => {
    stdout += chunk.toString();
    tell();
  });
  child.stderr.on('data', (chunk: Buffer) => {
    stderr += chunk.toString();
    tell();
  });
  child.stdin.on('error', () => undefined);
  child.stdin.end(options.stdin ?? '');
  let ended = false;
  const finished = new Promise<Finished>((resolve) => child.once('close', (code, signal) => {
    ended = true;
    tell();
    resolve({ code, signal, stdout, stderr });
  }));
  const holds = (pattern: RegExp, text: () => string): Promise<void> =>
    new Promise((resolve, reject) => {
      const look = (): void => {
        if (pattern.test(text())) resolve();
        else if (ended) reject(new Error(`ended without saying ${String(pattern)}:\n${stdout}${stderr}`));
        else return void waiting.add(look);
        waiting.delete(look);
      };
      look();
    });
  return { child, finished, said: (pattern) => holds(pattern, () => stderr), printed: (pattern) => holds(pattern, () => stdout) };
}

export function boxcutter(args: readonly string[], options: StartOptions = {}): Promise<Finished> {
  return start(args, options).finished;
}

/** A folder for files, removed after the tests of the file. */
export function scratchFolder(): { readonly path: string; write(name: string, content: string): string } {
  const path = mkdtempSync(join(tmpdir(), 'boxcutter-cli-'));
  afterAll(() => rmSync(path, { recursive: true, force: true }));
  return {
    path,
    write: (name, content) => {
      const file = join(path, name);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, content);
      return file;
    },
  };
}

/** Makes a folder a project in which everything is installed: links to what this clone has, this package among it. */
export function linkPackages(folder: string): void {
  const installed = join(root, 'node_modules');
  const target = join(folder, 'node_modules');
  mkdirSync(join(target, '.bin'), { recursive: true });
  const entries = readdirSync(installed).filter((name) => !name.startsWith('.'));
  for (const name of entries) symlinkSync(join(installed, name), join(target, name));
  for (const name of readdirSync(join(installed, '.bin'))) symlinkSync(join(installed, '.bin', name), join(target, '.bin', name));
  symlinkSync(root, join(target, 'cdk8s-boxcutter'));
  symlinkSync(bundle, join(target, '.bin', 'boxcutter'));
}

/** What the tests of a file of the command share: a build, files, a namespace, and the command in it. */
export interface CommandBench {
  readonly scratch: ReturnType<typeof scratchFolder>;
  /** Known from the first test on. */
  readonly cluster: KubeCluster;
  readonly test: TestCluster;
  readonly namespace: string;
  /** These words, with the namespace of the tests. */
  in_(...args: string[]): string[];
  /** Runs the command in the namespace of the tests. */
  run(...args: string[]): Promise<Finished>;
}

/** Sets up before the tests of the file, and takes down after them. */
export function commandBench(): CommandBench {
  const scratch = scratchFolder();
  let opened: TestCluster | undefined;
  const opening = (): TestCluster => {
    if (opened === undefined) throw new Error('there is no namespace before the first test');
    return opened;
  };
  beforeAll(async () => {
    buildCommand();
    opened = await TestCluster.begin();
    // A build after a change, beside other tests.
  }, 300_000);
  afterAll(() => opened?.end());
  const in_ = (...args: string[]): string[] => [...args, '-n', opening().namespace];
  return {
    scratch,
    get test() { return opening(); },
    get cluster() { return opening().cluster; },
    get namespace() { return opening().namespace; },
    in_,
    run: (...args) => boxcutter(in_(...args)),
  };
}

/** Manifests that several files of tests use. */
export const manifests = {
  config: (name: string, value: string): string => `apiVersion: v1\nkind: ConfigMap\nmetadata: { name: ${name} }\ndata: { value: "${value}" }\n`,
  /** @param more what its pods have beside their container, with a comma at the end */
  deployment: (name: string, more = ''): string => `apiVersion: apps/v1
kind: Deployment
metadata: { name: ${name} }
spec:
  replicas: 1
  selector: { matchLabels: { app: ${name} } }
  template: { metadata: { labels: { app: ${name} } }, spec: { ${more}containers: [{ name: web, image: example.com/web }] } }
`,
  ingress: (name: string): string => `apiVersion: networking.k8s.io/v1
kind: Ingress
metadata: { name: ${name} }
spec: { defaultBackend: { service: { name: ${name}, port: { number: 80 } } } }
`,
} as const;

/** A connection and a namespace of its own for the tests of one file. */
export class TestCluster {
  private constructor(
    readonly cluster: KubeCluster,
    readonly namespace: string,
  ) {}

  /** @param prefix of the namespace: two of one test file must differ */
  static async begin(prefix = 'cli'): Promise<TestCluster> {
    const cluster = await connect({ kubeconfig });
    const test = new TestCluster(cluster, `${prefix}-${process.pid.toString(36)}-${Date.now().toString(36)}`);
    await test.create({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: test.namespace } });
    return test;
  }

  async end(): Promise<void> {
    await this.remove({ apiVersion: 'v1', kind: 'Namespace', name: this.namespace });
    this.cluster.close();
  }

  async create(object: KubeObject): Promise<KubeObject> {
    const answer = await this.cluster.create(object);
    if (answer.type !== 'object') throw new Error(JSON.stringify(answer));
    return answer.object;
  }

  async get(ref: ObjectRef): Promise<KubeObject | undefined> {
    const answer = await this.cluster.get(ref);
    return answer.type === 'object' ? answer.object : undefined;
  }

  async remove(ref: ObjectRef): Promise<void> {
    const object = await this.get(ref);
    if (object !== undefined) await this.cluster.delete(ref, { uid: object.metadata.uid ?? '' });
  }

  /** Waits, by watch, until no Secret is left in the namespace: the content of revisions goes after their record, by garbage collection. */
  async withoutSecrets(): Promise<void> {
    const left = new Set<string>();
    await new Promise<void>((resolve) => {
      let synced = false;
      const look = (): void => {
        if (!synced || left.size > 0) return;
        subscription.close();
        resolve();
      };
      const subscription = this.cluster.observe({ apiVersion: 'v1', kind: 'Secret', namespace: this.namespace }, {
        changed: ({ metadata }) => void left.add(metadata.name ?? ''),
        removed: ({ name }) => {
          left.delete(name);
          look();
        },
        synced: () => {
          synced = true;
          look();
        },
        failed: () => undefined,
      });
    });
  }

  /** `Kind name` of what is in the namespace, state of the command included, without what Kubernetes puts there. */
  async contents(namespace: string = this.namespace): Promise<string[]> {
    const kinds = [['v1', 'ConfigMap'], ['v1', 'Secret'], ['v1', 'Service'], ['apps/v1', 'Deployment'], ['rbac.authorization.k8s.io/v1', 'Role']] as const;
    const lists = await Promise.all(kinds.map(async ([apiVersion, kind]) => {
      const { objects } = await this.cluster.list({ apiVersion, kind, namespace }, { metadataOnly: true });
      return objects.map(({ metadata }) => `${kind} ${metadata.name ?? ''}`);
    }));
    return lists.flat().filter((name) => name !== 'ConfigMap kube-root-ca.crt').sort();
  }
}

/** The kubeconfig of the tests with something else in it. */
export function changedKubeconfig(change: (config: Kubeconfig) => void): string {
  const config = JSON.parse(readFileSync(kubeconfig, 'utf8')) as Kubeconfig;
  change(config);
  return JSON.stringify(config);
}

export interface Kubeconfig {
  readonly 'clusters': { readonly name: string; cluster: { server: string; [key: string]: unknown } }[];
  'current-context': string;
}

export interface TcpProxy {
  readonly port: number;
  /** Its callers so far: `open 1`, `open 2`, `close 1`, in this order. */
  readonly callers: readonly string[];
  cut(): void;
  mend(): Promise<void>;
  close(): void;
}

/** A proxy on loopback that can be cut, as a network can. */
export async function startProxy(target: string): Promise<TcpProxy> {
  const { hostname, port } = new URL(target);
  const sockets = new Set<Socket>();
  const callers: string[] = [];
  let opened = 0;
  const server = createServer((client) => {
    const number = (opened += 1);
    callers.push(`open ${number}`);
    client.on('close', () => callers.push(`close ${number}`));
    const upstream = connectTcp(Number(port), hostname);
    for (const [from, to] of [[client, upstream], [upstream, client]] as const) {
      sockets.add(from);
      from.pipe(to);
      from.on('error', () => undefined);
      from.on('close', () => {
        sockets.delete(from);
        to.destroy();
      });
    }
  });
  const listen = (at: number): Promise<void> => new Promise((resolve) => server.listen(at, '127.0.0.1', resolve));
  await listen(0);
  const { port: own } = server.address() as AddressInfo;
  const cut = (): void => {
    server.close();
    sockets.forEach((socket) => socket.destroy());
  };
  return { port: own, callers, cut, mend: () => listen(own), close: cut };
}

/** A proxy of the test cluster, and the kubeconfig that leads to it. */
export async function proxyOfCluster(): Promise<{ readonly proxy: TcpProxy; readonly config: string }> {
  let server = '';
  changedKubeconfig(({ clusters: [first] }) => (server = first?.cluster.server ?? ''));
  const proxy = await startProxy(server);
  const config = changedKubeconfig(({ clusters: [first] }) => {
    if (first) first.cluster.server = `https://127.0.0.1:${proxy.port}`;
  });
  return { proxy, config };
}

expect.extend({
  /** One message for people: no stack trace, no second error, and nothing on standard output. */
  toBeOneMessage(received: Finished) {
    const errors = received.stderr.match(/^Error: /gm)?.length ?? 0;
    const trace = /\n\s+at .+[:(]\d+|Unexpected fault|node:internal/.test(received.stderr);
    const pass = errors === 1 && !trace && received.stdout === '';
    return { pass, message: () => `expected one message, got (exit ${String(received.code)}):\n${received.stderr}\nand on standard output:\n${received.stdout}` };
  },
});

declare global {
  // eslint-disable-next-line @typescript-eslint/no-namespace
  namespace jest {
    interface Matchers<R> {
      toBeOneMessage(): R;
    }
  }
}
