/** What can be configured of a package in a catalog. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { configurationOfPackage } from '../../../../../lib/cli/actions/install/of-package';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'boxcutter-package-'));
  const write = (file: string, content: object | string): void => {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), typeof content === 'string' ? content : JSON.stringify(content));
  };
  const bundle = (version: string, more: readonly object[]): string => JSON.stringify({
    schema: 'olm.bundle', package: 'web', name: `web.v${version}`, image: `./bundles/web.v${version}`,
    properties: [{ type: 'olm.package', value: { packageName: 'web', version } }, ...more],
  });
  write('.indexignore', 'bundles\n');
  write('catalog.json', [
    '{"schema":"olm.package","name":"web","defaultChannel":"stable"}',
    '{"schema":"olm.channel","package":"web","name":"stable","entries":[{"name":"web.v1.0.0"},{"name":"web.v2.0.0","replaces":"web.v1.0.0"}]}',
    bundle('1.0.0', []),
    bundle('2.0.0', [
      { type: 'olm.bundle.mediatype', value: 'plain+v0' },
      { type: 'olm.operatorframework.io/config-schema', value: { type: 'object', properties: { size: { type: 'integer', description: 'x'.repeat(20_000) } } } },
    ]),
  ].join('\n'));
  write('bundles/web.v1.0.0/metadata/annotations.yaml', { annotations: { 'operators.operatorframework.io.bundle.mediatype.v1': 'plain+v0' } });
  write('bundles/web.v1.0.0/metadata/properties.yaml', { properties: [{ type: 'olm.package', value: { packageName: 'web', version: '1.0.0' } }] });
  write('bundles/web.v1.0.0/manifests/web.yaml', 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: web}\n');
});
afterAll(() => rmSync(folder, { recursive: true }));

const found = (version?: string) => configurationOfPackage('web', { catalog: [folder], version });

test('the catalog has the schema, however large: no image is opened (there is none)', async () => {
  expect(await found()).toMatchObject({ from: 'catalog', name: 'web.v2.0.0', format: 'plain+v0', schema: { properties: { size: { type: 'integer' } } } });
});

test('else the bundle is opened', async () => {
  expect(await found('<2')).toMatchObject({ from: 'bundle', source: { bundle: { name: 'web.v1.0.0' } } });
});

test('what is not in the catalog is told as an install tells it', async () => {
  await expect(found('>=7')).rejects.toMatchObject({ code: 'catalog-unresolved', message: 'no bundles found for package "web" matching version ">=7"' });
});
