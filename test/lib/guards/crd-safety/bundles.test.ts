/** Definitions of real operators; their folder is given in the environment, as they are not part of the project. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { load } from 'js-yaml';
import type { JsonObject } from '../../../../lib/api';
import { checkCrdUpgrade, type CrdIssue, type CrdPolicy } from '../../../../lib/guards';

const folder = process.env['BOXCUTTER_BUNDLES'];

/** The definitions of a bundle, by name. */
function definitionsOf(bundle: string): ReadonlyMap<string, JsonObject> {
  const directory = join(folder ?? '', bundle, 'manifests');
  if (!existsSync(directory)) return new Map();
  const objects = readdirSync(directory).map((file) => load(readFileSync(join(directory, file), 'utf8')) as JsonObject);
  return new Map(objects.filter(({ kind }) => kind === 'CustomResourceDefinition').map((crd) => [(crd['metadata'] as { name: string }).name, crd]));
}

describe('definitions of real operators', () => {
  if (folder === undefined) test.skip('skipped: BOXCUTTER_BUNDLES does not name a folder of bundles', () => undefined);
  else {
    test('each is safe to replace with itself', () => {
      const definitions = readdirSync(folder).flatMap((bundle) => [...definitionsOf(bundle).values()]);
      expect(definitions.length).toBeGreaterThan(50);
      for (const crd of definitions) expect(checkCrdUpgrade(crd, JSON.parse(JSON.stringify(crd)) as JsonObject)).toEqual([]);
    });

    const issuesOf = (from: string, to: string, policy: CrdPolicy): readonly CrdIssue[] => {
      const [before, after] = [definitionsOf(from), definitionsOf(to)];
      return [...after].flatMap(([name, crd]) => checkCrdUpgrade(before.get(name) ?? crd, crd, { policy }));
    };
    const count = (issues: readonly CrdIssue[]): Record<string, number> => {
      const counts: Record<string, number> = {};
      for (const { check } of issues) counts[check] = (counts[check] ?? 0) + 1;
      return counts;
    };
    const isError = ({ severity }: CrdIssue): boolean => severity === 'error';

    // KEDA's schemas got limits that its operator had checked before: no stored object is worse off.
    test.each<[string, string, Record<string, number>]>([
      ['keda-2.19.0', 'keda-2.20.1', { enum: 13, minItems: 10, minLength: 3, minimum: 13, unhandled: 1 }],
      ['kiali-2.29.0', 'kiali-2.30.0', {}],
    ])('from %s to %s: warnings only, all of them errors under the strict policy', (from, to, expected) => {
      expect(count(issuesOf(from, to, 'strict').filter(isError))).toEqual(expected);
      expect(count(issuesOf(from, to, 'enforce'))).toEqual(expected);
      expect(issuesOf(from, to, 'enforce').filter(isError)).toEqual([]);
    });

    test('and back: what the older definitions do not know would be lost', () => {
      const errors = issuesOf('keda-2.20.1', 'keda-2.19.0', 'enforce').filter(isError);
      expect(count(errors)).toEqual({ enum: 1, existingFieldRemoval: 14, required: 1 });
    });
  }
});
