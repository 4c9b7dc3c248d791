/** What is done sends nothing: no requests but watches, whatever else happens on the cluster. What has failed sends nothing between its tries. */
import { systemClock } from '../../../../lib/controllers/process';
import { REGISTRY_START_MS } from '../../../registry';
import { bundleRef, deploymentRef, ProvisionersBench, statusOf } from './bench';

/** Pauses between tries begin only when somebody lets them: shorter waits go by as always. */
class HeldPauses {
  private readonly held: (() => void)[] = [];
  private isOpen = false;

  readonly after = (ms: number, act: () => void): (() => void) => {
    if (this.isOpen || ms < SHORTEST_PAUSE_MS) return systemClock.after(ms, act);
    let isCalledOff = false;
    this.held.push(() => isCalledOff || act());
    return () => (isCalledOff = true);
  };

  /** All of them are over. */
  end(): void {
    this.isOpen = true;
    for (const act of this.held.splice(0)) act();
  }
}
/** Below the pause after a first failure. */
const SHORTEST_PAUSE_MS = 250;

let bench: ProvisionersBench;
const pauses = new HeldPauses();
beforeAll(async () => {
  bench = await ProvisionersBench.open();
  await bench.start({ after: pauses.after });
}, REGISTRY_START_MS);
afterAll(() => bench.close());

const named = (name: string): string => `${bench.namespace}-${name}`;
const requests = (): Readonly<Record<string, number>> => {
  const { watch: _watch, discovery: _discovery, ...others } = bench.process?.cluster.requests() ?? {};
  return others;
};
let touched = 0;
/** A ConfigMap that nobody here has anything to do with changes, and a watch has told it. */
async function elsewhere(): Promise<void> {
  touched += 1;
  const data = { touched: String(touched) };
  await bench.client.apply({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'elsewhere', namespace: bench.namespace }, data } as never);
  await bench.client.until(bench.ref('ConfigMap', 'elsewhere'), (live) => (live?.['data'] as typeof data | undefined)?.touched === data.touched);
}
/** Waits until what was under way is over: what never rests runs out of time here. */
async function rested(): Promise<void> {
  for (let before = ''; before !== JSON.stringify(requests()); ) {
    before = JSON.stringify(requests());
    for (let times = 0; times < 5; times += 1) await elsewhere();
  }
}

const manifests = (text: string): Record<string, string> => ({ 'manifests/all.yaml': text });
const configMap = (name: string): string => `apiVersion: v1\nkind: ConfigMap\nmetadata: { name: ${name} }\n`;
const image = (ref: string): object => ({ type: 'image', image: { ref } });

test('an unpacked Bundle, an installed deployment, and failed ones between their tries: nothing is sent while something else changes', async () => {
  const good = await bench.image('good', manifests(configMap('good')));
  const unserved = await bench.image('unserved', manifests('apiVersion: nowhere.example/v1\nkind: Nothing\nmetadata: { name: x }\n'));
  await bench.bundle(named('unpacked'), image(good.ref));
  await bench.bundle(named('waiting'), { type: 'configMaps', configMaps: [{ configMap: { name: 'missing' } }] });
  await bench.bundle(named('failing'), image(`${bench.registry.host}/${bench.namespace}/bundle:missing`));
  await bench.deployment(named('installed'), image(good.ref));
  await bench.deployment(named('failed'), image(unserved.ref));
  await bench.says(bundleRef(named('unpacked')), 'Unpacked', 'True UnpackSuccessful');
  await bench.says(bundleRef(named('waiting')), 'Unpacked', 'False UnpackPending');
  await bench.says(bundleRef(named('failing')), 'Unpacked', 'False UnpackFailed');
  await bench.says(deploymentRef(named('installed')), 'Healthy', 'True Healthy');
  await bench.says(deploymentRef(named('failed')), 'Installed', 'False InstallFailed', 'required resource not found');
  await rested();
  const before = requests();
  for (let times = 0; times < 10; times += 1) await elsewhere();
  expect(requests()).toEqual(before);

  // A try after the pause is seen: what is counted above would have shown it.
  await bench.client.apply({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'missing', namespace: bench.namespace }, immutable: true, data: { x: 'y' } } as never);
  pauses.end();
  await bench.says(bundleRef(named('waiting')), 'Unpacked', 'False UnpackFailed', 'manifests');
  expect(requests()).not.toEqual(before);
  for (const name of ['installed', 'failed']) await bench.client.delete(deploymentRef(named(name)));
  for (const name of ['installed', 'failed']) await bench.gone(deploymentRef(named(name)));
  for (const name of ['unpacked', 'waiting', 'failing']) await bench.client.delete(bundleRef(named(name)));
}, 120_000);

test('a pivot that is over leaves nothing to do either', async () => {
  const name = named('pivoted');
  const [one, two] = [await bench.image('one', manifests(configMap('pivot'))), await bench.image('two', manifests(configMap('pivot-2')))];
  await bench.deployment(name, image(one.ref));
  const { activeBundle } = statusOf(await bench.says(deploymentRef(name), 'Healthy', 'True Healthy'));
  await bench.deployment(name, image(two.ref));
  await bench.pivoted(name, activeBundle);
  await bench.gone(bundleRef(activeBundle ?? ''));
  await rested();
  const before = requests();
  for (let times = 0; times < 10; times += 1) await elsewhere();
  expect(requests()).toEqual(before);
  await bench.client.delete(deploymentRef(name));
  await bench.gone(deploymentRef(name));
}, 120_000);
