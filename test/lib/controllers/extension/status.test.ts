import { resolveBundle, type Unresolved } from '../../../../lib/catalog';
import type { Outcome, StatusInput } from '../../../../lib/controllers/extension/outcome';
import { revisionStates } from '../../../../lib/controllers/extension/revision-facts';
import { extensionState } from '../../../../lib/controllers/extension/status';
import { revision, ROLLED_OUT, type RevisionTable, ROLLING, type Said, SUCCEEDED } from './a-revision';

const AVAILABLE: Said = ['Available', 'True', 'ProbesSucceeded', 'Objects are available and pass all probes.'];
const FAILING: Said = ['Available', 'False', 'ProbeFailure', 'Object Deployment.apps/v1 shop/web: not ready'];
const done: Outcome = { type: 'done' };
const bundle = { name: 'p.v2', version: '2.0.0' };

function state(revisions: readonly RevisionTable[], outcome: Outcome = done, deprecations: StatusInput['deprecations'] = {}) {
  return extensionState({ states: revisionStates(revisions.map(revision)), outcome, deprecations });
}

/** `Installed False Absent: No bundle installed`, of the conditions with these types. */
function said({ conditions }: ReturnType<typeof state>, ...types: readonly string[]): readonly string[] {
  return conditions
    .filter(({ type }) => types.includes(type))
    .map(({ type, status, reason, message }) => `${type} ${status} ${reason}: ${message}`);
}

const unresolved = resolveBundle({ catalogs: [], packageName: 'p', policy: 'CatalogProvided' }) as Unresolved;
const good: RevisionTable = { number: 1, version: '1.0.0', conditions: [SUCCEEDED, ROLLED_OUT, AVAILABLE] };
const upgrading = (...conditions: readonly Said[]): RevisionTable => ({ number: 2, version: '2.0.0', conditions });

describe('conditions of an extension', () => {
  test.each<readonly [string, readonly RevisionTable[], Outcome, readonly string[]]>([
    ['nothing is installed, and nothing can be', [], { type: 'unresolved', unresolved }, [
      'Installed False Failed: No bundle installed',
      'Progressing True Retrying: no bundles found for package "p". There is no ClusterCatalog.',
    ]],
    ['the first revision was just made', [{ number: 1, version: '1.0.0' }], done, [
      'Installed False Absent: No bundle installed', 'Progressing True RollingOut: Revision 1.0.0 is rolling out.',
    ]],
    ['a first rollout says what it waits for', [{ number: 1, version: '1.0.0', conditions: [ROLLING, FAILING] }], done, [
      'Installed False Absent: No bundle installed', 'Progressing True RollingOut: Revision is rolling out.',
      'Available False ProbeFailure: Object Deployment.apps/v1 shop/web: not ready',
    ]],
    ['all of a first rollout is written, and not ready', [{ number: 1, version: '1.0.0', conditions: [ROLLED_OUT, FAILING] }], done, [
      'Installed False Absent: No bundle installed', 'Progressing True RollingOut: Revision 1.0.0 is rolling out.',
      'Available False ProbeFailure: Object Deployment.apps/v1 shop/web: not ready',
    ]],
    ['a first rollout collides', [{ number: 1, version: '1.0.0', conditions: [['Progressing', 'True', 'ObjectCollisions', 'taken']] }], done, [
      'Installed False Failed: No bundle installed', 'Progressing True Retrying: taken',
    ]],
    ['a first rollout is late', [{ number: 1, version: '1.0.0', conditions: [['Progressing', 'False', 'ProgressDeadlineExceeded', 'late']] }], done, [
      'Installed False Absent: No bundle installed', 'Progressing False ProgressDeadlineExceeded: late',
    ]],
    ['it is installed', [good], done, [
      'Installed True Succeeded: Installed bundle example.com/p:v1.0.0 successfully', 'Progressing True Succeeded: Revision is rolled out.',
      'Available True ProbesSucceeded: Objects are available and pass all probes.',
    ]],
    ['an upgrade is under way, and says what it waits for: what is installed is available', [good, upgrading(ROLLING, FAILING)], done, [
      'Installed True Succeeded: Installed bundle example.com/p:v1.0.0 successfully',
      'Progressing True RollingOut: Revision is rolling out.\nObject Deployment.apps/v1 shop/web: not ready',
      'Available True ProbesSucceeded: Objects are available and pass all probes.',
    ]],
    ['all of an upgrade is written, and not ready', [good, upgrading(ROLLED_OUT, FAILING)], done, [
      'Installed True Succeeded: Installed bundle example.com/p:v1.0.0 successfully',
      'Progressing True RollingOut: Revision 2.0.0 is rolling out.\nObject Deployment.apps/v1 shop/web: not ready',
      'Available True ProbesSucceeded: Objects are available and pass all probes.',
    ]],
    ['an upgrade waits for a person', [good, upgrading(['Progressing', 'False', 'Blocked', 'data would be lost'])], done, [
      'Installed True Succeeded: Installed bundle example.com/p:v1.0.0 successfully', 'Progressing False Blocked: data would be lost',
      'Available True ProbesSucceeded: Objects are available and pass all probes.',
    ]],
    ['a bundle cannot be pulled', [good], { type: 'failed', bundle, message: 'no such image' }, [
      'Installed True Succeeded: Installed bundle example.com/p:v1.0.0 successfully',
      'Progressing True Retrying: error for resolved bundle "p.v2" with version "2.0.0": no such image',
      'Available True ProbesSucceeded: Objects are available and pass all probes.',
    ]],
    ['the configuration does not fit', [], { type: 'invalid-configuration', bundle, message: "invalid bundle configuration: unknown key 'foo'" }, [
      'Installed False Failed: No bundle installed', "Progressing False InvalidConfiguration: invalid bundle configuration: unknown key 'foo'",
    ]],
    ['the revisions cannot be read', [good], { type: 'unreadable', message: 'timeout' }, [
      'Installed Unknown Failed: timeout', 'Progressing True Retrying: retrying to get installed bundle',
      'Available True ProbesSucceeded: Objects are available and pass all probes.',
    ]],
    ['it is being deleted', [good], { type: 'leaving', progress: '3 of 7 objects are gone' }, [
      'Installed True Succeeded: Installed bundle example.com/p:v1.0.0 successfully',
      'Progressing True TearingDown: 3 of 7 objects are gone', 'Available True ProbesSucceeded: Objects are available and pass all probes.',
    ]],
  ])('%s', (_, revisions, outcome, expected) => {
    expect(said(state(revisions, outcome), 'Installed', 'Progressing', 'Available')).toEqual(expected);
  });

  test('every condition stands there once', () => {
    const types = state([good, upgrading(ROLLING)]).conditions.map(({ type }) => type);
    expect(new Set(types).size).toBe(types.length);
  });
});

describe('what else the status says', () => {
  test('the installed bundle, and every revision that is active', () => {
    const found = state([{ ...good, number: 1, state: 'Archived' }, { ...good, number: 2 }, { ...upgrading(ROLLING, FAILING), number: 3 }]);
    expect(found.install).toEqual({ bundle: { name: 'p.v1.0.0', version: '1.0.0' } });
    expect(found.activeRevisions.map(({ name, conditions }) => [name, conditions?.map(({ type }) => type)])).toEqual([
      ['shop-2', undefined], ['shop-3', ['Progressing', 'Available']],
    ]);
  });

  test('nothing of a bundle when it is not known what is installed', () => {
    expect(state([good], { type: 'unreadable', message: 'timeout' }).install).toBeUndefined();
  });
});

describe('deprecations', () => {
  const TYPES = ['Deprecated', 'PackageDeprecated', 'ChannelDeprecated', 'BundleDeprecated'];
  test.each<readonly [string, boolean, StatusInput['deprecations'], readonly string[]]>([
    ['no catalog data, nothing installed', false, {}, [
      'Deprecated Unknown DeprecationStatusUnknown: deprecation status unknown: catalog data unavailable',
      'PackageDeprecated Unknown DeprecationStatusUnknown: deprecation status unknown: catalog data unavailable',
      'ChannelDeprecated Unknown DeprecationStatusUnknown: deprecation status unknown: catalog data unavailable',
      'BundleDeprecated Unknown Absent: no bundle installed yet',
    ]],
    ['nothing is deprecated', true, { known: { channels: [] } }, [
      'Deprecated False NotDeprecated: not deprecated', 'PackageDeprecated False NotDeprecated: package not deprecated',
      'ChannelDeprecated False NotDeprecated: channel not deprecated', 'BundleDeprecated False NotDeprecated: bundle not deprecated',
    ]],
    ['everything is', true, { known: { package: 'p', channels: [{ name: 'a', message: 'c1' }, { name: 'b', message: 'c2' }], bundle: 'b' } }, [
      'Deprecated True Deprecated: p\nc1\nc2\nb', 'PackageDeprecated True Deprecated: p', 'ChannelDeprecated True Deprecated: c1\nc2',
      'BundleDeprecated True Deprecated: b',
    ]],
    ['of a candidate nothing is said of its bundle', false, { known: { channels: [], bundle: 'b' } }, [
      'Deprecated False NotDeprecated: not deprecated', 'PackageDeprecated False NotDeprecated: package not deprecated',
      'ChannelDeprecated False NotDeprecated: channel not deprecated', 'BundleDeprecated Unknown Absent: no bundle installed yet',
    ]],
  ])('%s', (_, isInstalled, deprecations, expected) => {
    expect(said(state(isInstalled ? [good] : [], done, deprecations), ...TYPES)).toEqual(expected);
  });
});
