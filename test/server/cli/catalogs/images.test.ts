/** Bundles as images that a catalog pins by digest. */
import { join } from 'node:path';
import { Front, REGISTRY_START_MS, type RunningRegistry, startRegistry } from '../../../registry';
import { boxcutter, commandBench } from '../command';
import { CatalogFolder } from './fixture';

const bench = commandBench();
const { run, scratch } = bench;
let registry: RunningRegistry;
let front: Front;

beforeAll(async () => {
  registry = await startRegistry();
  front = await Front.start(registry.host);
}, REGISTRY_START_MS);
afterAll(async () => {
  await front.close();
  await registry.close();
});

let number = 0;
/** A catalog with one version of `web`, whose image is in the registry. */
async function catalogOfImage(): Promise<{ readonly catalog: CatalogFolder; readonly image: string }> {
  number += 1;
  const draft = new CatalogFolder(scratch, `draft-${number}`, `${bench.namespace}-i${number}`);
  const folder = draft.bundle('web', '1.0.0');
  const pushed = await boxcutter(['bundle', 'push', folder, `${front.host}/team/web-${number}:v1`, '-o', 'json'], { env: home() });
  expect(pushed).toMatchObject({ code: 0 });
  const { digest } = JSON.parse(pushed.stdout) as { digest: string };
  const image = `${front.host}/team/web-${number}@${digest}`;
  const catalog = new CatalogFolder(scratch, `images-${number}`, `${bench.namespace}-i${number}`);
  catalog.bundle('web', '1.0.0', { image });
  return { catalog: catalog.package('web', { stable: [{ name: '1.0.0' }] }).save(), image };
}

/** Nothing of the user who runs the tests; the registry speaks plain HTTP. */
const home = (): Record<string, string> => ({
  XDG_CONFIG_HOME: join(scratch.path, 'config'),
  BOXCUTTER_CACHE: join(scratch.path, `cache-${number}`),
  BOXCUTTER_REGISTRIES: scratch.write('registries.yaml', JSON.stringify({ registries: { [front.host]: { plainHttp: true } } })),
});

test('an image is pulled, and put on record with its digest', async () => {
  const { catalog, image } = await catalogOfImage();
  expect(await boxcutter(bench.in_('install', 'web', '--catalog', catalog.path), { env: home() })).toMatchObject({ code: 0 });
  expect(JSON.parse((await run('get', 'web', 'bundle', '-o', 'json')).stdout)).toMatchObject({ name: 'web.v1.0.0', reference: image });
  await run('delete', 'web');
});

test('an image that is not what its digest says is refused, and nothing is written', async () => {
  const { catalog } = await catalogOfImage();
  front.change((path, answer) => (path.includes(`web-${number}/manifests/`) ? Buffer.from(answer.toString().replace('"schemaVersion"', ' "schemaVersion"')) : answer));
  const refused = await boxcutter(bench.in_('install', 'web', '--catalog', catalog.path), { env: home() });
  expect(refused).toMatchObject({ code: 2, stderr: expect.stringMatching(/digest/) });
  expect(await bench.test.contents()).toEqual([]);
});
