import { parseChallenges } from '../../../../lib/image/registry/challenge';
import { cpuMilliseconds } from '../../../support/cpu-time';

describe('WWW-Authenticate', () => {
  test.each([
    ['Basic realm="registry"', [{ scheme: 'basic', parameters: { realm: 'registry' } }]],
    ['Bearer realm="https://a/t",service="s",scope="repository:a/b:pull,push repository:c:pull"', [
      { scheme: 'bearer', parameters: { realm: 'https://a/t', service: 's', scope: 'repository:a/b:pull,push repository:c:pull' } },
    ]],
    ['BEARER Realm = "x", error="invalid_token"', [{ scheme: 'bearer', parameters: { realm: 'x', error: 'invalid_token' } }]],
    ['Bearer realm=x,service=y', [{ scheme: 'bearer', parameters: { realm: 'x', service: 'y' } }]],
    ['Negotiate, Basic realm="a \\"quoted\\" b", Bearer realm="t"', [
      { scheme: 'negotiate', parameters: {} }, { scheme: 'basic', parameters: { realm: 'a "quoted" b' } }, { scheme: 'bearer', parameters: { realm: 't' } },
    ]],
    ['Bearer', [{ scheme: 'bearer', parameters: {} }]],
    ['', []],
    [undefined, []],
    ['"nonsense', []],
    ['Bearer realm="open', [{ scheme: 'bearer', parameters: {} }]],
  ])('%s', (header, expected) => {
    expect(parseChallenges(header).slice(0, expected.length)).toEqual(expected);
  });

  test('is understood in linear time', () => {
    const started = cpuMilliseconds();
    parseChallenges('Bearer '.repeat(100_000));
    parseChallenges(`Bearer realm="${'\\'.repeat(100_000)}`);
    expect(cpuMilliseconds() - started).toBeLessThan(500);
  });
});
