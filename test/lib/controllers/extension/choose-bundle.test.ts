import { type Catalog, type NamedCatalog, resolveBundle } from '../../../../lib/catalog';
import { parseVersionRange } from '../../../../lib/semver';
import { type Choice, chooseBundle } from '../../../../lib/controllers/extension/choose-bundle';
import { revisionStates } from '../../../../lib/controllers/extension/revision-facts';
import { isVersionInRange } from '../../../../lib/controllers/extension/version-allowed';
import { broken, catalogWith, named } from '../../catalog/a-catalog';
import { revision, type RevisionTable, ROLLING, type Said, SUCCEEDED } from './a-revision';

const chain: Catalog = catalogWith({
  name: 'p',
  bundles: ['1.0.0', '1.0.1', '1.2.0', '2.0.0'].map((version) => ({ version })),
  channels: {
    beta: [
      'p.v1.0.0', { name: 'p.v1.0.1', replaces: 'p.v1.0.0' }, { name: 'p.v1.2.0', replaces: 'p.v1.0.1' },
      { name: 'p.v2.0.0', replaces: 'p.v1.2.0' },
    ],
  },
});

function choose(revisions: readonly RevisionTable[], version = '', catalogs: readonly NamedCatalog[] = [named('c', chain)]): Choice {
  return chooseBundle({
    states: revisionStates(revisions.map(revision)),
    version,
    allows: (one) => isVersionInRange(one, version),
    resolve: (installed) => resolveBundle({
      catalogs, packageName: 'p', policy: 'CatalogProvided', version, ...(installed === undefined ? {} : { installed }),
    }),
  });
}

/** `resolved p.v1`, `kept p.v1 (no-catalog)`, `none no-bundle`. */
function said(choice: Choice): string {
  switch (choice.type) {
    case 'resolved':
      return `resolved ${choice.bundle.name}`;
    case 'kept':
      return `kept ${choice.bundle.name} (${choice.why})`;
    case 'none':
      return `none ${choice.unresolved.failure.found}`;
  }
}

const installed = (version: string, number = 1): RevisionTable => ({ number, version, conditions: [SUCCEEDED] });
const rolling = (version: string, number = 2, progress: Said = ROLLING): RevisionTable => ({ number, version, conditions: [progress] });
const collision: Said = ['Progressing', 'True', 'ObjectCollisions'];
const late: Said = ['Progressing', 'False', 'ProgressDeadlineExceeded'];

describe('the bundle of an extension', () => {
  test.each<readonly [string, readonly RevisionTable[], string, string]>([
    ['a first install', [], '', 'resolved p.v2.0.0'],
    ['a first install of a version', [], '1.0.1', 'resolved p.v1.0.1'],
    ['a version that is not there', [], '9', 'none no-bundle'],
    ['the next one follows what is installed', [installed('1.0.0')], '', 'resolved p.v1.0.1'],
    ['what is installed is the newest', [installed('2.0.0')], '', 'resolved p.v2.0.0'],
    ['the version has no edge from what is installed', [installed('1.0.0')], '1.2.0', 'none no-bundle'],
    ['a first rollout goes on', [rolling('1.0.0', 1)], '', 'kept p.v1.0.0 (rolling-out)'],
    ['a rollout goes on, and is what is resolved', [installed('1.0.0'), rolling('1.0.1')], '', 'resolved p.v1.0.1'],
    ['a first rollout that no range allows any more makes way', [rolling('1.0.0', 1)], '2.0.0', 'resolved p.v2.0.0'],
    ['a stuck first rollout makes way for what is newer', [rolling('1.0.0', 1, collision)], '', 'resolved p.v2.0.0'],
    ['a stuck rollout stays where nothing else follows', [installed('1.0.0'), rolling('1.0.1', 2, late)], '', 'resolved p.v1.0.1'],
    ['back to what was installed', [installed('1.0.0'), rolling('1.0.1', 2, late)], '1.0.0', 'resolved p.v1.0.0'],
    ['forward over an edge of what is stuck', [installed('1.0.0'), rolling('1.0.1', 2, late)], '1.2.0', 'resolved p.v1.2.0'],
    ['neither has an edge to what is asked for', [installed('1.0.0'), rolling('1.0.1', 2, late)], '2.0.0', 'none no-bundle'],
    ['a change of version does not wait for a rollout that is well', [installed('1.0.0'), rolling('1.0.1')], '1.0.0', 'resolved p.v1.0.0'],
    ['archived revisions say nothing', [{ ...installed('1.0.0'), state: 'Archived' }], '1.0.1', 'resolved p.v1.0.1'],
    ['a rollout by hand is none of a bundle', [{ number: 1, conditions: [ROLLING] }], '', 'resolved p.v2.0.0'],
  ])('%s', (_, revisions, version, expected) => {
    expect(said(choose(revisions, version))).toBe(expected);
  });

  test.each<readonly [string, readonly NamedCatalog[], string, string]>([
    ['none is there: what is installed stays', [], '', 'kept p.v1.0.0 (no-catalog)'],
    ['none is there, and a range allows what is installed', [], '>=1.0.0', 'kept p.v1.0.0 (no-catalog)'],
    ['none is there, and another version is asked for', [], '1.2.0', 'none no-package'],
    ['one is there that does not know the package', [named('other', catalogWith({ name: 'q', bundles: [] }))], '', 'none no-package'],
    ['one is there that cannot be read', [broken('c')], '', 'none broken-catalog'],
  ])('without a catalog that has it: %s', (_, catalogs, version, expected) => {
    expect(said(choose([installed('1.0.0')], version, catalogs))).toBe(expected);
  });

  test('without a catalog a rollout goes on', () => {
    expect(said(choose([installed('1.0.0'), rolling('1.0.1', 2, collision)], '', []))).toBe('kept p.v1.0.1 (rolling-out)');
  });

  test('a range that cannot be read is said, and changes nothing', () => {
    expect(parseVersionRange('foo')).toHaveProperty('problem');
    expect(said(choose([installed('1.0.0')], 'foo'))).toBe('none bad-range');
  });
});
