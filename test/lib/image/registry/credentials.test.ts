import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { findCredentials, pullSecretCredentials, userCredentials } from '../../../../lib/image/registry/credentials';
import { authsFor, parseDockerConfig } from '../../../../lib/image/registry/docker-config';

const auth = (user: string, password = 'pw'): string => Buffer.from(`${user}:${password}`).toString('base64');
let home: string;

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'boxcutter-credentials-'));
});
afterEach(() => rmSync(home, { recursive: true }));

function write(file: string, content: object | string): string {
  const path = join(home, file);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
  return path;
}

/** A program `docker-credential-<name>` that runs a script. */
function helper(name: string, script: string): NodeJS.ProcessEnv {
  chmodSync(write(`bin/docker-credential-${name}`, `#!/bin/sh\nread server\n${script}\n`), 0o755);
  return { HOME: home, PATH: `${join(home, 'bin')}:${process.env['PATH']}` };
}

describe('keys of auths', () => {
  const auths = {
    'quay.io': { auth: auth('host') },
    'quay.io/org': { auth: auth('org') },
    'quay.io/org/app': { auth: auth('app') },
    'https://index.docker.io/v1/': { auth: auth('hub') },
    'https://old.example/v2/': { auth: auth('old') },
    '*.cloud.example': { auth: auth('wild') },
    'reg*.io': { auth: auth('reg') },
    'empty.example': {},
  };
  const config = parseDockerConfig(JSON.stringify({ auths }), 'a file');

  test.each([
    ['quay.io', 'other/app', 'host'],
    ['quay.io', 'org/other', 'org'],
    ['quay.io', 'organisation/app', 'host'],
    ['quay.io', 'org/app', 'app'],
    ['quay.io', 'org/app/more', 'app'],
    ['docker.io', 'library/nginx', 'hub'],
    ['old.example', 'a', 'old'],
    ['eu.cloud.example', 'a', 'wild'],
    ['a.eu.cloud.example', 'a', undefined],
    ['registry.io', 'a', 'reg'],
    ['empty.example', 'a', undefined],
    ['quay.io:443', 'org/app', undefined],
    ['evil-quay.io', 'org/app', undefined],
  ])('%s/%s: %s', (registry, repository, user) => {
    expect(authsFor(config, registry, repository)?.username).toBe(user);
  });

  test('a password may have colons, and end with a zero byte', () => {
    const entry = parseDockerConfig(JSON.stringify({ auths: { a: { auth: auth('u', 'p:w\0') } } }), 'a file');
    expect(authsFor(entry, 'a', 'b')).toEqual({ username: 'u', password: 'p:w' });
  });

  test('tokens', () => {
    const entry = parseDockerConfig(JSON.stringify({ auths: { a: { identitytoken: 'i' }, b: { registrytoken: 'r' } } }), 'a file');
    expect([authsFor(entry, 'a', 'x'), authsFor(entry, 'b', 'x')]).toEqual([{ identityToken: 'i' }, { registryToken: 'r' }]);
  });

  test.each([['no JSON', '{"auths": {"a": {"auth": "c2VjcmV0OnB3"'], ['no object', '["c2VjcmV0OnB3"]'], ['auths that is none', '{"auths": ["c2VjcmV0OnB3"]}']])('%s: an error that repeats nothing of it', (_, text) => {
    expect(() => parseDockerConfig(text, 'a file')).toThrow(expect.objectContaining({ code: 'registry-credentials', message: expect.not.stringContaining('c2Vj') }));
  });
});

describe('the files of a user', () => {
  const file = (user: string): object => ({ auths: { 'quay.io': { auth: auth(user) } } });

  test('come in the order of other tools; the first that has some counts', async () => {
    const env = { HOME: home, REGISTRY_AUTH_FILE: join(home, 'named.json'), XDG_RUNTIME_DIR: join(home, 'run'), DOCKER_CONFIG: join(home, 'docker') };
    const places = ['named.json', 'run/containers/auth.json', '.config/containers/auth.json', 'docker/config.json'];
    for (const [index, place] of places.entries()) write(place, file(String(index)));
    for (const [index, place] of places.entries()) {
      expect(await findCredentials(userCredentials(env), 'quay.io', 'a')).toMatchObject({ username: String(index), origin: join(home, place) });
      write(place, { auths: {} });
    }
    expect(await findCredentials(userCredentials(env), 'quay.io', 'a')).toBeUndefined();
  });

  test('need not be there, except the one that is named', async () => {
    expect(await findCredentials(userCredentials({ HOME: home }), 'quay.io', 'a')).toBeUndefined();
    await expect(findCredentials(userCredentials({ HOME: home, REGISTRY_AUTH_FILE: join(home, 'none') }), 'quay.io', 'a')).rejects.toMatchObject({
      code: 'registry-credentials', hint: 'Check $REGISTRY_AUTH_FILE.',
    });
  });

  test('may be empty, and not broken', async () => {
    write('.docker/config.json', ' \n');
    expect(await findCredentials(userCredentials({ HOME: home }), 'quay.io', 'a')).toBeUndefined();
    write('.docker/config.json', '{');
    await expect(findCredentials(userCredentials({ HOME: home }), 'quay.io', 'a')).rejects.toMatchObject({ code: 'registry-credentials' });
  });
});

describe('programs that keep credentials', () => {
  const ask = (env: NodeJS.ProcessEnv, registry = 'quay.io', deadlineMs?: number) => findCredentials(userCredentials(env, deadlineMs), registry, 'a');

  test('one for a registry goes before what is written, one for all after it', async () => {
    const env = helper('own', 'echo "{\\"Username\\":\\"helper\\",\\"Secret\\":\\"$server\\"}"');
    write('.docker/config.json', { credHelpers: { 'quay.io': 'own' }, credsStore: 'own', auths: { 'quay.io': { auth: auth('written') }, 'b.example': { auth: auth('written') } } });
    expect(await ask(env)).toMatchObject({ username: 'helper', password: 'quay.io' });
    expect(await ask(env, 'b.example')).toMatchObject({ username: 'written' });
    expect(await ask(env, 'c.example')).toMatchObject({ username: 'helper', password: 'c.example' });
    expect(await ask(env, 'docker.io')).toMatchObject({ password: 'https://index.docker.io/v1/' });
  });

  test('<token> means an identity token', async () => {
    const env = helper('own', `echo '{"Username":"<token>","Secret":"t"}'`);
    write('.docker/config.json', { credsStore: 'own' });
    expect(await ask(env)).toMatchObject({ identityToken: 't' });
  });

  test('may have none', async () => {
    const env = helper('own', 'echo credentials not found in native keychain; exit 1');
    write('.docker/config.json', { credsStore: 'own' });
    expect(await ask(env)).toBeUndefined();
  });

  test.each([
    ['fails', 'echo "s3cret leaked"; exit 1', 'it failed with exit code 1'],
    ['says nonsense', 'echo s3cret', 'its answer is not JSON'],
    ['gives no secret', `echo '{"Username":"s3cret"}'`, 'its answer has no Secret'],
    ['hangs', 'sleep 60 & wait', 'no answer within 0.2 s'],
    ['talks without end', 'exec yes s3cret', 'its answer is too long'],
  ])('one that %s: an error that repeats nothing of it', async (_, script, why) => {
    const env = helper('own', script);
    write('.docker/config.json', { credsStore: 'own' });
    const error = await ask(env, 'quay.io', script.includes('sleep') ? 200 : undefined).then(() => undefined, (thrown: unknown) => thrown as Error);
    expect(error).toMatchObject({ code: 'registry-credentials', message: expect.stringContaining(why) });
    expect(JSON.stringify({ ...error, text: error?.message })).not.toContain('s3cret');
  });

  test('one that is not installed, and one whose name is a path', async () => {
    write('.docker/config.json', { credsStore: 'none-such' });
    await expect(ask({ HOME: home, PATH: home })).rejects.toMatchObject({ message: expect.stringContaining('it is not installed') });
    write('.docker/config.json', { credsStore: '../../evil' });
    await expect(ask({ HOME: home, PATH: home })).rejects.toMatchObject({ message: expect.stringContaining('cannot be the name of a program') });
  });
});

describe('pull secrets', () => {
  const config = { auths: { 'quay.io/org': { username: 'u', password: 'p' } } };
  const base64 = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64');
  const find = (document: unknown) => pullSecretCredentials(document, 'Secret a/b').find('quay.io', 'org/app');

  test.each([
    ['kubernetes.io/dockerconfigjson', { kind: 'Secret', data: { '.dockerconfigjson': base64(config) } }],
    ['with stringData', { kind: 'Secret', stringData: { '.dockerconfigjson': JSON.stringify(config) } }],
    ['kubernetes.io/dockercfg', { kind: 'Secret', data: { '.dockercfg': base64(config.auths) } }],
    ['the document itself', config],
  ])('%s', async (_, document) => {
    expect(await find(document)).toEqual({ username: 'u', password: 'p' });
  });

  test('start no programs', async () => {
    expect(await find({ credsStore: 'none-such', credHelpers: { 'quay.io': 'none-such' } })).toBeUndefined();
  });

  test.each([['another Secret', { kind: 'Secret', data: { password: 'cHc=' } }], ['nonsense in it', { kind: 'Secret', data: { '.dockerconfigjson': 'cHc=' } }], ['no object', 'x']])('%s', (_, document) => {
    expect(() => pullSecretCredentials(document, 'Secret a/b')).toThrow(expect.objectContaining({ code: 'registry-credentials', message: expect.stringContaining('Secret a/b') }));
  });
});
