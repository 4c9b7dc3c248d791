/** What is said of a bundle that cannot be rendered. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Bundle, bundleFilesOf, readBundle } from '../../../../lib/formats';
import { render } from './operator';

test('a plain bundle without a schema: what lets a configuration pass is named as the option it is', async () => {
  const manifest = JSON.stringify({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a' } });
  const { bundle: plain } = readBundle(bundleFilesOf('web', [['manifests/a.yaml', manifest]]));
  await expect(render({ set: ['a=b'] }, undefined, { of: plain as Bundle })).rejects.toMatchObject({
    message: expect.stringMatching(/does not support configuration\. .* add --dangerously-accept-bundles-without-config-schema /),
  });
});

describe('a chart that helm cannot render', () => {
  const before = process.env['HELM'];
  const folder = mkdtempSync(join(tmpdir(), 'boxcutter-helm-test-'));
  afterAll(() => {
    if (before === undefined) delete process.env['HELM'];
    else process.env['HELM'] = before;
    rmSync(folder, { recursive: true });
  });

  test('is said to be just that, not to be configured wrongly', async () => {
    const helm = join(folder, 'helm');
    const failing = "#!/bin/sh\n[ \"$1\" = version ] && echo v4.3.1 && exit 0\necho 'Error: execution error at (shop/templates/a.yaml:3:4): no size' >&2\nexit 1\n";
    writeFileSync(helm, failing, { mode: 0o755 });
    process.env['HELM'] = helm;
    const { bundle: chart } = readBundle(bundleFilesOf('shop', [
      ['Chart.yaml', 'apiVersion: v2\nname: shop\nversion: 1.0.0\n'],
      ['templates/a.yaml', 'a: {{ required "no size" .Values.size }}\n'],
    ]));
    await expect(render({}, undefined, { of: chart as Bundle })).rejects.toMatchObject({
      code: 'input-invalid', message: expect.stringMatching(/^Chart shop\S* cannot be rendered:\ntemplates\/a\.yaml:3: helm cannot render chart shop: no size\./),
    });
  });
});
