import { ANNOTATION_IGNORE, type FieldSet, type KubeObject, type ManagedFieldsEntry } from '../../../../lib/api';
import { comparedWith, ignoredFields, ownedDigest, sentTo } from '../../../../lib/engine/fields';

/** What of an object with fields of others is compared, sent and reported. */
const US = 'boxcutter';

function object(ignore: string, spec: object, managedFields?: readonly ManagedFieldsEntry[], kind = 'Thing'): KubeObject {
  return { apiVersion: 'v1', kind, metadata: { name: 'x', annotations: { [ANNOTATION_IGNORE]: ignore }, ...(managedFields && { managedFields }) }, spec } as KubeObject;
}
const entry = (manager: string, spec: FieldSet, operation = 'Apply', subresource?: string): ManagedFieldsEntry =>
  ({ manager, operation, apiVersion: 'v1', fieldsV1: { 'f:spec': spec }, ...(subresource && { subresource }) }) as ManagedFieldsEntry;
const ours = (spec: FieldSet): ManagedFieldsEntry => entry(US, { 'f:image': {}, ...spec });
const scaler = (spec: FieldSet): ManagedFieldsEntry => entry('scaler', spec, 'Update', 'scale');
const HERE: FieldSet = { 'f:replicas': {} };

describe.each(['/spec/replicas', 'spec.replicas'])('one field: %s', (path) => {
  test.each<[string, { live?: number; managers: ManagedFieldsEntry[] }, { compared?: number; sent?: number }]>([
    ['held by us alone: the live value, so that it is not removed', { live: 5, managers: [ours(HERE)] }, { compared: 5, sent: 5 }],
    ['held by another: left out', { live: 5, managers: [ours({}), scaler(HERE)] }, {}],
    ['held by both: no reason to write, and left out when something is written', { live: 5, managers: [ours(HERE), scaler(HERE)] }, { compared: 5 }],
    ['held by nobody: left out', { live: 1, managers: [ours({})] }, {}],
    ['gone: left out', { managers: [ours({})] }, {}],
  ])('%s', (_, { live, managers }, { compared, sent }) => {
    const there = object(path, { image: 'a', ...(live !== undefined && { replicas: live }) }, managers);
    const wanted = object(path, { image: 'b', replicas: 3 });
    expect(comparedWith(wanted, there, US)['spec']).toEqual({ image: 'b', ...(compared !== undefined && { replicas: compared }) });
    expect(sentTo(wanted, there, US, [])['spec']).toEqual({ image: 'b', ...(sent !== undefined && { replicas: sent }) });
  });
});

test('content that drops the field together with the new rule does not remove it while we alone hold it', () => {
  const there = object('', { image: 'a', replicas: 4 }, [ours(HERE)]);
  expect(sentTo(object('/spec/replicas', { image: 'a' }), there, US, [])['spec']).toEqual({ image: 'a', replicas: 4 });
});

test('what managers hold that we replace is ours', () => {
  const kubectl = entry('kubectl', HERE, 'Update');
  const there = object('', { image: 'a', replicas: 4 }, [ours({}), kubectl]);
  expect(sentTo(object('/spec/replicas', { image: 'a', replicas: 1 }), there, US, [kubectl])['spec']).toEqual({ image: 'a', replicas: 4 });
});

test('without a rule the value is ours again', () => {
  const there = object('/spec/replicas', { image: 'a', replicas: 5 }, [ours({}), scaler(HERE)]);
  const wanted: KubeObject = { apiVersion: 'v1', kind: 'Thing', metadata: { name: 'x' }, spec: { image: 'a', replicas: 3 } };
  expect([comparedWith(wanted, there, US), sentTo(wanted, there, US, [])]).toEqual([wanted, wanted]);
});

describe('items of lists', () => {
  const hooks = (...items: object[]): object => ({ hooks: items });
  const item = (fields: FieldSet): FieldSet => ({ '.': {}, 'f:name': {}, ...fields });
  const BUNDLE = { 'f:client': { 'f:ca': {} } };
  const there = object('', hooks({ name: 'a', client: { url: 'u', ca: 'A' } }, { name: 'b', client: { url: 'u', ca: 'B' } }), [
    ours({ 'f:hooks': { 'k:{"name":"a"}': item({ 'f:client': { 'f:url': {} } }), 'k:{"name":"b"}': item({ 'f:client': { 'f:url': {}, 'f:ca': {} } }) } }),
    entry('injector', { 'f:hooks': { 'k:{"name":"a"}': BUNDLE } }, 'Update'),
  ]);
  const wanted = hooks({ name: 'b', client: { url: 'v', ca: '' } }, { name: 'a', client: { url: 'v', ca: '' } }, { name: 'new', client: { ca: 'N' } });
  const a = { name: 'a', client: { url: 'v' } };

  test.each([
    ['all', '/spec/hooks/*/client/ca', [{ name: 'b', client: { url: 'v', ca: 'B' } }, a]],
    ['all, as plans print paths', 'spec.hooks[*].client.ca', [{ name: 'b', client: { url: 'v', ca: 'B' } }, a]],
    ['one by its key', '/spec/hooks/[name=a]/client/ca', [{ name: 'b', client: { url: 'v', ca: '' } }, a]],
  ])('%s; a new one is sent as it was written', (_, path, expected) => {
    expect(sentTo(object(path, wanted), there, US, [])['spec']).toEqual(hooks(...expected, { name: 'new', client: { ca: 'N' } }));
  });

  test('an item never loses its key', () => {
    expect(sentTo(object('/spec/hooks/*/name', wanted), there, US, [])['spec']).toEqual(wanted);
  });

  test('a report names each, with who holds it', () => {
    expect(ignoredFields(object('/spec/hooks/*/client/ca', wanted), there, US)).toEqual([
      { path: 'spec.hooks[name=b].client.ca', live: 'B', desired: '' },
      { path: 'spec.hooks[name=a].client.ca', manager: 'injector', live: 'A', desired: '' },
    ]);
  });
});

test('a map that is left with nothing is left out, as an empty one would be held', () => {
  const there = object('', { image: 'a', notes: { x: '1' } }, [ours({}), entry('other', { 'f:notes': { 'f:x': {} } })]);
  expect(sentTo(object('spec.notes["x"]', { image: 'a', notes: { x: '2' } }), there, US, [])['spec']).toEqual({ image: 'a' });
});

test('values of Secrets and long texts are not reported', () => {
  const managers = [ours(HERE)];
  expect(ignoredFields(object('/spec/replicas', { replicas: 1 }, undefined, 'Secret'), object('', { replicas: 2 }, managers), US)).toEqual([{ path: 'spec.replicas' }]);
  expect(ignoredFields(object('/spec/text', { text: 'a'.repeat(99) }), object('', { text: 'b' }, managers), US)).toEqual([{ path: 'spec.text', live: 'b' }]);
});

test('the digest of what is ours stays when ignored fields change hands and values, and not when others do', () => {
  const digest = (replicas: number, image: string, held: FieldSet): string => ownedDigest(object('/spec/replicas', { image, replicas }, [ours(held)]), US);
  expect(digest(5, 'a', {})).toBe(digest(3, 'a', HERE));
  expect(digest(3, 'b', HERE)).not.toBe(digest(3, 'a', HERE));
});
