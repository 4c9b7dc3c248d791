/** Which versions there are to be: what the version controller decides. */
import { statusWith, versionStep, type Wanted } from '../../../../lib/controllers/cluster-api/version/decide';
import type { Version } from '../../../../lib/controllers/cluster-api/model';

const wanted: Wanted = {
  release: '4.22.3', contentId: 'new', unmanaged: ['a.b.c'], substitutions: [{ key: 'TLS_MIN_VERSION', value: 'VersionTLS12' }],
  components: [{ name: 'cluster-api', source: { configMaps: ['core-00'] } }, { name: 'aws', source: { image: 'registry.test/aws@sha256:1', profile: 'default' } }],
};
const version = (revision: number, contentID: string, unmanagedCRDs?: string[]): Version =>
  ({ name: `4.22.3-${revision}`, revision, contentID, ...(unmanagedCRDs === undefined ? {} : { unmanagedCRDs }) });

describe('a new version', () => {
  test('the first one, with everything that it was made of', () => {
    expect(versionStep(wanted, [], undefined)).toEqual({
      type: 'make',
      version: {
        name: '4.22.3-1', revision: 1, contentID: 'new', unmanagedCRDs: ['a.b.c'], manifestSubstitutions: [{ key: 'TLS_MIN_VERSION', value: 'VersionTLS12' }],
        components: [{ name: 'cluster-api', configMaps: ['core-00'] }, { name: 'aws', image: 'registry.test/aws@sha256:1', profile: 'default' }],
      },
    });
  });

  test.each<[what: string, newest: Version]>([
    ['the content differs', version(6, 'old', ['a.b.c'])],
    ['a definition is unmanaged that was not', version(6, 'new')],
    ['one more is', version(6, 'new', ['a.b.c', 'd.e.f'])],
  ])('when %s', (_what, newest) => {
    expect(versionStep(wanted, [newest], newest.name)).toMatchObject({ type: 'make', version: { revision: 7, name: '4.22.3-7' } });
  });

  test('a platform without providers has a version without components', () => {
    const step = versionStep({ ...wanted, components: [], unmanaged: [], substitutions: [] }, [], undefined);
    expect(step).toEqual({ type: 'make', version: { name: '4.22.3-1', revision: 1, contentID: 'new' } });
  });

  test('not when there are sixteen already', () => {
    expect(versionStep(wanted, Array.from({ length: 16 }, (_, index) => version(16 - index, 'old')), undefined)).toEqual({ type: 'full' });
  });
});

describe('older versions', () => {
  const newest = version(7, 'new', ['a.b.c']);
  const older = version(6, 'old');

  test('stay while the newest is not installed whole: the last good one is kept', () => {
    expect(versionStep(wanted, [newest, older], older.name)).toEqual({ type: 'keep', leave: [] });
    expect(versionStep(wanted, [newest, older], undefined)).toEqual({ type: 'keep', leave: [] });
  });

  test('go when it is', () => {
    expect(versionStep(wanted, [newest, older], newest.name)).toEqual({ type: 'keep', leave: [older] });
  });

  test('the same again is the same', () => {
    expect(versionStep(wanted, [newest], newest.name)).toEqual({ type: 'keep', leave: [] });
  });
});

test('the status: newest first, the newest is desired, and the current one is forgotten when it goes', () => {
  const [one, two] = [version(1, 'a'), version(2, 'b')];
  expect(statusWith([one, two], 3, { currentVersion: one.name })).toEqual({
    currentVersion: one.name, desiredVersion: two.name, observedRevisionGeneration: 3, versions: [two, one],
  });
  expect(statusWith([two], 3, { currentVersion: one.name })).toEqual({ desiredVersion: two.name, observedRevisionGeneration: 3, versions: [two] });
});
