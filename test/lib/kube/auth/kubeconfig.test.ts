import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { podConnection, resolveConnection } from '../../../../lib/kube/auth/context';
import { readKubeconfig } from '../../../../lib/kube/auth/kubeconfig';
import { defaultTiming } from '../../../../lib/kube/timing';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kubeconfig-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

function write(name: string, content: unknown): string {
  const path = join(folder, name);
  mkdirSync(join(path, '..'), { recursive: true });
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
  return path;
}

const cluster = (name: string, more: object = {}): object => ({ name, cluster: { server: `https://${name}.example:6443`, ...more } });
const user = (name: string, more: object = { token: `token-${name}` }): object => ({ name, user: more });
const context = (name: string, more: object = {}): object => ({ name, context: { cluster: name, user: name, ...more } });
const simple = (name: string, more: { cluster?: object; user?: object; context?: object } = {}): object => ({
  'current-context': name, clusters: [cluster(name, more.cluster)], users: [user(name, more.user)], contexts: [context(name, more.context)],
});

/** What would be thrown, with its data. */
function problemOf(action: () => unknown): unknown {
  try {
    action();
  } catch (error) {
    return error;
  }
  throw new Error('nothing was thrown');
}

describe('which file', () => {
  test('the one that is named, before KUBECONFIG, before the home folder', () => {
    const named = write('named', simple('named'));
    const listed = write('listed', simple('listed'));
    write('.kube/config', simple('home'));
    const env = { KUBECONFIG: listed, HOME: folder };
    expect(resolveConnection({ kubeconfig: named }, env).server).toBe('https://named.example:6443');
    expect(resolveConnection({}, env).server).toBe('https://listed.example:6443');
    expect(resolveConnection({}, { HOME: folder }).server).toBe('https://home.example:6443');
  });

  test('several are merged: the first that names something wins, missing ones are skipped', () => {
    const a = write('a', { clusters: [cluster('x', { 'tls-server-name': 'from-a' })], contexts: [context('x')] });
    const b = write('b', { ...simple('x'), 'current-context': 'x', contexts: [context('x', { namespace: 'b' }), context('y')] });
    const merged = readKubeconfig(undefined, { KUBECONFIG: [a, join(folder, 'missing'), b].join(delimiter) });
    expect(merged?.currentContext).toBe('x');
    expect(merged?.clusters.get('x')).toMatchObject({ 'tls-server-name': 'from-a' });
    expect(merged?.contexts.get('x')?.namespace).toBeUndefined();
    expect([...(merged?.contexts.keys() ?? [])]).toEqual(['x', 'y']);
    expect(merged?.users.get('x')?.token).toBe('token-x');
  });

  test('none at all', () => {
    expect(problemOf(() => resolveConnection({}, { HOME: folder }))).toMatchObject({
      code: 'kubeconfig-missing', category: 'input', hint: expect.stringContaining('`kubeconfig`'),
    });
  });

  test('one that is named but not there', () => {
    const path = join(folder, 'nope');
    expect(problemOf(() => resolveConnection({ kubeconfig: path }))).toMatchObject({ code: 'kubeconfig-missing', message: `The kubeconfig ${path} does not exist.` });
    expect(problemOf(() => resolveConnection({}, { KUBECONFIG: path }))).toMatchObject({ code: 'kubeconfig-missing', message: expect.stringContaining('KUBECONFIG') });
  });

  test.each([['not: [yaml', 'cannot be read'], ['just text', 'is not a YAML mapping']])('one that is not a kubeconfig: %s', (content, message) => {
    const kubeconfig = write('bad', content);
    expect(problemOf(() => resolveConnection({ kubeconfig }))).toMatchObject({ code: 'kubeconfig-invalid', message: expect.stringContaining(message) });
  });
});

test('inside of a pod: its service account', async () => {
  for (const [name, content] of [['token', 'pod-token\n'], ['namespace', 'team\n'], ['ca.crt', 'CA']] as const) write(name, content);
  const env = { KUBERNETES_SERVICE_HOST: 'fd00::1', KUBERNETES_SERVICE_PORT: '443' };
  const connection = podConnection({}, env, defaultTiming, folder);
  expect(connection).toMatchObject({ server: 'https://[fd00::1]:443', namespace: 'team', tls: { ca: 'CA' } });
  await expect(connection?.credentials.current()).resolves.toEqual({ authorization: 'Bearer pod-token' });
  expect(podConnection({}, {}, defaultTiming, folder)).toBeUndefined();
  expect(podConnection({}, env, defaultTiming, join(folder, 'elsewhere'))).toBeUndefined();
});

describe('which context', () => {
  test('the current one, or the one that is named; its namespace is the default', () => {
    const kubeconfig = write('k', {
      'current-context': 'a', clusters: [cluster('a'), cluster('b')], users: [user('a'), user('b')], contexts: [context('a'), context('b', { namespace: 'team' })],
    });
    expect(resolveConnection({ kubeconfig })).toMatchObject({ server: 'https://a.example:6443', namespace: 'default' });
    expect(resolveConnection({ kubeconfig, context: 'b' })).toMatchObject({ server: 'https://b.example:6443', namespace: 'team', origin: `context "b" of ${kubeconfig}` });
  });

  test('one that does not exist: the others are listed', () => {
    const kubeconfig = write('k', simple('a'));
    expect(problemOf(() => resolveConnection({ kubeconfig, context: 'z' }))).toMatchObject({
      code: 'context-missing', message: expect.stringContaining('no context "z"'), hint: `Contexts of ${kubeconfig}: a.`, details: { contexts: ['a'] },
    });
  });

  test('no current one', () => {
    const kubeconfig = write('k', { ...simple('a'), 'current-context': '' });
    expect(problemOf(() => resolveConnection({ kubeconfig }))).toMatchObject({
      code: 'context-missing', hint: expect.stringContaining('`context`'),
    });
  });

  test('one that names a cluster or user that is not there', () => {
    const kubeconfig = write('k', { ...simple('a'), users: [] });
    expect(problemOf(() => resolveConnection({ kubeconfig }))).toMatchObject({ code: 'kubeconfig-invalid', message: expect.stringContaining('user "a"') });
  });
});

describe('how to trust the server and who we are', () => {
  test('files are relative to the kubeconfig; data wins over files', async () => {
    write('pki/ca.pem', 'CA');
    write('pki/me.pem', 'CERT');
    const kubeconfig = write('k', simple('a', {
      cluster: { 'certificate-authority': 'pki/ca.pem', 'tls-server-name': 'other' },
      user: { 'client-certificate': 'pki/me.pem', 'client-key': 'pki/missing.pem', 'client-key-data': Buffer.from('KEY').toString('base64') },
    }));
    const connection = resolveConnection({ kubeconfig });
    expect(connection.tls).toEqual({ ca: 'CA', serverName: 'other' });
    await expect(connection.credentials.current()).resolves.toEqual({ cert: 'CERT', key: 'KEY' });
  });

  test('a certificate file that is missing is named', async () => {
    const kubeconfig = write('k', simple('a', { user: { 'client-certificate': 'gone.pem' } }));
    await expect(resolveConnection({ kubeconfig }).credentials.current()).rejects.toMatchObject({ code: 'credentials-unavailable', hint: expect.stringContaining(join(folder, 'gone.pem')) });
  });

  test('insecure only when it says exactly so', () => {
    const insecure = (value: unknown): unknown =>
      resolveConnection({ kubeconfig: write('k', simple('a', { cluster: { 'insecure-skip-tls-verify': value } })) }).tls.insecure;
    expect([insecure(true), insecure(false), insecure('true')]).toEqual([true, undefined, undefined]);
  });

  test('the command line replaces the impersonation of the kubeconfig as a whole', () => {
    const kubeconfig = write('k', simple('a', { user: { as: 'eve', 'as-groups': ['g'] } }));
    expect(resolveConnection({ kubeconfig }).impersonate).toEqual({ user: 'eve', groups: ['g'] });
    expect(resolveConnection({ kubeconfig, as: 'bob' }).impersonate).toEqual({ user: 'bob', groups: [] });
    expect(problemOf(() => resolveConnection({ kubeconfig, asGroups: ['g'] }))).toMatchObject({ code: 'impersonation-incomplete', category: 'input' });
  });

  test('an address that is no URL', () => {
    const kubeconfig = write('k', simple('a', { cluster: { server: 'localhost:6443' } }));
    expect(problemOf(() => resolveConnection({ kubeconfig }))).toMatchObject({ code: 'kubeconfig-invalid', message: expect.stringContaining('localhost:6443') });
  });
});

test('a kubeconfig that is no YAML: the message has the place, and not what stands there', () => {
  const folder = mkdtempSync(join(tmpdir(), 'kubeconfig-'));
  const file = join(folder, 'config');
  try {
    writeFileSync(file, 'users:\n- name: a\n  user:\n    token: s3cr3t\n   bad: [\n');
    const read = (): unknown => readKubeconfig(file);
    expect(read).toThrow(/cannot be read: .* \(line 5, column \d+\)\.$/);
    expect(read).not.toThrow(/s3cr3t/);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
