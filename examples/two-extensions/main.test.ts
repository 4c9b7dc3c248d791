import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { App, Testing } from 'cdk8s';
import { shop } from './shop';

test('the revisions', () => {
  expect(shop(Testing.app()).map((revision) => Testing.synth(revision))).toMatchSnapshot();
});

test('the platform is written, and so applied, before what depends on it', () => {
  const outdir = mkdtempSync(join(tmpdir(), 'two-extensions-'));
  try {
    const app = new App({ outdir });
    shop(app);
    app.synth();
    expect(readdirSync(outdir).sort()).toEqual(['0000-platform.k8s.yaml', '0001-web.k8s.yaml']);
  } finally {
    rmSync(outdir, { recursive: true });
  }
});
