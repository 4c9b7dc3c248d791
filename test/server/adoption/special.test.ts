/** What Helm treats in its own way, and what the cluster has lost: hooks, objects that Helm keeps, kinds that are no longer served. */
import { gunzipSync, gzipSync } from 'node:zlib';
import type { KubeObject } from '../../../lib/api';
import { boxcutter, commandBench, type Finished, kubeconfig } from '../cli/command';
import { document } from '../cli/documents';
import { stored } from '../support/extension';
import { BUILD_TIMEOUT, folders, type HelmName, HELMS, managersOf, runHelm, runHelmWith } from './helm-bench';

jest.setTimeout(60_000);

const files = folders();
const bench = commandBench();
beforeAll(() => Object.values(HELMS).forEach((program) => program()), BUILD_TIMEOUT);

const ref = (kind: string, name: string, apiVersion = 'v1') => ({ apiVersion, kind, namespace: bench.namespace, name });
const run = (...args: readonly string[]) => boxcutter(bench.in_(...args), { env: { HELM: HELMS['Helm 4']() } });
const helm = (name: HelmName, ...args: readonly string[]) => runHelm(name, files.home, kubeconfig, ...args, '-n', bench.namespace);
const live = async (...of: Parameters<typeof ref>): Promise<KubeObject> => stored(await bench.cluster.get(ref(...of)));
const uidOf = async (...of: Parameters<typeof ref>): Promise<string | undefined> => (await bench.test.get(ref(...of)))?.metadata.uid;

interface Adoption {
  readonly taking: {
    readonly objects: number;
    readonly leftOut: readonly { readonly kind: string; readonly name: string; readonly reason: string }[];
  };
  readonly outcome?: { readonly hooksNotRun?: readonly { readonly kind: string; readonly name: string; readonly events: readonly string[] }[] };
}

/** What to do next, and which hooks are not run, is said beside it. */
const saidBy = <T>(result: Finished): T => document({ ...result, stderr: '' }) as T;
const leftOut = ({ taking }: Adoption): readonly string[] => taking.leftOut.map(({ kind, name, reason }) => `${kind} ${name}: ${reason}`);

/** By the Helm that installs them: nothing of one is of another, so that all the tests may run at once. Jobs take their seconds. */
const RELEASES: Readonly<Record<HelmName, string>> = { 'Helm 3': 'three', 'Helm 4': 'four' };
const helms = Object.keys(RELEASES) as HelmName[];

describe('at once', () => {
  const chartOf = (release: string, version: string): string => files.write(`${release}-${version}`, {
    'Chart.yaml': `apiVersion: v2\nname: ${release}\nversion: ${version}\n`,
    'templates/a.yaml': `apiVersion: v1
kind: ConfigMap
metadata: { name: "{{ .Release.Name }}-settings" }
data: { version: "{{ .Chart.Version }}" }
{{- if eq .Chart.Version "1.0.0" }}
---
apiVersion: v1
kind: ConfigMap
metadata: { name: "{{ .Release.Name }}-kept", annotations: { helm.sh/resource-policy: keep } }
data: { a: b }
---
apiVersion: v1
kind: ConfigMap
metadata: { name: "{{ .Release.Name }}-dropped" }
data: { a: b }
{{- end }}
`,
    'templates/hooks.yaml': `apiVersion: v1
kind: ServiceAccount
metadata: { name: "{{ .Release.Name }}-migrator", annotations: { helm.sh/hook: "pre-install,pre-upgrade", helm.sh/hook-weight: "-1" } }
---
apiVersion: batch/v1
kind: Job
metadata: { name: "{{ .Release.Name }}-migrate", annotations: { helm.sh/hook: "pre-install,pre-upgrade" } }
spec:
  template:
    spec: { restartPolicy: Never, containers: [{ name: main, image: example.com/migrate }] }
---
apiVersion: batch/v1
kind: Job
metadata: { name: "{{ .Release.Name }}-sweep", annotations: { helm.sh/hook: pre-delete } }
spec:
  template:
    spec: { restartPolicy: Never, containers: [{ name: main, image: example.com/sweep }] }
---
apiVersion: v1
kind: Pod
metadata: { name: "{{ .Release.Name }}-check", annotations: { helm.sh/hook: test } }
spec: { restartPolicy: Never, containers: [{ name: main, image: example.com/check }] }
`,
  });

  const oldChart = (version: string): string => files.write(`old-${version}`, {
    'Chart.yaml': `apiVersion: v2\nname: old\nversion: ${version}\n`,
    'templates/a.yaml': `apiVersion: v1
kind: ConfigMap
metadata: { name: old }
data: { version: "{{ .Chart.Version }}" }
---
apiVersion: policy/v1
kind: PodDisruptionBudget
metadata: { name: old }
spec: { minAvailable: 1, selector: { matchLabels: { run: old } } }
`,
  });
  const policy = `---
# Source: old/templates/policy.yaml
apiVersion: policy/v1beta1
kind: PodSecurityPolicy
metadata: { name: restricted }
spec: { privileged: false, seLinux: { rule: RunAsAny }, runAsUser: { rule: RunAsAny }, supplementalGroups: { rule: RunAsAny }, fsGroup: { rule: RunAsAny }, volumes: [secret] }
`;

  /** As a release that was installed before the cluster was upgraded: no server of today takes these kinds. */
  async function age(): Promise<void> {
    const secret = await live('Secret', 'sh.helm.release.v1.old.v1');
    const { release = '' } = secret['data'] as { readonly release?: string };
    const content = JSON.parse(gunzipSync(Buffer.from(Buffer.from(release, 'base64').toString(), 'base64')).toString()) as { manifest: string };
    content.manifest = content.manifest.replace('apiVersion: policy/v1\n', 'apiVersion: policy/v1beta1\n') + policy;
    const value = Buffer.from(gzipSync(JSON.stringify(content)).toString('base64')).toString('base64');
    stored(await bench.cluster.patch(ref('Secret', 'sh.helm.release.v1.old.v1'), [{ op: 'replace', path: '/data/release', value }], 'helm'));
  }

  test.concurrent.each(helms)('%s: a hook that has run stays what it is, and is named; a kept object stays when a later version drops it', async (name) => {
    const release = RELEASES[name];
    const chart = (version: string): string => chartOf(release, version);
    expect(await helm(name, 'install', release, chart('1.0.0'))).toMatchObject({ code: 0 });
    const job = await live('Job', `${release}-migrate`, 'batch/v1');
    const kept = await uidOf('ConfigMap', `${release}-kept`);

    const planned = await run('adopt', 'helm', release, '--plan');
    expect(planned.stdout).toContain(`Left alone:\n  Job ${bench.namespace}/${release}-migrate: it is a hook that has run\n`);
    const adopted = saidBy<Adoption>(await run('adopt', 'helm', release, '-o', 'json'));
    expect([adopted.taking.objects, leftOut(adopted)]).toEqual([4, [`Job ${release}-migrate: hook`]]);
    // What Helm would run when it is deleted or tested, and nobody does now.
    expect(adopted.outcome?.hooksNotRun).toEqual([
      { kind: 'Pod', name: `${release}-check`, events: ['test'] }, { kind: 'Job', name: `${release}-sweep`, events: ['pre-delete'] },
    ]);
    expect(await live('Job', `${release}-migrate`, 'batch/v1')).toEqual(job);
    expect(managersOf(await live('ServiceAccount', `${release}-migrator`))).toEqual(['boxcutter Apply']);

    const next = await run('apply', chart('1.1.0'), '--name', release, '--reuse-config', '-o', 'json');
    expect(next.code).toBe(0);
    const { removed } = saidBy<{ readonly removed: readonly { readonly name: string; readonly action: string }[] }>(next);
    expect(removed.map(({ name: of, action }) => `${of}: ${action}`).sort()).toEqual([`${release}-dropped: Deleted`, `${release}-kept: Orphaned`]);
    const stays = await live('ConfigMap', `${release}-kept`);
    expect([stays.metadata.uid, stays['data'], managersOf(stays)]).toEqual([kept, { a: 'b' }, []]);
    expect(await uidOf('ConfigMap', `${release}-dropped`)).toBeUndefined();
    expect(await uidOf('Job', `${release}-migrate`, 'batch/v1')).toBe(job.metadata.uid);

    expect(await run('adopt', 'helm', release, '--undo')).toMatchObject({ code: 0 });
    expect(await helm(name, 'upgrade', release, chart('1.1.0'), '--no-hooks')).toMatchObject({ code: 0 });
    expect(await helm(name, 'uninstall', release, '--no-hooks')).toMatchObject({ code: 0 });
    expect(await uidOf('ConfigMap', `${release}-kept`)).toBe(kept);
  });

  test.concurrent.each(helms)('%s: a kept object stays when the extension is deleted, and the hook that would have run is named', async (name) => {
    const release = `${RELEASES[name]}-b`;
    expect(await helm(name, 'install', release, chartOf(release, '1.0.0'))).toMatchObject({ code: 0 });
    expect(await run('adopt', 'helm', release)).toMatchObject({ code: 0 });
    const deleted = await run('delete', release);
    expect(deleted).toMatchObject({ code: 0 });
    expect(deleted.stderr).toContain(`Job ${release}-sweep (pre-delete)`);
    expect(await uidOf('ConfigMap', `${release}-settings`)).toBeUndefined();
    expect(await uidOf('ConfigMap', `${release}-kept`)).toEqual(expect.any(String));
  });

  test.concurrent('kinds that are no longer served are left out and named; what is served in another version is taken over; Helm is stuck, and we are not; undo works', async () => {
    expect(await helm('Helm 4', 'install', 'old', oldChart('1.0.0'))).toMatchObject({ code: 0 });
    await age();
    expect(await helm('Helm 4', 'upgrade', 'old', oldChart('1.1.0'))).toMatchObject({ code: 1, text: expect.stringContaining('no matches for kind "PodSecurityPolicy"') as string });
    const budget = await uidOf('PodDisruptionBudget', 'old', 'policy/v1');

    const planned = await run('adopt', 'helm', 'old', '--plan');
    expect(planned.code).toBe(10);
    expect(planned.stdout).toContain('2 objects to take over');
    expect(planned.stdout).toContain('Left alone:\n  PodSecurityPolicy restricted: the API server no longer serves its kind\n');
    const adopted = await run('adopt', 'helm', 'old', '-o', 'json');
    expect(adopted.code).toBe(0);
    expect(leftOut(saidBy<Adoption>(adopted))).toEqual(['PodSecurityPolicy restricted: unserved']);
    expect(managersOf(await live('PodDisruptionBudget', 'old', 'policy/v1')).filter((one) => !one.startsWith('kube-controller-manager'))).toEqual(['boxcutter Apply']);

    expect(await run('apply', oldChart('1.1.0'), '--name', 'old', '--reuse-config')).toMatchObject({ code: 0 });
    expect([(await live('ConfigMap', 'old'))['data'], await uidOf('PodDisruptionBudget', 'old', 'policy/v1')]).toEqual([{ version: '1.1.0' }, budget]);

    const undone = await run('adopt', 'helm', 'old', '--undo');
    expect(undone).toMatchObject({ code: 0 });
    expect((await helm('Helm 4', 'list', '-q', '--filter', '^old$')).text.trim()).toBe('old');
    expect((await helm('Helm 4', 'get', 'manifest', 'old')).text).toContain('kind: PodSecurityPolicy');
    const back = await live('PodDisruptionBudget', 'old', 'policy/v1');
    expect([back.metadata.uid, back.metadata.annotations]).toEqual([budget, expect.objectContaining({ 'meta.helm.sh/release-name': 'old' })]);
  });

  test.concurrent('what Helm 3 keeps in ConfigMaps is taken over and given back', async () => {
    const chart = files.write('maps', { 'Chart.yaml': 'apiVersion: v2\nname: maps\nversion: 1.0.0\n', 'templates/a.yaml': 'apiVersion: v1\nkind: ConfigMap\nmetadata: { name: of-maps }\ndata: { value: {{ .Values.value | quote }} }\n', 'values.yaml': 'value: a\n' });
    const inMaps = (...args: readonly string[]) => runHelmWith({ HELM_DRIVER: 'configmap' }, 'Helm 3', files.home, kubeconfig, ...args, '-n', bench.namespace);
    expect(await inMaps('install', 'maps', chart)).toMatchObject({ code: 0 });
    const uid = await uidOf('ConfigMap', 'of-maps');
    expect(await run('adopt', 'helm', 'maps')).toMatchObject({ code: 0 });
    expect((await inMaps('list', '-q')).text.trim()).toBe('');
    expect(managersOf(await live('ConfigMap', 'of-maps'))).toEqual(['boxcutter Apply']);
    expect(await run('adopt', 'helm', 'maps', '--undo')).toMatchObject({ code: 0 });
    expect(await inMaps('upgrade', 'maps', chart, '--set', 'value=b')).toMatchObject({ code: 0 });
    const after = await live('ConfigMap', 'of-maps');
    expect([after.metadata.uid, after['data']]).toEqual([uid, { value: 'b' }]);
  });
});
