import type { ClusterCatalog } from '../../../../lib/api';
import { catalogState, disabledState, dueFor, type Fetched, type Held } from '../../../../lib/controllers/catalog/decide';

const MINUTE = 60_000;

function catalog(image: { readonly ref: string; readonly pollIntervalMinutes?: number }, availabilityMode: 'Available' | 'Unavailable' = 'Available'): ClusterCatalog {
  return {
    apiVersion: 'olm.operatorframework.io/v1', kind: 'ClusterCatalog', metadata: { name: 'c' },
    spec: { source: { type: 'Image', image }, availabilityMode },
  };
}

const held = (ref: string, checkedAt?: number): Held => (
  { ref, resolved: 'example.com/c@sha256:1', ...(checkedAt === undefined ? {} : { checkedAt }) }
);

describe('what is due', () => {
  const tagged = { ref: 'example.com/c:v1', pollIntervalMinutes: 10 };
  test.each<readonly [string, ClusterCatalog, Held | undefined, number, ReturnType<typeof dueFor>]>([
    ['nothing is here', catalog(tagged), undefined, 0, { type: 'fetch' }],
    ['it is here from before, and was not asked about', catalog(tagged), held(tagged.ref), 0, { type: 'fetch' }],
    ['another image is asked for', catalog({ ref: 'example.com/c:v2' }), held(tagged.ref, 0), 0, { type: 'fetch' }],
    ['it was asked about a while ago', catalog(tagged), held(tagged.ref, 0), 4 * MINUTE, { type: 'nothing', forMs: 6 * MINUTE }],
    ['it is time to ask again', catalog(tagged), held(tagged.ref, 0), 10 * MINUTE, { type: 'fetch' }],
    ['without an interval it is not asked about again', catalog({ ref: tagged.ref }), held(tagged.ref, 0), 9e9, { type: 'nothing' }],
    ['a digest is not asked about again', catalog({ ref: 'example.com/c@sha256:1' }), held('example.com/c@sha256:1', 0), 9e9, { type: 'nothing' }],
    ['it is not to be served', catalog(tagged, 'Unavailable'), held(tagged.ref, 0), 0, { type: 'disable' }],
  ])('%s', (_, given, have, now, expected) => {
    expect(dueFor(given, have, now)).toEqual(expected);
  });
});

describe('the status', () => {
  const input = { base: 'https://s/catalogs/c', now: '2026-01-02T00:00:00Z', before: undefined };
  const said = (fetched: Fetched, have: Held | undefined) => catalogState({ ...input, fetched, held: have })
    .conditions.map(({ type, status, reason, message }) => `${type} ${status} ${reason}: ${message}`);
  const ok = 'Progressing True Succeeded: Successfully unpacked and stored content from resolved source';
  const serving = 'Serving True Available: Serving desired content from resolved source';

  test.each<readonly [string, Fetched, Held | undefined, readonly string[]]>([
    ['it is served', { type: 'current' }, held('r', 0), [ok, serving]],
    ['the first pull fails', { type: 'failed', message: 'no such host' }, undefined, [
      'Progressing True Retrying: source catalog content: no such host', 'Serving False Unavailable: no such host',
    ]],
    ['a pull fails, and what was there is served on', { type: 'failed', message: 'no such host' }, held('r', 0), [
      'Progressing True Retrying: source catalog content: no such host', serving,
    ]],
    ['it is no catalog', { type: 'blocked', message: 'no label' }, undefined, [
      'Progressing False Blocked: source catalog content: no label', 'Serving False Unavailable: no label',
    ]],
  ])('%s', (_, fetched, have, expected) => {
    expect(said(fetched, have)).toEqual(expected);
  });

  test('says where it is served, from what, and since when', () => {
    const { conditions: _, ...rest } = catalogState({ ...input, fetched: { type: 'current' }, held: held('r', 0) });
    expect(rest).toEqual({
      resolvedSource: { type: 'Image', image: { ref: 'example.com/c@sha256:1' } }, urls: { base: 'https://s/catalogs/c' },
      lastUnpacked: '2026-01-02T00:00:00Z',
    });
  });

  test('the time stays while the content does', () => {
    const before = { resolvedSource: { type: 'Image' as const, image: { ref: 'example.com/c@sha256:1' } }, lastUnpacked: '2026-01-01T00:00:00Z' };
    expect(catalogState({ ...input, before, fetched: { type: 'current' }, held: held('r', 0) }).lastUnpacked).toBe('2026-01-01T00:00:00Z');
    const other = { ...before, resolvedSource: { type: 'Image' as const, image: { ref: 'example.com/c@sha256:0' } } };
    expect(catalogState({ ...input, before: other, fetched: { type: 'current' }, held: held('r', 0) }).lastUnpacked).toBe(input.now);
  });

  test('of one that is not to be served nothing is left but that', () => {
    expect(disabledState()).toEqual({ conditions: [
      { type: 'Progressing', status: 'True', reason: 'Succeeded', message: 'Catalog availability mode is set to Unavailable' },
      { type: 'Serving', status: 'False', reason: 'UserSpecifiedUnavailable', message: 'Catalog availability mode is set to Unavailable' },
    ] });
  });
});
