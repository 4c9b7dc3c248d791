import os from 'node:os';
import { cacheOf, homeOf, xdgFolder } from '../../lib/home';
import { userCredentials } from '../../lib/image/registry/credentials';
import { blobCache, loadRegistrySettings } from '../../lib/image/registry';

afterEach(() => jest.restoreAllMocks());

test('$HOME, else what the system knows', () => {
  jest.spyOn(os, 'homedir').mockReturnValue('/known');
  expect([homeOf({ HOME: '/ann' }), homeOf({ HOME: '' }), homeOf({})]).toEqual(['/ann', '/known', '/known']);
});

test('a relative folder of XDG is ignored: it would lead into a project of others', () => {
  const env = { HOME: '/ann', XDG_CACHE_HOME: 'cache', XDG_CONFIG_HOME: '.' };
  expect(cacheOf(env)).toBe('/ann/.cache/boxcutter');
  expect(xdgFolder(env, 'XDG_CONFIG_HOME', '.config')).toBe('/ann/.config');
  expect(cacheOf({ ...env, XDG_CACHE_HOME: '/cache' })).toBe('/cache/boxcutter');
});

describe('a container that runs as a number, of which the system knows nothing', () => {
  beforeEach(() => {
    jest.spyOn(os, 'homedir').mockImplementation(() => { throw new Error('uv_os_homedir returned ENOENT'); });
  });

  test('has no settings, no credentials and no cache, and gets on', async () => {
    expect(loadRegistrySettings({})).toEqual({});
    expect(userCredentials({}).map(({ origin }) => origin)).toEqual(['/.config/containers/auth.json', '/.docker/config.json']);
    expect(blobCache({ env: {} }).directory).toBe('/.cache/boxcutter/blobs');
  });
});
