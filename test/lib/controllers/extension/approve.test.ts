/** What may be installed now, of what was found: a version that is pinned, and one that was published again. */
import type { ClusterExtensionRevision } from '../../../../lib/api';
import { approved } from '../../../../lib/controllers/extension/approve';
import type { Choice } from '../../../../lib/controllers/extension/choose-bundle';
import { type LiveExtension, type RevisionBundle, revisionStates } from '../../../../lib/controllers/extension/revision-facts';
import { revision, ROLLED_OUT, SUCCEEDED } from './a-revision';

const extension = (version: string | undefined): LiveExtension => ({
  apiVersion: 'olm.operatorframework.io/v1', kind: 'ClusterExtension', metadata: { name: 'shop', uid: 'u' },
  spec: { namespace: 'ns', source: { sourceType: 'Catalog', catalog: { packageName: 'p', ...(version === undefined ? {} : { version }) } } },
}) as unknown as LiveExtension;
const found = (bundle: RevisionBundle): Choice => ({ type: 'resolved', bundle, resolved: {} }) as unknown as Choice;
const installed = (reference: string): readonly ClusterExtensionRevision[] => {
  const one = revision({ number: 1, version: '1.2.3', conditions: [SUCCEEDED, ROLLED_OUT] });
  return [{ ...one, metadata: { ...one.metadata, annotations: { ...one.metadata.annotations, 'olm.operatorframework.io/bundle-reference': reference } } }];
};

async function said(choice: Choice, { version, mode, reference = 'example.com/p@sha256:1' }: { readonly version?: string; readonly mode: 'Manual' | 'Automatic'; readonly reference?: string }): Promise<string> {
  const made: string[] = [];
  const place = {
    cluster: { create: async (object: { readonly metadata: { readonly name?: string } }) => { made.push(`+${object.metadata.name}`); return { type: 'object', object }; } },
    revisions: { get: () => undefined }, extensions: { get: () => undefined }, clock: { now: () => new Date(0) }, events: { record: () => undefined },
    upgradeRule: { mode },
  } as unknown as Parameters<typeof approved>[4];
  const result = await approved(extension(version), revisionStates(installed(reference)), choice, [], place);
  const { choice: chosen, remark } = result;
  const what = chosen.type === 'none' ? 'none' : `${chosen.type} ${chosen.bundle.version} ${chosen.bundle.reference ?? ''}`;
  return [what, ...made, ...(remark === undefined ? [] : [remark])].join('; ');
}

const build: RevisionBundle = { name: 'p.v1.2.3-1', version: '1.2.3+1', reference: 'example.com/p@sha256:2' };
const release: RevisionBundle = { name: 'p.v1.2.3', version: '1.2.3', release: '2', reference: 'example.com/p@sha256:2' };
const again: RevisionBundle = { name: 'p.v1.2.3', version: '1.2.3', reference: 'example.com/p@sha256:2' };

test.each([
  ['a version that is pinned is not left for another build of it', build, { version: '1.2.3', mode: 'Manual' }, 'kept 1.2.3 example.com/p@sha256:1'],
  ['nor for another release of it', release, { version: ' 1.2.3 ', mode: 'Manual' }, 'kept 1.2.3 example.com/p@sha256:1'],
  ['a range finds it, and it waits', build, { version: '>=1.2.3', mode: 'Manual' }, /^kept 1\.2\.3 example\.com\/p@sha256:1; \+shop-1\.2\.3-1; /],
  ['where nobody is asked, the pin is that of semver', build, { version: '1.2.3', mode: 'Automatic' }, 'resolved 1.2.3+1 example.com/p@sha256:2'],
  ['another image of what is installed is not installed unasked, and that is said', again, { mode: 'Manual' }, /^kept 1\.2\.3 example\.com\/p@sha256:1; The catalog has another image for version 1\.2\.3 now/],
  ['the same image stays what it is', { ...again, reference: 'mirror.example/p@sha256:1' }, { mode: 'Manual' }, 'resolved 1.2.3 mirror.example/p@sha256:1'],
  ['a tag says nothing about what it was', { ...again, reference: 'example.com/p:v1.2.3' }, { mode: 'Manual' }, 'resolved 1.2.3 example.com/p:v1.2.3'],
] as const)('%s', async (_what, bundle, options, expected) => {
  expect(await said(found(bundle), options)).toEqual(typeof expected === 'string' ? expected : expect.stringMatching(expected));
});
