/** Manifests of real operators; their folder is given in the environment, as they are not part of the project. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { load } from 'js-yaml';
import type { JsonObject } from '../../../lib/api';
import { compile } from '../../../lib/compile';
import { resolveRevision } from '../../../lib/revision';
import { randomFrom, shuffled } from './make';

const folder = process.env['BOXCUTTER_BUNDLES'];
const bundles = folder === undefined ? [] : readdirSync(folder).filter((name) => existsSync(join(folder, name, 'manifests')));

describe('real operators compile without an error', () => {
  if (folder === undefined) test.skip('skipped: BOXCUTTER_BUNDLES does not name a folder of bundles', () => undefined);

  bundles.forEach((name, seed) => {
    test(`${name}: no finding is an error, the same bytes from any order, and back again`, () => {
      const directory = join(folder ?? '', name, 'manifests');
      const objects = readdirSync(directory)
        .map((file) => ({ manifest: load(readFileSync(join(directory, file), 'utf8')) as JsonObject, origin: { source: file } }))
        .filter(({ manifest }) => manifest['kind'] !== 'ClusterServiceVersion');
      const source = { extension: 'demo', namespace: 'operators', objects };
      const { compiled, findings } = compile(source);
      // One of them only depends on others, and has nothing of its own.
      expect(findings.filter(({ severity }) => severity === 'error').map(({ code }) => code)).toEqual(objects.length === 0 ? ['empty-revision'] : []);
      if (objects.length === 0) return;
      if (compiled === undefined) throw new Error('nothing was compiled');
      expect(JSON.stringify(compile({ ...source, objects: shuffled(objects, randomFrom(seed)) }).compiled)).toBe(JSON.stringify(compiled));
      expect(resolveRevision(compiled.manifest, compiled.contentSecrets)).toEqual(compiled.resolved);
      const documents = [compiled.manifest, ...compiled.contentSecrets];
      expect(Math.max(...documents.map((document) => Buffer.byteLength(JSON.stringify(document))))).toBeLessThan(1.4 * 1024 * 1024);
    });
  });
});
