/** What is said of a bundle that cannot be rendered. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Bundle, bundleFilesOf, readBundle } from '../../../../lib/formats';
import { compile, type Compiled, configure } from '../../../../lib/source';
import { render, sourceOf } from './operator';

test('a plain bundle without a schema: what lets a configuration pass is named as the option it is', async () => {
  const manifest = JSON.stringify({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a' } });
  const { bundle: plain } = readBundle(bundleFilesOf('web', [['manifests/a.yaml', manifest]]));
  await expect(render({ set: ['a=b'] }, undefined, { of: plain as Bundle })).rejects.toMatchObject({
    message: expect.stringMatching(/does not support configuration\. .* add --dangerously-accept-bundles-without-config-schema /),
  });
});

describe('a chart', () => {
  const before = process.env['HELM'];
  const folder = mkdtempSync(join(tmpdir(), 'boxcutter-helm-test-'));
  afterAll(() => {
    if (before === undefined) delete process.env['HELM'];
    else process.env['HELM'] = before;
    rmSync(folder, { recursive: true });
  });

  test('that helm cannot render is said to be just that, not to be configured wrongly', async () => {
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

  describe('with hooks for moments that no revision has', () => {
    const job = (name: string, event: string): string => `apiVersion: batch/v1
kind: Job
metadata: { name: ${name}, annotations: { helm.sh/hook: ${event} } }
spec: { template: { spec: { restartPolicy: Never, containers: [{ name: run, image: "registry.example/run:1" }] } } }
`;
    const all = ['apiVersion: v1\nkind: ConfigMap\nmetadata: { name: a }\n', job('cleanup', 'pre-delete'), job('back', 'post-rollback'), job('try', 'test')];
    const { bundle: chart } = readBundle(bundleFilesOf('shop', [['Chart.yaml', 'apiVersion: v2\nname: shop\nversion: 1.0.0\n'], ['templates/a.yaml', 'a']]));
    const output = all.map((text) => `---\n# Source: shop/templates/a.yaml\n${text}`).join('');
    const facts = () => Promise.resolve({ certificates: 'none' as const, kubernetesVersion: '1.36.0', apiVersions: [] });

    async function compiled(cluster: boolean): Promise<{ readonly notes: readonly string[]; readonly result: Compiled }> {
      const helm = join(folder, 'helm-hooks');
      writeFileSync(helm, `#!/bin/sh\n[ "$1" = version ] && echo v4.3.1 && exit 0\ncat > /dev/null\ncat <<'END'\n${output}END\n`, { mode: 0o755 });
      process.env['HELM'] = helm;
      const notes: string[] = [];
      const surroundings = { onNote: (note: string): void => void notes.push(note), ...(cluster ? { facts, rollsOut: true } : {}) };
      const result = await compile(await configure(sourceOf(chart as Bundle), { namespace: 'shop' }, surroundings), surroundings);
      return { notes, result };
    }

    test('says on its way to a cluster in one note which of deletion and rollback are not run; of tests nothing is missed', async () => {
      const { notes, result } = await compiled(true);
      expect(notes).toEqual([expect.stringContaining(
        'warning: 2 hooks of the chart are not run: Job cleanup (pre-delete), Job back (post-rollback); boxcutter runs no hooks of deletion and rollback.',
      )]);
      expect(result.resolved.hooksNotRun?.map(({ name }) => name)).toEqual(['cleanup', 'back', 'try']);
      expect(result.resolved.phases.flatMap(({ objects }) => objects.map(({ object }) => object.metadata.name))).toEqual(['a']);
    });

    test('says for its author that of tests, too', async () => {
      expect((await compiled(false)).notes).toEqual([
        expect.stringContaining('2 hooks of the chart are not run'), expect.stringContaining('Job try is a hook for test'),
      ]);
    });
  });
});
