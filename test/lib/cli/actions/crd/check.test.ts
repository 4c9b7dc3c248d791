/** `boxcutter crd check`: what is compared, printed, and with which exit code it ends. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { JsonObject } from '../../../../../lib/api';
import { crdCheck } from '../../../../../lib/cli/actions/crd/check';
import type { CrdCheckArgs } from '../../../../../lib/cli/commands/crd/check';

let folder: string;
let out: string[];
let notes: string[];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'crd-check-'));
  [out, notes] = [[], []];
  jest.spyOn(process.stdout, 'write').mockImplementation((text) => out.push(String(text)) > 0);
  jest.spyOn(process.stderr, 'write').mockImplementation((text) => notes.push(String(text)) > 0);
});
afterEach(() => {
  jest.restoreAllMocks();
  rmSync(folder, { recursive: true });
});

const definition = (plural: string, x: JsonObject): JsonObject => ({
  apiVersion: 'apiextensions.k8s.io/v1', kind: 'CustomResourceDefinition', metadata: { name: `${plural}.example.com` },
  spec: {
    group: 'example.com', scope: 'Namespaced', names: { plural, kind: plural },
    versions: [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: { type: 'object', properties: { x } } } }],
  },
});
function write(name: string, ...objects: readonly JsonObject[]): string {
  const path = join(folder, name);
  writeFileSync(path, objects.map((object) => JSON.stringify(object)).join('\n---\n'));
  return path;
}
const enumOf = (...values: readonly string[]): JsonObject => ({ type: 'string', enum: values });
const check = (args: Partial<CrdCheckArgs>): Promise<number> => {
  const old = write('old.yaml', definition('as', enumOf('a', 'b')), definition('bs', { type: 'string' }), definition('cs', {}), definition('gone', {}));
  const next = write('new.yaml', definition('as', enumOf('a')), definition('bs', { type: 'string', maxLength: 3 }), definition('cs', {}), definition('new', {}));
  return crdCheck({ old, new: next, crdSafety: 'enforce', output: 'text', ...args });
};
const lines = (): readonly string[] => out.join('').trimEnd().split('\n');

test('issues by definition with the safe alternative; what is safe, new and gone; exit code 1', async () => {
  expect(await check({})).toBe(1);
  expect(lines()).toEqual([
    'CustomResourceDefinition as.example.com: 1 error',
    '  ✗ v1: ^.x: enum: allowed enum values removed : ["b"]',
    expect.stringMatching(/^ {6}Objects with a value that is no longer allowed/),
    'CustomResourceDefinition bs.example.com: 1 warning',
    '  ! v1: ^.x: maxLength: maximum constraint added when there was none previously : 3',
    expect.stringMatching(/^ {6}Stored objects that break it can be updated/),
    'Safe to upgrade: cs.example.com',
    'New: new.example.com',
    'Removed (deleting a definition deletes its objects): gone.example.com',
    '3 definitions compared: 1 error, 1 warning',
  ]);
});

test('a waiver lets it pass; one that nothing needed is reported', async () => {
  expect(await check({ crdWaiver: ['enum:^.x', 'as.example.com/type@v1:^.y'] })).toBe(0);
  expect(lines().slice(0, 2)).toEqual([
    'CustomResourceDefinition as.example.com: 1 waived',
    '  = v1: ^.x: enum: allowed enum values removed : ["b"] (waived)',
  ]);
  expect(notes).toEqual(['The waiver as.example.com/type@v1:^.y was not needed: the check found nothing that it covers.\n']);
});

test.each([['strict', 1], ['warn', 0]] as const)('policy %s: exit code %d', async (policy, code) => {
  expect(await check({ crdSafety: policy })).toBe(code);
  expect(lines().at(-1)).toBe(`3 definitions compared: ${policy === 'strict' ? '2 errors' : '2 warnings'}`);
});

test('for machines: everything, with check, direction and path', async () => {
  await check({ output: 'json', crdWaiver: ['enum'] });
  expect(JSON.parse(out.join(''))).toEqual({
    schema: 'boxcutter.crd-check/v1', policy: 'enforce', safe: true, added: ['new.example.com'], removed: ['gone.example.com'],
    definitions: [
      {
        crd: 'as.example.com',
        issues: [{
          check: 'enum',
          change: 'tightened',
          versions: ['v1'],
          path: '^.x',
          severity: 'waived',
          message: 'allowed enum values removed : ["b"]',
          hint: expect.any(String),
        }],
      },
      {
        crd: 'bs.example.com',
        issues: [{
          check: 'maxLength',
          change: 'added',
          versions: ['v1'],
          path: '^.x',
          severity: 'warning',
          message: expect.any(String),
          hint: expect.any(String),
        }],
      },
      { crd: 'cs.example.com', issues: [] },
    ],
  });
});

test('nothing to check, no such file, one twice, no waiver', async () => {
  const configMap = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a' } };
  await expect(check({ new: write('none.yaml', configMap) })).rejects.toMatchObject({ code: 'nothing-to-check' });
  await expect(check({ old: join(folder, 'absent') })).rejects.toMatchObject({ code: 'manifests-not-found' });
  await expect(check({ new: write('twice.yaml', definition('as', {}), definition('as', {})) })).rejects.toMatchObject({ code: 'crd-duplicate' });
  await expect(check({ crdWaiver: ['nothing'] })).rejects.toMatchObject({ code: 'crd-waiver' });
});
