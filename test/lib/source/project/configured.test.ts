/**
 * What a user configures for the package of a project: checked, kept, and heeded the next time, as that of a bundle is. The app is a program
 * that says what a Package says, and checks its configuration in its own words.
 */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { RecordedChoices, ResolvedRevision } from '../../../../lib/api';
import { compile } from '../../../../lib/revision';
import { readRevisions, type Choices } from '../../../../lib/source';

const folder = mkdtempSync(join(tmpdir(), 'boxcutter-configured-'));
afterAll(() => rmSync(folder, { recursive: true }));
const runs = join(folder, 'runs');

const SCHEMA = {
  type: 'object', additionalProperties: false, required: ['host'],
  properties: {
    host: { type: 'string' }, replicas: { type: 'integer' }, code: { type: 'string' }, password: { type: 'string', format: 'password' },
  },
};
const revision = (extension: string): unknown => {
  const manifest = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: extension, namespace: 'shop' }, data: {} };
  return compile({ extension, packageName: 'web', version: '1.0.0', objects: [{ manifest, origin: { source: 'a' } }] }).compiled?.manifest;
};

/** @param inCode what the code of its first package says; `says`: what is wrong whatever is configured */
function project({ extensions = ['web'], inCode = { host: 'in-code' }, says = '' }: { extensions?: string[]; inCode?: object; says?: string } = {}): void {
  rmSync(runs, { force: true });
  writeFileSync(join(folder, 'cdk8s.yaml'), 'app: node main.js\n');
  writeFileSync(join(folder, 'main.js'), `
    const { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } = require('node:fs');
    const { BOXCUTTER_PROJECT: exchanged, CDK8S_OUTDIR: output } = process.env;
    appendFileSync(${JSON.stringify(runs)}, 'x');
    const given = existsSync(exchanged + '/given.json') ? JSON.parse(readFileSync(exchanged + '/given.json', 'utf8')) : { config: {} };
    const wrong = [...${JSON.stringify(says === '' ? [] : [says])}];
    for (const extension of ${JSON.stringify(extensions)}) {
      const config = ${JSON.stringify(inCode)};
      appendFileSync(exchanged + '/packages.jsonl', JSON.stringify({ extension, packageName: 'web', version: '1.0.0', schema: ${JSON.stringify(SCHEMA)}, config }) + '\\n');
      const all = given.extension === undefined || given.extension === extension ? { ...config, ...given.config } : config;
      if (all.host === undefined || all.replica !== undefined || typeof (all.replicas ?? 1) !== 'number' || typeof (all.code ?? '') !== 'string') wrong.push('what the app says of its configuration');
    }
    if (wrong.length > 0) {
      process.stderr.write('Error: Validation failed with the following errors:\\n' + wrong.map((one) => '  [web] ' + one + '\\n').join(''));
      process.exit(1);
    }
    mkdirSync(output);
    ${extensions.map((extension) => `writeFileSync(output + '/${extension}.k8s.yaml', ${JSON.stringify(JSON.stringify(revision(extension)))});`).join('\n')}
  `);
}

const notes: string[] = [];
async function read(choices: Choices, recorded?: RecordedChoices): Promise<readonly ResolvedRevision[]> {
  notes.length = 0;
  const surroundings = { onNote: (note: string) => void notes.push(note), rollsOut: true, writes: true, recorded: () => Promise.resolve(recorded) };
  return (await readRevisions([folder], choices, surroundings)).map(({ resolved }) => resolved);
}
const configOf = async (choices: Choices, recorded?: RecordedChoices): Promise<unknown> =>
  (await read(choices, recorded)).map(({ extension, config, configSecrets, untrusted }) => ({ extension, config, configSecrets, untrusted }));
const timesRun = (): number => (existsSync(runs) ? readFileSync(runs, 'utf8').length : 0);

test('it is kept with the revision, without what the code says, and what its schema calls secret is known', async () => {
  project();
  expect(await configOf({ set: ['replicas=3'], setString: ['password=hunter2'] })).toEqual([
    { extension: 'web', config: { replicas: 3, password: 'hunter2' }, configSecrets: ['/password'] },
  ]);
  expect(timesRun()).toBe(1);
  expect(await configOf({})).toEqual([{ extension: 'web', config: {} }]);
});

test('of several packages, only the one that is meant is configured', async () => {
  project({ extensions: ['web', 'shop'] });
  expect(await configOf({ set: ['replicas=3'], name: 'shop' })).toEqual([{ extension: 'shop', config: { replicas: 3 } }]);
  expect(await configOf({})).toEqual([{ extension: 'shop', config: {} }, { extension: 'web', config: {} }]);
});

test('a value of --set is of the type that the schema wants, for which the app is run once more', async () => {
  project();
  expect(await configOf({ set: ['code=7,replicas=3'] })).toEqual([{ extension: 'web', config: { code: '7', replicas: 3 } }]);
  expect(timesRun()).toBe(2);
});

test.each<[what: string, inCode: object, choices: Choices, says: RegExp, hint: RegExp]>([
  ['another type', { host: 'a' }, { set: ['replicas=three'] }, /1 mistake; nothing was written:\n.*--set.*invalid type for field 'replicas' got string expected integer/, /a whole number: --set replicas=NUMBER/],
  ['a key that is misspelt', { host: 'a' }, { set: ['replica=3'] }, /unknown key 'replica'\. Did you mean "replicas"\?/, /mistake/],
  ['what is required', {}, {}, /missing required field 'host'/, /Give it: --set host=VALUE/],
])('%s is refused as that of a bundle is', async (_what, inCode, choices, says, hint) => {
  project({ inCode });
  await expect(read(choices)).rejects.toMatchObject({ code: 'input-invalid', category: 'input', message: expect.stringMatching(says) });
  await expect(read(choices)).rejects.toMatchObject({ message: expect.stringMatching(hint), hint: expect.stringContaining(`boxcutter config ${folder}`) });
});

test('what the app finds beside the configuration is said as it says it', async () => {
  project({ says: 'an object is wrong' });
  await expect(read({ set: ['replicas=3'] })).rejects.toMatchObject({ code: 'synth-invalid', message: expect.stringContaining('an object is wrong') });
  expect(timesRun()).toBe(1);
});

describe('when it was configured before', () => {
  const before: RecordedChoices = { packageName: 'web', config: { replicas: 5, code: 'x' } };

  test('and nothing is given now: refused', async () => {
    project();
    await expect(read({}, before)).rejects.toMatchObject({ code: 'config-not-given', message: expect.stringContaining('(replicas, code)'), category: 'input' });
  });

  test('--reuse-config goes on with it, and what is given goes over it; what it is trusted for goes along', async () => {
    project();
    expect(await configOf({ reuseConfig: true }, before)).toEqual([{ extension: 'web', config: { replicas: 5, code: 'x' } }]);
    const untrusted = { secret: 'shop/x', why: 'unsealed' } as const;
    expect(await configOf({ reuseConfig: true, set: ['replicas=6'] }, { ...before, untrusted })).toEqual([
      { extension: 'web', config: { replicas: 6, code: 'x' }, untrusted },
    ]);
  });

  test('--reset-config begins anew, and what is given is all there is', async () => {
    project();
    expect(await configOf({ resetConfig: true }, before)).toEqual([{ extension: 'web', config: {} }]);
    expect(await configOf({ set: ['replicas=6'] }, before)).toEqual([{ extension: 'web', config: { replicas: 6 } }]);
    expect(notes).toContainEqual(expect.stringContaining('No longer configured: code.'));
  });

  test('for another package of the same name, it means nothing', async () => {
    project();
    expect(await configOf({}, { ...before, packageName: 'other' })).toEqual([{ extension: 'web', config: {} }]);
  });
});
