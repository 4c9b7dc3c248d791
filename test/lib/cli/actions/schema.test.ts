/** The schemas for editors, printed by the command. */
import { readdirSync } from 'node:fs';
import Ajv from 'ajv';
import { schema } from '../../../../lib/cli/actions/schema';
import { EDITOR_SCHEMAS, type EditorSchema } from '../../../../lib/cli/commands/schema';
import { capturedOutput } from './state-server';

const { out } = capturedOutput();
const NAMES = Object.keys(EDITOR_SCHEMAS) as readonly EditorSchema[];

test('there is one for each file, and without a name they are listed', async () => {
  expect([...NAMES].sort()).toEqual(readdirSync('docs/schemas/files').map((file) => file.replace('.json', '')).sort());
  expect(await schema({ what: undefined })).toBe(0);
  for (const name of NAMES) expect(out()).toContain(`docs/schemas/files/${name}.json`);
});

test.each(NAMES)('%s is whole: it needs no file beside it', async (what) => {
  expect(await schema({ what })).toBe(0);
  const printed = JSON.parse(out()) as object;
  expect(JSON.stringify(printed)).not.toContain('"$ref"');
  new Ajv({ strict: false, validateFormats: false }).compile(printed);
});

test('kinds checks ours and passes others over', async () => {
  await schema({ what: 'kinds' });
  const validate = new Ajv({ strict: false, validateFormats: false }).compile(JSON.parse(out()) as object);
  expect(validate({ apiVersion: 'v1', kind: 'ConfigMap', anything: 1 })).toBe(true);
  expect(validate({ apiVersion: 'olm.operatorframework.io/v1', kind: 'ClusterCatalog', metadata: { name: 'a' }, spec: { source: 1 } })).toBe(false);
});
