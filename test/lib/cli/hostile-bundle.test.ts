/** The author of a bundle decides about its names and words: they do not steer the terminal of those who look at it. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { tmpdir } from 'node:os';
import { bundleImages } from '../../../lib/cli/actions/bundle/images';
import { bundleInspect } from '../../../lib/cli/actions/bundle/inspect';
import { bundleValidate } from '../../../lib/cli/actions/bundle/validate';
import { config } from '../../../lib/cli/actions/config';

const EVIL = 'a\u001B[2J\u009Bb\u0007c\rd';
let folder: string;
beforeEach(() => { folder = mkdtempSync(join(tmpdir(), 'boxcutter-hostile-')); });
afterEach(() => rmSync(folder, { recursive: true }));

function write(files: Readonly<Record<string, string | object>>): void {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), typeof content === 'string' ? content : JSON.stringify(content));
  }
}

async function printed(action: () => Promise<number>, exit = 0): Promise<string> {
  const written: string[] = [];
  const streams = [process.stdout, process.stderr].map((stream) => jest.spyOn(stream, 'write')
    .mockImplementation((text) => written.push(String(text)) > 0));
  try {
    expect(await action()).toBe(exit);
  } finally {
    for (const stream of streams) stream.mockRestore();
  }
  return written.join('');
}

describe('names, images and descriptions with escape sequences', () => {
  beforeEach(() => {
    const [prefix, pod] = ['operators.operatorframework.io.bundle', { containers: [{ name: 'web', image: `registry.test/${EVIL}:v1` }] }];
    write({
      'metadata/annotations.yaml': { annotations: {
        [`${prefix}.mediatype.v1`]: 'plain+v0',
        [`${prefix}.package.v1`]: `web${EVIL}`,
        [`${prefix}.channels.v1`]: EVIL,
      } },
      'metadata/config-schema.json': {
        type: 'object', additionalProperties: false, title: EVIL,
        properties: {
          [EVIL]: { type: 'string', description: EVIL, default: EVIL },
          [`x\nforged: true`]: { enum: [EVIL], description: `\rforged: true\u2028forged: true` },
        },
      },
      'manifests/web.yaml': { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'web' }, spec: pod },
    });
  });

  test.each<[string, () => Promise<number>]>([
    ['bundle inspect', () => bundleInspect({ bundle: folder, output: 'text' })],
    ['bundle inspect -o json', () => bundleInspect({ bundle: folder, output: 'json' })],
    [
      'bundle images',
      () => bundleImages({ bundle: folder, output: 'text', certificates: 'auto', dangerouslyAcceptBundlesWithoutConfigSchema: false }),
    ],
    ['bundle validate', () => bundleValidate({ bundle: folder, strict: false, output: 'text' })],
    ['config', () => config({ bundle: folder, offline: false, output: 'text' })],
    ['config -o json', () => config({ bundle: folder, offline: false, output: 'json' })],
    ['config --schema', () => config({ bundle: folder, schema: true, offline: false, output: 'text' })],
    ['config --example', () => config({ bundle: folder, example: true, offline: false, output: 'text' })],
  ])('%s spells them out', async (command, action) => {
    // No extension can have such a name.
    const text = await printed(action, command === 'bundle validate' ? 2 : 0);
    expect(text.length).toBeGreaterThan(10);
    expect(text).not.toMatch(/[\u0000-\u0009\u000B-\u001F\u007F-\u009F\u2028]/);
    expect(text).not.toMatch(/^forged/m);
  });
});
