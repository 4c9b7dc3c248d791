import { hostOf, isLoopback, proxyFor } from '../../../lib/net';

describe('which proxy', () => {
  const server = new URL('https://api.example.com:6443');
  test.each([
    [{}, undefined],
    [{ HTTPS_PROXY: 'http://p:3128' }, 'http://p:3128/'],
    [{ https_proxy: 'p:3128' }, 'http://p:3128/'],
    [{ HTTP_PROXY: 'http://p:3128' }, undefined],
    [{ HTTPS_PROXY: 'http://p', NO_PROXY: '*' }, undefined],
    [{ HTTPS_PROXY: 'http://p', NO_PROXY: 'other, example.com' }, undefined],
    [{ HTTPS_PROXY: 'http://p', NO_PROXY: '.example.com' }, undefined],
    [{ HTTPS_PROXY: 'http://p', NO_PROXY: 'ample.com' }, 'http://p/'],
    [{ HTTPS_PROXY: 'http://p', NO_PROXY: 'api.example.com:443' }, 'http://p/'],
    [{ HTTPS_PROXY: 'http://p', NO_PROXY: 'api.example.com:6443' }, undefined],
  ])('%j gives %s', (env, expected) => {
    expect(proxyFor(server, undefined, env)?.href).toBe(expected);
  });

  test('networks and loopback are exempt', () => {
    const env = { HTTPS_PROXY: 'http://p', NO_PROXY: '10.0.0.0/8,fd00::/8' };
    const through = (url: string): boolean => proxyFor(new URL(url), undefined, env) !== undefined;
    expect(['https://10.1.2.3', 'https://[fd00::1]', 'https://127.0.0.1:6443', 'https://localhost', 'https://11.1.2.3'].map(through)).toEqual([false, false, false, false, true]);
  });

  test.each([
    ['https://localhost', true],
    ['https://127.0.0.1', true],
    ['https://127.9.9.9:6443', true],
    ['https://127.1', true],
    ['https://[::1]', true],
    ['https://[::ffff:127.0.0.1]', true],
    ['https://127.evil.com', false],
    ['https://127.0.0.1.evil.com', false],
    ['https://localhost.evil.com', false],
    ['https://128.0.0.1', false],
    ['https://[::2]', false],
    ['https://[::ffff:128.0.0.1]', false],
  ])('%s is this machine: %s', (url, isHere) => {
    expect(isLoopback(hostOf(new URL(url)))).toBe(isHere);
    expect(proxyFor(new URL(url), undefined, { HTTPS_PROXY: 'http://p' }) === undefined).toBe(isHere);
  });

  test.each([
    ['10.0.0.0/8', 'https://10.evil.com', false],
    ['10.0.0.0/8', 'https://10.0.0.1.evil.com', false],
    ['10.1.2.3', 'https://10.1.2.3', true],
    ['10.1.2.3', 'https://x.10.1.2.3.evil.com', false],
    ['fd00::/8', 'https://fd00.evil.com', false],
    ['[fd00::1]', 'https://[fd00::1]', true],
    ['[fd00::1]:6443', 'https://[fd00::1]:6443', true],
    ['.example.com', 'https://evilexample.com', false],
  ])('NO_PROXY=%s exempts %s: %s', (list, url, isExempt) => {
    expect(proxyFor(new URL(url), undefined, { HTTPS_PROXY: 'http://p', NO_PROXY: list }) === undefined).toBe(isExempt);
  });

  test('proxy-url wins, also over NO_PROXY', () => {
    expect(proxyFor(server, 'http://own:1', { HTTPS_PROXY: 'http://p', NO_PROXY: '*' })?.href).toBe('http://own:1/');
  });

  test('SOCKS is refused in words', () => {
    expect(() => proxyFor(server, 'socks5://p:1', {})).toThrow(expect.objectContaining({ code: 'proxy-unsupported' }));
  });
});
