/** What the tests of adoption share: charts in folders, Helm 3 and Helm 4, and what runs, to be compared. */
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { KubeObject } from '../../../lib/api';
import { BUILD_TIMEOUT, helm3Program, helmProgram } from '../../lib/formats/helm/helm';
import { type Bench, kubeconfig } from '../support/extension';

export { BUILD_TIMEOUT };

/** By the word that tests use for them. */
export const HELMS = { 'Helm 3': helm3Program, 'Helm 4': helmProgram } as const;

export type HelmName = keyof typeof HELMS;

export interface Ran {
  readonly code: number;
  readonly text: string;
}

/** Folders of the tests of a file, removed at its end. */
export function folders(): { write(name: string, files: Readonly<Record<string, string>>): string; readonly home: string } {
  const path = mkdtempSync(join(tmpdir(), 'boxcutter-adoption-'));
  afterAll(() => rmSync(path, { recursive: true, force: true }));
  return {
    home: path,
    write: (name, files) => {
      for (const [file, content] of Object.entries(files)) {
        const at = join(path, name, file);
        mkdirSync(dirname(at), { recursive: true });
        writeFileSync(at, content);
      }
      return join(path, name);
    },
  };
}

/** Runs a Helm in a home of its own. */
export function runHelm(name: HelmName, home: string, config: string, ...args: readonly string[]): Promise<Ran> {
  return runHelmWith({}, name, home, config, ...args);
}

/** The same with more in its environment. */
export function runHelmWith(
  more: Readonly<Record<string, string>>, name: HelmName, home: string, config: string, ...args: readonly string[]
): Promise<Ran> {
  const env = {
    PATH: process.env['PATH'], HOME: home, KUBECONFIG: config, HELM_CACHE_HOME: home, HELM_CONFIG_HOME: home, HELM_DATA_HOME: home, ...more,
  };
  return new Promise((resolve) => {
    execFile(HELMS[name](), args, { env, maxBuffer: 64 * 1024 * 1024 }, (error, stdout, stderr) => {
      resolve({ code: error === null ? 0 : 1, text: `${stdout}${stderr}` });
    });
  });
}

/** What must not change: which objects there are, and how often what they say was changed. */
export interface Running {
  /** `Kind/name` to uid, Pods and ReplicaSets among them. */
  readonly uids: Readonly<Record<string, string>>;
  readonly generations: Readonly<Record<string, number>>;
}

export const WORKLOADS = [
  ['v1', 'Pod'], ['v1', 'Service'], ['v1', 'ConfigMap'], ['v1', 'ServiceAccount'], ['v1', 'PersistentVolumeClaim'], ['apps/v1', 'Deployment'],
  ['apps/v1', 'ReplicaSet'], ['apps/v1', 'StatefulSet'], ['apps/v1', 'DaemonSet'], ['apps/v1', 'ControllerRevision'], ['batch/v1', 'Job'], ['batch/v1', 'CronJob'],
  ['rbac.authorization.k8s.io/v1', 'Role'], ['rbac.authorization.k8s.io/v1', 'RoleBinding'], ['networking.k8s.io/v1', 'Ingress'],
  ['policy/v1', 'PodDisruptionBudget'],
] as const;

export async function whatRuns({ otherClient, namespace }: Bench): Promise<Running> {
  const lists = await Promise.all(WORKLOADS.map(async ([apiVersion, kind]) => {
    const { objects } = await otherClient.cluster.list({ apiVersion, kind, namespace });
    return objects.map((object) => ({ ...object, kind }));
  }));
  const all = lists.flat().filter(({ metadata: { name } }) => name !== 'kube-root-ca.crt' && name !== 'default');
  return {
    uids: Object.fromEntries(all.map((object) => [idOf(object), object.metadata.uid ?? ''])),
    generations: Object.fromEntries(all.flatMap((object) => {
      const { generation } = object.metadata as { readonly generation?: number };
      return generation === undefined ? [] : [[idOf(object), generation]];
    })),
  };
}

export function idOf({ kind, metadata }: KubeObject): string {
  return `${kind}/${metadata.name ?? ''}`;
}

/** `manager operation` of each entry of the object itself. */
export function managersOf({ metadata: { managedFields = [] } }: KubeObject): readonly string[] {
  return managedFields.filter(({ subresource = '' }) => subresource === '').map(({ manager = '', operation = '' }) => `${manager} ${operation}`).sort();
}

const labels = '{ app.kubernetes.io/managed-by: {{ .Release.Service }}, app: {{ .Release.Name }} }';
const pod = (name: string, more = ''): string => `template:
    metadata: { labels: { run: ${name} } }
    spec:
      containers: [{ name: main, image: "example.com/${name}:{{ .Values.tag }}"${more} }]`;

/** A chart with every kind of workload, what Helm treats specially, and a chart within it. */
export function shopChart(group: string, version = '1.0.0'): Readonly<Record<string, string>> {
  return {
    'Chart.yaml': `apiVersion: v2\nname: shop\nversion: ${version}\n`,
    'values.yaml': 'tag: "1"\nlevel: info\n',
    'charts/inner/Chart.yaml': 'apiVersion: v2\nname: inner\nversion: 0.1.0\n',
    'charts/inner/templates/inner.yaml': `apiVersion: v1\nkind: ConfigMap\nmetadata: { name: "{{ .Release.Name }}-inner" }\ndata: { of: inner }\n`,
    'crds/shops.yaml': `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: { name: shops.${group} }
spec:
  group: ${group}
  names: { kind: Shop, plural: shops, singular: shop, listKind: ShopList }
  scope: Namespaced
  versions: [{ name: v1, served: true, storage: true, schema: { openAPIV3Schema: { type: object, x-kubernetes-preserve-unknown-fields: true } } }]
`,
    'templates/config.yaml': `apiVersion: v1
kind: ConfigMap
metadata: { name: "{{ .Release.Name }}-settings", labels: ${labels} }
data:
  level: {{ .Values.level }}
{{- if eq .Chart.Version "1.0.0" }}
  dropped: later
{{- end }}
---
apiVersion: v1
kind: ConfigMap
metadata: { name: "{{ .Release.Name }}-kept", annotations: { helm.sh/resource-policy: keep } }
data: { a: b }
---
apiVersion: v1
kind: Secret
metadata: { name: "{{ .Release.Name }}-login" }
stringData: { password: very-secret }
---
apiVersion: v1
kind: ServiceAccount
metadata: { name: "{{ .Release.Name }}" }
---
apiVersion: v1
kind: Service
metadata: { name: "{{ .Release.Name }}" }
spec: { selector: { run: web }, ports: [{ port: 80 }] }
`,
    'templates/workloads.yaml': `apiVersion: apps/v1
kind: Deployment
metadata: { name: "{{ .Release.Name }}-web", labels: ${labels} }
spec:
  replicas: 2
  selector: { matchLabels: { run: web } }
  ${pod('web', ', ports: [{ containerPort: 80 }], resources: { limits: { cpu: 1000m } }')}
---
apiVersion: apps/v1
kind: StatefulSet
metadata: { name: "{{ .Release.Name }}-store" }
spec:
  serviceName: store
  selector: { matchLabels: { run: store } }
  ${pod('store', ', volumeMounts: [{ name: data, mountPath: /data }]')}
  volumeClaimTemplates: [{ metadata: { name: data }, spec: { accessModes: [ReadWriteOnce], resources: { requests: { storage: 1Gi } } } }]
---
apiVersion: apps/v1
kind: DaemonSet
metadata: { name: "{{ .Release.Name }}-agent" }
spec:
  selector: { matchLabels: { run: agent } }
  ${pod('agent')}
---
apiVersion: batch/v1
kind: Job
metadata: { name: "{{ .Release.Name }}-once" }
spec:
  template:
    spec: { restartPolicy: Never, containers: [{ name: main, image: example.com/once }] }
---
apiVersion: batch/v1
kind: CronJob
metadata: { name: "{{ .Release.Name }}-nightly" }
spec:
  schedule: "0 3 1 1 *"
  jobTemplate: { spec: { template: { spec: { restartPolicy: Never, containers: [{ name: main, image: example.com/nightly }] } } } }
---
apiVersion: policy/v1
kind: PodDisruptionBudget
metadata: { name: "{{ .Release.Name }}" }
spec: { minAvailable: 1, selector: { matchLabels: { run: web } } }
`,
    'templates/hooks.yaml': `apiVersion: v1
kind: ServiceAccount
metadata: { name: "{{ .Release.Name }}-hook", annotations: { helm.sh/hook: "pre-install,pre-upgrade" } }
---
apiVersion: v1
kind: ConfigMap
metadata: { name: "{{ .Release.Name }}-sweep", annotations: { helm.sh/hook: pre-delete } }
data: { a: b }
`,
  };
}

/** Installs the chart, and waits until its workloads have their Pods. */
export async function installed(bench: Bench, helm: HelmName, home: string, chart: string, release = 'shop'): Promise<void> {
  const { code, text } = await runHelm(helm, home, kubeconfig, 'install', release, chart, '-n', bench.namespace);
  if (code !== 0) throw new Error(text);
  type Status = Readonly<Record<string, number | undefined>>;
  const until = (kind: string, name: string, isRight: (status: Status) => boolean): Promise<void> =>
    bench.otherClient.until(bench.ref(kind, `${release}-${name}`, kind === 'Job' ? 'batch/v1' : 'apps/v1'), (object) => isRight((object?.['status'] ?? {}) as Status));
  await Promise.all([
    until('Deployment', 'web', ({ availableReplicas }) => availableReplicas === 2),
    until('StatefulSet', 'store', ({ currentReplicas }) => currentReplicas === 1),
    until('DaemonSet', 'agent', ({ desiredNumberScheduled = 0, numberReady }) => desiredNumberScheduled > 0 && numberReady === desiredNumberScheduled),
    until('Job', 'once', ({ active, succeeded }) => active === 1 || succeeded === 1),
  ]);
}
