import { cacheFolder, clusterPlaces } from '../../../lib/control-plane/places';

describe('the cache', () => {
  test.each([
    [{ BOXCUTTER_CACHE: '/fast/disk', XDG_CACHE_HOME: '/xdg', HOME: '/home/ann' }, '/fast/disk'],
    [{ XDG_CACHE_HOME: '/xdg', HOME: '/home/ann' }, '/xdg/boxcutter'],
    [{ HOME: '/home/ann' }, '/home/ann/.cache/boxcutter'],
  ])('for %j is %s', (env, folder) => expect(cacheFolder(env)).toBe(folder));
});

describe('the name of a cluster', () => {
  test.each(['a', 'dev', 'test-123', 'x'.repeat(63)])('may be %s', (name) => expect(clusterPlaces(name, '/c').directory).toBe(`/c/${name}`));
  test.each(['', '..', 'Dev', '-a', 'a-', 'a/b', 'x'.repeat(64)])('must not be "%s"', (name) =>
    expect(() => clusterPlaces(name, '/c')).toThrow(expect.objectContaining({ code: 'cluster-name-invalid', category: 'input' })),
  );
});
