/**
 * Real bundles and charts through BundleDeployments. The folders with them are named by BOXCUTTER_BUNDLES and BOXCUTTER_CHARTS (the continuous
 * integration sets them). Only those that take seconds: `npm run bench:provisioners` takes all of them this way. On a control plane of their
 * own: other tests bring the same definitions.
 */
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { down, up } from '../../../../lib/control-plane';
import { REGISTRY_START_MS } from '../../../registry';
import { helmProgram } from '../../../lib/formats/helm/helm';
import { ProvisionersBench } from './bench';
import { bundlesIn, chartsIn, type Content, walk } from './walk';

const [bundles = '', charts = ''] = [process.env['BOXCUTTER_BUNDLES'], process.env['BOXCUTTER_CHARTS']];
/** Two versions of a bundle; charts with a strategy that changes, and with definitions in `crds/`. */
const CHOSEN = new Set(['kiali', 'argo-events', 'external-dns']);
const all = [...(existsSync(bundles) ? bundlesIn(bundles) : []), ...(existsSync(charts) ? chartsIn(charts) : [])];
const contents = all.filter(({ name }) => CHOSEN.has(name));
const describeWithBundles = contents.length === 0 ? describe.skip : describe;

describeWithBundles('real content', () => {
  const directory = mkdtempSync(join(tmpdir(), 'boxcutter-walk-'));
  let bench: ProvisionersBench;
  beforeAll(async () => {
    process.env['HELM'] = helmProgram();
    const { kubeconfig } = await up({ name: 'walk', directory });
    bench = await ProvisionersBench.open(kubeconfig);
    await bench.start();
  }, REGISTRY_START_MS);
  afterAll(async () => {
    await bench.close();
    await down('walk', { directory });
    rmSync(directory, { recursive: true, force: true });
    delete process.env['HELM'];
  });

  test.each(contents.map((content): [string, Content] => [content.name, content]))('%s is installed, pivots to its next versions, and goes', async (_name, content) => {
    const { steps, left } = await walk(bench, content, { quietMs: 15_000, mostMs: 45_000 });
    expect(steps.map(({ version, outcome, said }) => [version, outcome, said])).toEqual(content.versions.map(({ version }) => [version, 'installed', '']));
    expect(left).toBe('');
  });
});
