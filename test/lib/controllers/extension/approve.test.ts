/** What may be installed now, of what was found: a version that is pinned, and one that was published again. */
import type { ClusterExtensionRevision } from '../../../../lib/api';
import { pendingObject } from '../../../../lib/controllers/approval/pending';
import { approved } from '../../../../lib/controllers/extension/approve';
import type { Choice } from '../../../../lib/controllers/extension/choose-bundle';
import type { RollbackMarker } from '../../../../lib/state';
import { asItWas } from '../../../../lib/controllers/extension/republished';
import { type LiveExtension, type RevisionBundle, revisionStates } from '../../../../lib/controllers/extension/revision-facts';
import { revision, ROLLED_OUT, SUCCEEDED } from './a-revision';

const extension = (version: string | undefined): LiveExtension => ({
  apiVersion: 'olm.operatorframework.io/v1', kind: 'ClusterExtension', metadata: { name: 'shop', uid: 'u' },
  spec: { namespace: 'ns', source: { sourceType: 'Catalog', catalog: { packageName: 'p', ...(version === undefined ? {} : { version }) } } },
}) as unknown as LiveExtension;
const found = (bundle: RevisionBundle): Choice => ({ type: 'resolved', bundle, resolved: {} }) as unknown as Choice;
function withReference(one: ClusterExtensionRevision, reference: string): ClusterExtensionRevision {
  return { ...one, metadata: { ...one.metadata, annotations: { ...one.metadata.annotations, 'olm.operatorframework.io/bundle-reference': reference } } };
}
const installed = (reference: string, state: 'Active' | 'Archived'): readonly ClusterExtensionRevision[] =>
  [withReference(revision({ number: 1, version: '1.2.3', state, conditions: [SUCCEEDED, ROLLED_OUT] }), reference)];

interface Given {
  readonly version?: string;
  readonly mode: 'Manual' | 'Automatic';
  readonly reference?: string;
  /** Versions of pending upgrades. */
  readonly pending?: readonly string[];
  /** Somebody has archived what is installed. */
  readonly archived?: boolean;
  /** Beside the installed one. */
  readonly others?: readonly ClusterExtensionRevision[];
}

const pendingOf = (version: string): ClusterExtensionRevision => {
  const object = pendingObject(extension(undefined), { name: `p.v${version}`, version }, `shop-${version}`, new Date(0));
  return { ...object, metadata: { ...object.metadata, uid: version } } as unknown as ClusterExtensionRevision;
};

async function said(choice: Choice, { version, mode, reference = 'example.com/p@sha256:1', pending = [], others = [], archived = false }: Given): Promise<string> {
  const made: string[] = [];
  const place = {
    cluster: {
      create: async (object: { readonly metadata: { readonly name?: string } }) => { made.push(`+${object.metadata.name}`); return { type: 'object', object }; },
      delete: async ({ name }: { readonly name: string }) => { made.push(`-${name}`); return { type: 'gone' }; },
    },
    revisions: { get: () => undefined }, extensions: { get: () => undefined }, clock: { now: () => new Date(0) }, events: { record: () => undefined },
    upgradeRule: { mode },
  } as unknown as Parameters<typeof approved>[4];
  const states = revisionStates([...installed(reference, archived ? 'Archived' : 'Active'), ...others]);
  const result = await approved(extension(version), states, choice, pending.map(pendingOf) as never, place);
  const { choice: chosen, remark } = result;
  const what = chosen.type === 'none' ? 'none' : `${chosen.type} ${chosen.bundle.version} ${chosen.bundle.reference ?? ''}`;
  return [what, ...made, ...(remark === undefined ? [] : [remark])].join('; ');
}

const build: RevisionBundle = { name: 'p.v1.2.3-1', version: '1.2.3+1', reference: 'example.com/p@sha256:2' };
const release: RevisionBundle = { name: 'p.v1.2.3', version: '1.2.3', release: '2', reference: 'example.com/p@sha256:2' };
const upgraded: RevisionBundle = { name: 'p.v1.3.0', version: '1.3.0' };
const rollingOut = withReference(revision({ number: 2, version: '1.3.0' }), 'example.com/p@sha256:3');
const again: RevisionBundle = { name: 'p.v1.2.3', version: '1.2.3', reference: 'example.com/p@sha256:2' };

test.each([
  ['a version that is pinned is not left for another build of it', build, { version: '1.2.3', mode: 'Manual' }, 'kept 1.2.3 example.com/p@sha256:1'],
  ['nor for another release of it', release, { version: ' 1.2.3 ', mode: 'Manual' }, 'kept 1.2.3 example.com/p@sha256:1'],
  ['a range finds it, and it waits', build, { version: '>=1.2.3', mode: 'Manual' }, /^kept 1\.2\.3 example\.com\/p@sha256:1; \+shop-1\.2\.3-1; /],
  ['where nobody is asked, the pin is that of semver', build, { version: '1.2.3', mode: 'Automatic' }, 'resolved 1.2.3+1 example.com/p@sha256:2'],
  ['another image of what is installed is not installed unasked, and that is said', again, { mode: 'Manual' }, /^resolved 1\.2\.3 example\.com\/p@sha256:1; The catalog has another image for version 1\.2\.3 now/],
  ['the same image stays what it is', { ...again, reference: 'mirror.example/p@sha256:1' }, { mode: 'Manual' }, 'resolved 1.2.3 mirror.example/p@sha256:1'],
  ['what is behind a tag now may be anything', { ...again, reference: 'example.com/p:v1.2.3' }, { mode: 'Manual' }, 'resolved 1.2.3 example.com/p@sha256:1'],
  ['also while it is rolled out', { ...upgraded, reference: 'example.com/p:v1.3.0' }, { mode: 'Manual', others: [rollingOut] }, 'resolved 1.3.0 example.com/p@sha256:3'],
  ['and when what is installed is asked for again meanwhile', { ...again, reference: 'example.com/p:v1.2.3' }, { mode: 'Manual', others: [rollingOut] }, 'resolved 1.2.3 example.com/p@sha256:1'],
  ['where nobody is asked, the tag is followed', { ...again, reference: 'example.com/p:v1.2.3' }, { mode: 'Automatic' }, 'resolved 1.2.3 example.com/p:v1.2.3'],
] as const)('%s', async (_what, bundle, options, expected) => {
  expect(await said(found(bundle), options)).toEqual(typeof expected === 'string' ? expected : expect.stringMatching(expected));
});

const kept = (bundle: RevisionBundle, why: string): Choice => ({ type: 'kept', bundle, why, resolution: {} }) as unknown as Choice;
const none = (foundNothing: string, selected: readonly string[]): Choice => ({ type: 'none', unresolved: { failure: { found: foundNothing }, selected } }) as unknown as Choice;
const standing: RevisionBundle = { name: 'p.v1.2.3', version: '1.2.3', reference: 'example.com/p@sha256:1' };
const upgrade: RevisionBundle = { name: 'p.v1.3.0', version: '1.3.0' };
const failed = (number: number, rollback?: RollbackMarker): ClusterExtensionRevision => revision({ number, version: '1.2.3', conditions: [SUCCEEDED, ROLLED_OUT], ...(rollback && { rollback }) });
const marker: RollbackMarker = { of: 1, from: 2, failed: { name: 'p.v1.3.0', version: '1.3.0', request: 'r', generation: 1, reason: 'Blocked' } };

test.each([
  ['what is installed is rolled out anew: what waits goes on waiting', kept(standing, 'rolling-out'), { pending: ['1.3.0'] }, 'kept 1.2.3 example.com/p@sha256:1'],
  ['no catalog is there', kept(standing, 'no-catalog'), { pending: ['1.3.0'] }, 'kept 1.2.3 example.com/p@sha256:1'],
  ['catalogs are there, and none has the package any more', none('no-package', ['a']), { pending: ['1.3.0'] }, 'none; -shop-1.3.0'],
  ['none is there, and what is installed is not in the range', none('no-package', []), { pending: ['1.3.0'] }, 'none'],
  ['a catalog cannot be read', none('broken-catalog', ['a']), { pending: ['1.3.0'] }, 'none'],
  ['what failed takes a person after it was rolled back', found(upgrade), { mode: 'Automatic', others: [failed(3, marker)] }, /^kept 1\.2\.3 .*\+shop-1\.3\.0/],
  ['and also when what was brought back has been configured anew', found(upgrade), { mode: 'Automatic', others: [failed(3, marker), failed(4)] }, /^kept 1\.2\.3 .*\+shop-1\.3\.0/],
  ['what somebody archived has been installed: another version is no first install', found(upgrade), { archived: true }, /^kept 1\.2\.3 .*\+shop-1\.3\.0/],
  ['and the same version is', found({ ...standing, reference: 'example.com/p:v1.2.3' }), { archived: true }, 'resolved 1.2.3 example.com/p@sha256:1'],
  ['without a failure nobody is asked', found(upgrade), { mode: 'Automatic', others: [failed(3)] }, 'resolved 1.3.0 '],
] as const)('%s', async (_what, choice, options, expected) => {
  expect(await said(choice, { mode: 'Manual', ...options })).toEqual(typeof expected === 'string' ? expected : expect.stringMatching(expected));
});

test.each([
  ['by tag, which may name anything by now', { reference: 'example.com/p:v1.2.3' }, { reference: 'example.com/p@sha256:1' }],
  ['by another digest', { reference: 'example.com/p@sha256:2' }, { reference: 'example.com/p@sha256:1' }],
  ['by the same digest, at another address', { reference: 'mirror.example/p@sha256:1' }, { reference: 'mirror.example/p@sha256:1' }],
])('a version that comes back is the content that the history has: %s', (_what, named, expected) => {
  const newer = withReference(revision({ number: 2, version: '1.3.0', conditions: [SUCCEEDED, ROLLED_OUT] }), 'example.com/p@sha256:3');
  const states = revisionStates([...installed('example.com/p@sha256:1', 'Archived'), newer]);
  expect(asItWas(found({ name: 'p.v1.2.3', version: '1.2.3', ...named }), states)).toMatchObject({ type: 'resolved', bundle: expected });
  // A newer version, and one that was never there, are what the catalog says.
  for (const version of ['1.4.0', '1.1.0']) {
    const other = found({ name: `p.v${version}`, version, ...named });
    expect(asItWas(other, states)).toBe(other);
  }
});
