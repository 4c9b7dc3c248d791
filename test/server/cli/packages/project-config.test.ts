/** `apply .` with a configuration: what reaches the package of the project, what is kept of it, and what the next apply makes of that. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { boxcutter, commandBench, type Finished, linkPackages } from '../command';
import { document } from '../documents';

const bench = commandBench();
let project: string;

const main = (namespace: string): string => `
import { App, ApiObject } from 'cdk8s';
import { type ConfigOf, Package, type Revision } from 'cdk8s-boxcutter';
import { z } from 'zod';

const schema = z.strictObject({
  replicas: z.int().default(1),
  code: z.string().default('none'),
  password: z.string().optional().meta({ format: 'password' }),
});

class Shop extends Package<typeof schema> {
  readonly packageName = 'shop';
  readonly configSchema = schema;

  build(scope: Revision, { replicas, code, password = '' }: ConfigOf<typeof schema>): void {
    const metadata = { name: 'settings' };
    new ApiObject(scope, 'settings', { apiVersion: 'v1', kind: 'ConfigMap', metadata, data: { replicas: String(replicas), code, long: String(password.length) } });
  }
}

const app = new App();
new Shop().revision(app, 'shop', { version: '1.0.0', namespace: '${namespace}', config: { code: 'in the code' } });
app.synth();
`;

beforeAll(() => {
  project = join(bench.scratch.path, 'project');
  mkdirSync(project);
  writeFileSync(join(project, 'package.json'), '{ "name": "shop", "private": true }');
  writeFileSync(join(project, 'cdk8s.yaml'), 'language: typescript\napp: node --import tsx main.ts\n');
  writeFileSync(join(project, 'main.ts'), main(bench.namespace));
  linkPackages(project);
});

const run = (...words: readonly string[]): Promise<Finished> => boxcutter(words, { cwd: project });
const apply = (...words: readonly string[]): Promise<Finished> => run('apply', '.', ...bench.in_(...words));
const get = async (what: string, ...words: readonly string[]): Promise<string> => (await run('get', 'shop', what, ...bench.in_(...words))).stdout;
async function settings(): Promise<unknown> {
  const answer = await bench.cluster.get({ apiVersion: 'v1', kind: 'ConfigMap', namespace: bench.namespace, name: 'settings' });
  return answer.type === 'object' ? answer.object['data'] : answer;
}

test('what is given goes over the code, is kept, and shown without what is secret', async () => {
  expect(await apply('--set', 'replicas=3', '--set-string', 'password=hunter22')).toMatchObject({ code: 0 });
  expect(await settings()).toEqual({ replicas: '3', code: 'in the code', long: '8' });
  expect(await get('config')).toBe('replicas: 3\npassword: (not shown)\n');
  expect(JSON.parse(await get('values', '-o', 'json', '--show-secrets'))).toEqual({ replicas: 3, password: 'hunter22' });
}, 60_000);

test('nothing given the next time: refused, and nothing is written', async () => {
  expect(await apply()).toMatchObject({ code: 2, stderr: expect.stringMatching(/is configured \(replicas, password\), but no configuration is given now/) });
  expect((await run('plan', '.', ...bench.in_())).code).toBe(2);
  expect(await settings()).toMatchObject({ replicas: '3' });
}, 60_000);

test('reused, as it is and with something over it; reset; given anew', async () => {
  expect(document(await apply('--reuse-config', '-o', 'json'))).toMatchObject({ unchanged: true, revision: 1 });
  expect(document(await apply('--reuse-config', '--set', 'replicas=4', '-o', 'json'))).toMatchObject({ revision: 2, status: 'complete' });
  expect(await settings()).toEqual({ replicas: '4', code: 'in the code', long: '8' });
  expect(await get('config', '--revision', '1')).toContain('replicas: 3\n');
  const given = await apply('--set', 'replicas=5');
  expect(given).toMatchObject({ code: 0, stderr: expect.stringContaining('No longer configured: password.') });
  expect(await get('config')).toBe('replicas: 5\n');
  expect(await apply('--reset-config')).toMatchObject({ code: 0 });
  expect(await settings()).toEqual({ replicas: '1', code: 'in the code', long: '0' });
  expect(await get('config')).toBe('{}\n');
}, 120_000);

test('values are of the types that the schema wants, and what does not fit is refused with what does', async () => {
  expect(await apply('--set', 'code=7')).toMatchObject({ code: 0 });
  expect(await settings()).toMatchObject({ code: '7' });
  const wrong = await apply('--set', 'replicas=three');
  expect(wrong).toBeOneMessage();
  expect(wrong).toMatchObject({ code: 2, stderr: expect.stringMatching(/--set: invalid type for field 'replicas' got string expected integer.*Give a whole number: --set replicas=NUMBER/s) });
  expect(wrong.stderr).toContain('What can be configured: boxcutter config .');
  expect((await run('delete', 'shop', ...bench.in_())).code).toBe(0);
}, 60_000);
