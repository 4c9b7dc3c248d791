/** What `bundle inspect` prints. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { bundleInspect } from '../../../lib/cli/actions/bundle/inspect';
import { files } from '../formats/sample';

let folder: string;
beforeEach(() => { folder = mkdtempSync(join(tmpdir(), 'boxcutter-inspect-')); });
afterEach(() => {
  jest.restoreAllMocks();
  rmSync(folder, { recursive: true });
});

async function printed(metadata: Readonly<Record<string, object>>): Promise<string> {
  const texts = Object.entries(metadata).map(([path, content]) => [path, JSON.stringify(content)]);
  for (const [path, text = ''] of Object.entries(files(Object.fromEntries(texts) as Record<string, string>))) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  const out: string[] = [];
  jest.spyOn(process.stdout, 'write').mockImplementation((text) => {
    out.push(String(text));
    return true;
  });
  expect(await bundleInspect({ bundle: folder, output: 'text' })).toBe(0);
  return out.join('');
}

test('what a bundle needs is told in words', async () => {
  const text = await printed({
    'metadata/dependencies.yaml': {
      dependencies: [
        { type: 'olm.package', value: { packageName: 'cert-manager', version: '>=1.14.0' } },
        { type: 'olm.gvk', value: { group: 'cert-manager.io', version: 'v1', kind: 'Certificate' } },
      ],
    },
    'metadata/properties.yaml': { properties: [{ type: 'olm.maxOpenShiftVersion', value: '4.18' }] },
  });
  expect(text).toMatch(/^needs +Certificate \(cert-manager\.io\/v1\), package cert-manager >=1\.14\.0$/m);
  expect(text).toMatch(/^OpenShift +up to 4\.18$/m);
});

test('a bundle that needs nothing says nothing of that', async () => {
  expect(await printed({})).not.toMatch(/^(?:needs|OpenShift)/m);
});
