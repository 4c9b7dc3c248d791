/** Searches that are given up: what is said then is that it is not known, and not that there is nothing. */
import { dependencyCheck, explanationWords, reasonText, resolveBundle, solve, versionText } from '../../../../lib/catalog';
import { whyLines } from '../../../../lib/cli/actions/catalog/why/lines';
import { catalogWith, named, needsPackage, provides } from '../a-catalog';

/** More pigeons than holes: each version of a pigeon provides a kind, the hole, that nobody else may provide then. */
function pigeons(count: number, holes: number) {
  const names = Array.from({ length: count }, (_, index) => `pigeon-${index}`);
  const versions = Array.from({ length: holes }, (_, hole) => ({ version: `${hole + 1}.0.0`, properties: [provides(`holes/v1/Hole${hole}`)] }));
  return [named('c', catalogWith(
    { name: 'loft', bundles: [{ version: '1.0.0' }, { version: '2.0.0', properties: names.map((name) => needsPackage(name, '>=1.0.0')) }] },
    ...names.map((name) => ({ name, bundles: versions })),
  ))];
}

const request = { packageName: 'loft', version: '2.0.0' };

test('of a search that is given up, whether there is a plan is not known', () => {
  const { conflict } = solve({ catalogs: pigeons(9, 8), installed: [], wanted: [request], mostConflicts: 40 });
  expect(conflict).toEqual({ found: 'too-hard', unknown: 'plan' });
  expect(conflict && explanationWords(conflict)).toEqual({
    message: 'Too many packages depend on each other: the search for versions that fit together was given up. Whether there are any is not known.',
    hint: 'Ask for less: a narrower range of versions, a single channel, or fewer catalogs.',
  });
});

test('small ones are decided', () => {
  expect(solve({ catalogs: pigeons(4, 4), installed: [], wanted: [request] }).plan).toHaveLength(5);
  expect(solve({ catalogs: pigeons(4, 3), installed: [], wanted: [request] }).conflict).toMatchObject({ found: 'contradiction' });
});

test('catalog why says of a candidate that it is not known, and goes on with the next', () => {
  const catalogs = pigeons(9, 8);
  const world = { catalogs, installed: [], mostConflicts: 40 };
  const resolution = resolveBundle({ catalogs, packageName: 'loft', policy: 'CatalogProvided', dependencies: dependencyCheck(world, { packageName: 'loft' }) });
  expect(resolution.candidates.map((one) => [versionText(one), one.fate.is])).toEqual([['1.0.0', 'chosen'], ['2.0.0', 'ineligible']]);
  const given = 'not known: the search for its dependencies took too long';
  const reasons = resolution.candidates.flatMap(({ fate }) => (fate.is === 'ineligible' ? fate.reasons : []));
  expect(reasons.map((reason) => reasonText(reason, {}))).toEqual([given]);
  expect(whyLines(resolution, undefined, { all: true }).join('\n')).toContain(given);
});

test('where nothing else is left, the hint does not say that something is missing', () => {
  const catalogs = pigeons(9, 8);
  const world = { catalogs, installed: [], mostConflicts: 40 };
  const resolution = resolveBundle({
    catalogs, packageName: 'loft', version: '2.0.0', policy: 'CatalogProvided', dependencies: dependencyCheck(world, request),
  });
  expect(whyLines(resolution, undefined, { all: true }).slice(0, 2).join('\n')).toMatch(/no bundles found[^]*The nearest is 2\.0\.0: not known: the search/);
});

/** `link-0` needs `link-1`, and so on. */
function chain(length: number, versions: number) {
  const name = (index: number): string => `link-${index}`;
  return [named('c', catalogWith(...Array.from({ length }, (_, index) => ({
    name: name(index),
    bundles: Array.from({ length: versions }, (_unused, version) => ({
      version: `1.${version}.0`, properties: index + 1 < length ? [needsPackage(name(index + 1), `>=1.${version}.0`)] : [],
    })),
  }))))];
}

test('a chain of packages costs as much as its links, not their square', () => {
  // Within as many conflicts as are allowed only because each link follows from the one before it.
  const { plan } = solve({ catalogs: chain(300, 4), installed: [], wanted: [{ packageName: 'link-0' }], mostConflicts: 3 });
  expect(plan).toHaveLength(300);
});
