/** The blocks of docs/constructs.md are whole programs, and run. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { transformSync } from '@swc/core';

const text = readFileSync(resolve(__dirname, '../../docs/constructs.md'), 'utf8');
const blocks = [...text.matchAll(/^## (.+?)$|^```ts\n(.*?)^```$/gms)];
const programs: [string, string][] = [];
let heading = '';
for (const [, title, program] of blocks) {
  if (title !== undefined) heading = title;
  else if (program !== undefined) programs.push([heading, program]);
}

test('there are programs to run', () => expect(programs.length).toBeGreaterThan(8));

test.each(programs)('%s', (title, program) => {
  const { code } = transformSync(program, { jsc: { parser: { syntax: 'typescript' }, target: 'es2022' }, module: { type: 'commonjs' } });
  const outdir = mkdtempSync(join(tmpdir(), 'boxcutter-tour-'));
  const before = process.env['CDK8S_OUTDIR'];
  const warnings = jest.spyOn(process.stderr, 'write').mockReturnValue(true);
  try {
    process.env['CDK8S_OUTDIR'] = outdir;
    const run = new Function('require', 'exports', '__dirname', code) as (load: NodeJS.Require, exports: object, folder: string) => void;
    run(require, {}, resolve(__dirname, '../../examples/plain-manifests'));
    // A file for each chart of the app; a program without synth() has none.
    const charts = program.match(/(?:new \w+|\.revision)\(app, /g) ?? [];
    if (program.includes('app.synth()')) expect(readdirSync(outdir)).toHaveLength(Math.max(1, charts.length));
    expect(title).not.toBe('');
  } finally {
    warnings.mockRestore();
    if (before === undefined) delete process.env['CDK8S_OUTDIR'];
    else process.env['CDK8S_OUTDIR'] = before;
    rmSync(outdir, { recursive: true, force: true });
  }
});
