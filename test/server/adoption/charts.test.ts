/**
 * Real charts, installed by Helm in their older version, taken over, upgraded to the newer one by us, given back, and upgraded by Helm again.
 * The folder with them is named by BOXCUTTER_CHARTS (the continuous integration sets it). Each chart meets one of Helm 3 and Helm 4, both with
 * BOXCUTTER_TEST_BOTH_HELMS=1. On a control plane of their own: some bring APIs whose servers never run there.
 */
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { adoptHelm, beginHelm, undoHelm } from '../../../lib/adoption';
import { groupKindOf, groupOf, type JsonObject, keyOf, type KubeObject, type ObjectRef, type ProgressionProbe, type ResolvedRevision } from '../../../lib/api';
import { bundleFilesFromDirectory, readBundle, renderBundle } from '../../../lib/bundle';
import { compile } from '../../../lib/compile';
import { down, up } from '../../../lib/control-plane';
import type { ObjectResult } from '../../../lib/engine';
import { applyRevision, fitToServer, type Outcome } from '../../../lib/runtime';
import { compareSemver } from './versions';
import { customKinds } from './custom-kinds';
import { namespacesOf, valuesOf } from './real-charts';
import { Bench } from '../support/extension';
import { BUILD_TIMEOUT, folders, type HelmName, HELMS, runHelm, whatRuns } from './helm-bench';

jest.setTimeout(180_000);

const folder = process.env['BOXCUTTER_CHARTS'];
const entries = folder === undefined || !existsSync(folder) ? [] : readdirSync(folder, { withFileTypes: true });
/** Those that the whole way is known for, each with one Helm; the folder has more. */
const CHARTS: Readonly<Record<string, HelmName>> = {
  'argo-events': 'Helm 3', 'csi-driver-nfs': 'Helm 4', 'external-dns': 'Helm 3', 'ingress-nginx': 'Helm 3', 'metallb': 'Helm 3',
  'metrics-server': 'Helm 4', 'nats': 'Helm 3', 'rook-ceph-cluster': 'Helm 4', 'sealed-secrets': 'Helm 3', 'vault': 'Helm 4',
};
/** Of these Helm and we run the hooks, too. */
const WITH_HOOKS: ReadonlySet<string> = new Set(['ingress-nginx']);
const names = entries.filter((entry) => entry.isDirectory() && entry.name in CHARTS).map(({ name }) => name).sort();
const describeWithCharts = names.length === 0 ? describe.skip : describe;
const helms = Object.keys(HELMS) as HelmName[];
const isOfBoth = process.env['BOXCUTTER_TEST_BOTH_HELMS'] === '1';
const cases = names.flatMap((name) => helms.filter((helm) => isOfBoth || helm === CHARTS[name]).map((helm) => [name, helm] as const));

const DEFINITIONS = { apiVersion: 'apiextensions.k8s.io/v1', kind: 'CustomResourceDefinition' } as const;

describeWithCharts('real charts', () => {
  const directory = mkdtempSync(join(tmpdir(), 'boxcutter-charts-'));
  const files = folders();
  let kubeconfig: string;
  let bench: Bench;
  beforeAll(async () => {
    helms.forEach((helm) => HELMS[helm]());
    ({ kubeconfig } = await up({ name: 'charts', directory }));
  }, BUILD_TIMEOUT);
  afterAll(async () => {
    await down('charts', { directory });
    rmSync(directory, { recursive: true, force: true });
  });
  beforeEach(async () => { bench = await Bench.open('chart', { kubeconfig }); });
  afterEach(async () => {
    // The same chart comes again, of another release.
    if (isOfBoth) await withoutDefinitions();
    await bench.close();
  });

  test.each(cases)('%s, of %s: taken over as it runs, changed by the same chart in nothing, upgraded, given back, upgraded by Helm', async (name, helm) => {
    const withHooks = WITH_HOOKS.has(name);
    const hooks = withHooks ? [] : ['--no-hooks'];
    const [older = '', newer = ''] = readdirSync(join(folder ?? '', name)).sort(compareSemver);
    const [before, after] = valuesOf(name);
    for (const object of namespacesOf(name)) await bench.otherClient.apply(object);
    const values = (which: object): readonly string[] => ['-f', files.write(name, { 'values.json': JSON.stringify(which) }) + '/values.json'];
    const run = (...args: readonly string[]) => runHelm(helm, files.home, kubeconfig, ...args, '-n', bench.namespace);
    const chart = (version: string): string => join(folder ?? '', name, version);
    for (const [version, which] of [[older, before], [newer, after]] as const) {
      const { phases } = await revisionOf(name, version, which, bench, { helm, withHooks, isForeign: true });
      await customKinds(phases.flatMap((phase) => phase.objects.map(({ object }) => object)), bench.otherClient);
    }
    const started = await run('install', 'x', chart(older), ...values(before), ...hooks);
    expect(started).toEqual({ code: 0, text: expect.anything() });
    const running = await whatRuns(bench);

    const place = { cluster: bench.cluster, stateNamespace: bench.namespace, signal: AbortSignal.timeout(120_000) };
    const adoption = await beginHelm({ release: 'x', namespace: bench.namespace }, place);
    expect(adoption.taking.leftOut.filter(({ reason }) => reason.type !== 'hook').map(({ ref, reason }) => [ref.kind, ref.name, reason.type])).toEqual(
      // Hooks were not run, or Helm has deleted what they were.
      adoption.taking.leftOut.filter(({ reason }) => reason.type === 'gone').map(({ ref }) => [ref.kind, ref.name, 'gone']),
    );
    const counted = await bench.counted(() => adoptHelm(adoption, place));
    const adopted = counted.result;
    expect(failuresOf(adopted)).toEqual([]);
    expect(adopted.status).toBe('complete');
    const objects = adopted.result.phases.flatMap((phase) => phase.objects);
    expect(new Set(objects.map(({ action }) => action))).toEqual(new Set(['Adopted']));
    expect(counted.requests['patch']).toBeLessThanOrEqual(2 * objects.length + 25);
    const taken = await whatRuns(bench);
    expect(onlyKept(taken.uids, running.uids)).toEqual(running.uids);

    const uids = await uidsOf(objects.map(({ ref }) => ref));
    const rollout = { ...place, giveUp: 'never' } as const;
    const again = await applyRevision(await revisionOf(name, older, before, bench, { helm, withHooks }), rollout);
    expect(failuresOf(again)).toEqual([]);
    const changed = [...again.result.phases.flatMap((phase) => phase.objects), ...again.result.removed].filter(({ action }) => action !== 'Unchanged');
    // Definitions of `crds/` go with the extension from now on; hooks run that are not there any more.
    const isExpected = ({ ref, action }: ObjectResult): boolean => ref.kind === 'CustomResourceDefinition' || (withHooks && action === 'Created');
    expect(changed.filter((one) => !isExpected(one)).map(({ ref, action }) => `${action} ${ref.kind} ${ref.name}`)).toEqual([]);
    expect(changed.filter(({ action }) => action === 'Created')).toHaveLength(withHooks ? adoption.taking.leftOut.length : 0);

    const upgraded = await applyRevision(await revisionOf(name, newer, after, bench, { helm, withHooks }), {
      ...rollout, deleteData: true, replace: { objects: 'all' }, crdSafety: { policy: 'off' },
    });
    expect(failuresOf(upgraded)).toEqual([]);
    const replaced = new Set(upgraded.result.phases.flatMap((phase) => phase.objects).filter(({ action }) => action === 'Replaced').map(({ ref }) => keyOf(ref)));
    const kept = upgraded.result.phases.flatMap((phase) => phase.objects).filter(({ ref }) => uids.has(keyOf(ref)) && !replaced.has(keyOf(ref)));
    const now = await uidsOf(kept.map(({ ref }) => ref));
    expect([...now].filter(([key, uid]) => uids.get(key) !== uid)).toEqual([]);

    const undone = await undoHelm('x', bench.namespace, place);
    expect(undone?.status).toBe('complete');
    const back = await run('upgrade', 'x', chart(newer), ...values(after), ...hooks);
    expect(back).toMatchObject({ code: 0 });
    expect(await run('uninstall', 'x', ...hooks)).toMatchObject({ code: 0 });
  });

  /** Helm leaves those of `crds/`, and what is to be kept, with the mark of their release: the other Helm would meet them. */
  async function withoutDefinitions(): Promise<void> {
    const { otherClient } = bench;
    const { objects } = await otherClient.cluster.list(DEFINITIONS, { metadataOnly: true });
    await Promise.all(objects.map(async ({ metadata: { name = '' } }) => {
      await otherClient.delete({ ...DEFINITIONS, name });
      await otherClient.until({ ...DEFINITIONS, name }, (live) => live === undefined);
    }));
  }

  async function uidsOf(refs: readonly ObjectRef[]): Promise<ReadonlyMap<string, string>> {
    const found = await Promise.all(refs.map(async (ref): Promise<readonly (readonly [string, string])[]> => {
      const answer = await bench.otherClient.cluster.get(ref);
      return answer.type === 'object' ? [[keyOf(ref), answer.object.metadata.uid ?? '']] : [];
    }));
    return new Map(found.flat());
  }

  /** As an apply of the chart makes it. */
  async function revisionOf(
    name: string, version: string, config: object, { namespace, cluster }: Bench,
    { helm, withHooks, isForeign = false }: { readonly helm: HelmName; readonly withHooks: boolean; readonly isForeign?: boolean },
  ): Promise<ResolvedRevision> {
    const { bundle, findings: read } = readBundle(bundleFilesFromDirectory(join(folder ?? '', name, version)), { forInstall: true });
    if (bundle === undefined) throw new Error(JSON.stringify(read));
    const rendered = renderBundle(bundle, { installNamespace: namespace, certificates: 'none', releaseName: 'x', helm: HELMS[helm](), config, dangerouslyAcceptBundlesWithoutConfigSchema: true });
    // Without hooks, no phases of theirs.
    const objects = rendered.objects.filter(({ manifest }) => !isHook(manifest as unknown as KubeObject))
      .map(({ phase: _phase, ...object }) => object);
    const content = { ...rendered, ...(withHooks ? {} : { objects, phases: [] }) };
    const { compiled, findings } = compile({ extension: 'x', namespace, packageName: bundle.packageName, ...content, largePhases: true, probes: alwaysReady(rendered.objects) });
    if (compiled === undefined) throw new Error(JSON.stringify([...rendered.findings, ...findings].filter(({ severity }) => severity === 'error').slice(0, 5)));
    return isForeign ? compiled.resolved : fitToServer(compiled.resolved, cluster, { namespace, skipUnserved: false });
  }
});

/** Nothing waits for what never gets ready here: volumes, APIs of servers that do not run. */
function alwaysReady(objects: readonly { readonly manifest: JsonObject }[]): readonly ProgressionProbe[] {
  const kinds = new Map(objects.map(({ manifest }) => {
    const { apiVersion, kind } = manifest as unknown as KubeObject;
    return [groupKindOf({ apiVersion, kind }), { group: groupOf(apiVersion), kind }];
  }));
  return [...kinds.values()].map((groupKind) => (
    { selector: { type: 'GroupKind', groupKind }, assertions: [{ type: 'CEL', cel: { rule: 'true', message: 'never' } }] }));
}

function isHook({ metadata: { annotations } }: KubeObject): boolean {
  // A template may leave nothing below it.
  return (annotations ?? {})['helm.sh/hook'] !== undefined;
}

function failuresOf({ result }: Outcome): readonly unknown[] {
  return [...result.phases.flatMap(({ objects }) => objects), ...result.removed].flatMap((object) => (
    object.action === 'Failed' || object.action === 'Collision' ? [{ ...object.ref, cause: object.cause }] : []));
}

/** What came since is the work of controllers. */
function onlyKept(now: Readonly<Record<string, string>>, before: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(now).filter(([id]) => before[id] !== undefined));
}

