/** Where the objects of a revision are, and what follows when that cannot be reached. */
import { stepOf } from '../../../../lib/controllers/revision/decide';
import { availabilityOf } from '../../../../lib/controllers/revision/conditions/availability';
import { progressOf } from '../../../../lib/controllers/revision/conditions/progress';
import { progressMessage } from '../../../../lib/controllers/revision/conditions/wording';
import type { Revision } from '../../../../lib/controllers/revision/model';
import { ownerOf } from '../../../../lib/controllers/revision/owner';
import { targetFactsOf, type TargetFacts } from '../../../../lib/controllers/revision/target-facts';
import { facts, NOW, revision, ROLLED_OUT } from './facts';

const here = { name: undefined, id: undefined, away: undefined };
const there = { name: 'the cluster of Secret a/b', id: 'cluster-1', away: undefined };
const gone = { ...there, away: { since: NOW, problem: 'unreachable', message: 'connection refused.' } } as const;
const away: TargetFacts = { type: 'away', name: there.name, since: NOW, message: 'connection refused.' };

test.each<[string, Partial<Revision>, Parameters<typeof targetFactsOf>[1], TargetFacts | undefined]>([
  ['in its own cluster', {}, here, undefined],
  ['in the cluster that it went to', { target: 'cluster-1' }, there, undefined],
  ['nowhere yet', { hasFinalizer: false }, there, undefined],
  ['nowhere yet, and the cluster cannot be reached', { hasFinalizer: false }, gone, away],
  ['in a cluster that cannot be reached', { target: 'cluster-1' }, gone, away],
  ['in another cluster than the kubeconfig leads to now', { target: 'cluster-0' }, there, { type: 'other', name: there.name, went: 'cluster-0', now: 'cluster-1' }],
  ['in its own cluster, and the process writes to another', {}, there, { type: 'other', name: there.name, went: undefined, now: 'cluster-1' }],
  ['in another cluster, and the process writes to its own', { target: 'cluster-0' }, here, { type: 'other', name: undefined, went: 'cluster-0', now: undefined }],
  ['nowhere any more', { hasFinalizer: false, deleting: true, target: 'cluster-0' }, gone, undefined],
  ['nowhere any more, archived', { hasFinalizer: false, state: 'Archived', target: 'cluster-0' }, gone, undefined],
])('its objects are %s', (_name, extra, where, expected) => {
  expect(targetFactsOf(revision(extra), where)).toEqual(expected);
});

test.each<[string, Partial<Revision>, TargetFacts | undefined, string]>([
  ['nothing is written while the cluster is away', {}, away, 'rest'],
  ['nothing is taken down while it is away', { deleting: true }, away, 'rest'],
  ['what has to go may be left there', { deleting: true, abandons: true }, away, 'release'],
  ['an archived one may be left there', { state: 'Archived', abandons: true }, away, 'release'],
  ['what stays is not let go', { abandons: true }, away, 'rest'],
  ['a cluster that can be reached is not left with anything', { deleting: true, abandons: true }, undefined, 'take-down'],
])('%s', (_name, extra, target, step) => {
  const given = target === undefined ? {} : { target };
  expect(stepOf(facts({ revision: revision(extra), ...given })).type).toBe(step);
});

test('The conditions say which cluster, since when, why, and what to do where it is gone for good', () => {
  const said = (extra: Partial<Revision>, target: TargetFacts): string => {
    const given = facts({ revision: revision(extra), target, run: ROLLED_OUT });
    expect(availabilityOf(given)).toEqual({ reason: 'TargetUnavailable' });
    return progressMessage(progressOf(given), given.revision);
  };
  expect(said({}, away)).toBe('The cluster of Secret a/b has not been reached since 2026-01-01T01:00:00Z: connection refused. '
    + 'Revision 1.2.0 waits for it; what is there runs on.');
  expect(said({ deleting: true }, away)).toBe('The cluster of Secret a/b has not been reached since 2026-01-01T01:00:00Z: connection refused. '
    + 'Revision 1.2.0 has to go, and waits for it. Where it is gone for good, leave the objects there: '
    + 'kubectl annotate clusterextensionrevision web-1 olm.operatorframework.io/abandon-objects=uid-1');
  expect(said({}, { type: 'other', name: there.name, went: 'x', now: 'y' })).toBe('The objects are in the cluster whose namespace kube-system has uid x; '
    + 'the controllers write to the cluster of Secret a/b, which is the one with uid y. Revision 1.2.0 waits for it; what is there runs on.');
  expect(said({}, { type: 'other', name: undefined, went: 'x', now: undefined })).toContain('the controllers write to the cluster of the revisions.');
});

test('In another cluster no native owner reference is written, which its garbage collector would act on; in this one not to what holds data', () => {
  expect(ownerOf(revision(), [], false).context.strategy).toEqual({ type: 'native', forData: 'olm.operatorframework.io/owners' });
  expect(ownerOf(revision(), [], true).context.strategy).toEqual({ type: 'annotation', annotation: 'olm.operatorframework.io/owners' });
});
