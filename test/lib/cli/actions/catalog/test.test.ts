/** `catalog test`: what a publisher's CI runs. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { runCommand } from '../../../../../lib/cli/command-line/run';
import { EXIT } from '../../../../../lib/cli/exit';

let folder: string;
let said: string;
const servers: Server[] = [];
const environment = { ...process.env };
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'boxcutter-catalog-test-'));
  Object.assign(process.env, { BOXCUTTER_CACHE: join(folder, 'cache'), BOXCUTTER_REGISTRIES: join(folder, 'registries.yaml'), HOME: folder });
  write('registries.yaml', '{}');
  said = '';
  jest.spyOn(process.stderr, 'write').mockReturnValue(true);
  jest.spyOn(process.stdout, 'write').mockImplementation((text) => {
    said += String(text);
    return true;
  });
});
afterEach(async () => {
  jest.restoreAllMocks();
  process.env = { ...environment };
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
  rmSync(folder, { recursive: true });
});

function write(path: string, content: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), content);
}

/** @param property of the custom resource */
function bundle(version: string, property: string): void {
  const at = `bundles/shop-${version}`;
  write(`${at}/metadata/annotations.yaml`, [
    'annotations:', '  operators.operatorframework.io.bundle.mediatype.v1: plain+v0', '  operators.operatorframework.io.bundle.manifests.v1: manifests/',
    '  operators.operatorframework.io.bundle.metadata.v1: metadata/', '  operators.operatorframework.io.bundle.package.v1: shop', '',
  ].join('\n'));
  write(`${at}/manifests/crd.yaml`, JSON.stringify({
    apiVersion: 'apiextensions.k8s.io/v1', kind: 'CustomResourceDefinition', metadata: { name: 'shops.example.com' },
    spec: {
      group: 'example.com', scope: 'Namespaced', names: { kind: 'Shop', plural: 'shops', singular: 'shop', listKind: 'ShopList' },
      versions: [{
        name: 'v1', served: true, storage: true,
        schema: { openAPIV3Schema: { type: 'object', properties: { spec: { type: 'object', properties: { [property]: { type: 'string' } } } } } },
      }],
    },
  }));
}

function catalog(images: Readonly<Record<string, string>> = { '1.0.0': '../bundles/shop-1.0.0', '2.0.0': '../bundles/shop-2.0.0' }): void {
  const blobs = [
    { schema: 'olm.package', name: 'shop', defaultChannel: 'stable' },
    { schema: 'olm.channel', package: 'shop', name: 'stable', entries: [{ name: 'shop.v1.0.0' }, { name: 'shop.v2.0.0', replaces: 'shop.v1.0.0' }] },
    ...Object.entries(images).map(([version, image]) => ({
      schema: 'olm.bundle', package: 'shop', name: `shop.v${version}`, image,
      properties: [{ type: 'olm.package', value: { packageName: 'shop', version } }],
    })),
  ];
  write('catalog/catalog.json', blobs.map((blob) => JSON.stringify(blob)).join('\n'));
}

interface Document {
  readonly passed: boolean;
  readonly parts: readonly object[];
  readonly findings: readonly { readonly part: string; readonly code: string; readonly message: string; readonly origin?: string }[];
}

async function run(rest: string): Promise<{ code: number; document: Document }> {
  const code = await runCommand(`catalog test ${join(folder, 'catalog')} ${rest} -o json`.split(' ').filter((word) => word !== ''));
  return { code, document: JSON.parse(said) as never };
}

test('a catalog that is well passes: it serves, its heads render, its upgrades are safe', async () => {
  catalog();
  bundle('1.0.0', 'size');
  bundle('2.0.0', 'size');
  // Its bundles are beside it, which is fine as long as it is not published.
  const byPath = ['1.0.0', '2.0.0'].map((version) => expect.objectContaining({ code: 'bundle-by-path', severity: 'warning', origin: `shop.v${version}` }));
  expect(await run('')).toEqual({
    code: EXIT.done,
    document: {
      schema: 'boxcutter.catalog-test/v1', catalog: join(folder, 'catalog'), passed: true, findings: byPath,
      parts: [{ part: 'images', checked: 0 }, { part: 'serve', checked: 1 }, { part: 'render', checked: 1 }, { part: 'upgrades', checked: 1 }],
    },
  });
});

test('an upgrade that takes a field from objects of users is an error', async () => {
  catalog();
  bundle('1.0.0', 'size');
  bundle('2.0.0', 'colour');
  const { code, document } = await run('--only upgrades');
  expect([code, document.passed]).toEqual([EXIT.input, false]);
  expect(document.findings).toContainEqual(expect.objectContaining({ part: 'upgrades', code: 'crd-upgrade-unsafe', origin: 'shop.v1.0.0 to shop.v2.0.0' }));
});

test('a head that cannot be opened, or is of another package, is an error', async () => {
  catalog({ '1.0.0': '../bundles/shop-1.0.0', '2.0.0': '../bundles/none' });
  const { code, document } = await run('--only render');
  expect([code, document.findings.map((finding) => [finding.part, finding.origin])]).toEqual([EXIT.input, [['render', 'shop.v2.0.0']]]);
});

test('images that their registry does not have are named, with those who need them', async () => {
  const server = createServer((request, response) => void response.writeHead(request.url?.includes('shop:2') === true || request.url?.endsWith('/2') === true ? 404 : 200, {
    'docker-content-digest': `sha256:${'a'.repeat(64)}`,
  }).end());
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  write('registries.yaml', `registries: {"${host}": {plainHttp: true}}`);
  catalog({ '1.0.0': `${host}/team/shop:1`, '2.0.0': `${host}/team/shop:2` });
  const { code, document } = await run('--only images');
  expect([code, document.parts]).toEqual([EXIT.input, [{ part: 'images', checked: 2 }]]);
  expect(document.findings).toEqual([expect.objectContaining({ code: 'image-absent', origin: 'shop.v2.0.0' })]);
});

test('a catalog that cannot be read is not served, and says where', async () => {
  catalog();
  write('catalog/bad.yaml', 'schema: [');
  const { code, document } = await run('--only serve');
  expect([code, document.findings]).toEqual([EXIT.input, [expect.objectContaining({ code: 'not-served', message: expect.stringContaining('bad.yaml') as string })]]);
});
