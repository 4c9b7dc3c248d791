/** Whom an adoption replaces. */
import { replaced } from '../../../../lib/adoption';
import { RELEASE_MANAGERS } from '../../../../lib/adoption/take/managers';

const held = ['helm', 'kubectl', 'kubectl-client-side-apply', 'kubectl-patch', 'kubectl-edit', 'kubectl-set', 'somebody', 'helm-controller']
  .map((manager) => ({ manager, operation: 'Update', objects: [] }));

test.each<[what: string, named: readonly string[], replaces: readonly string[] | undefined, expected: readonly string[]]>([
  ['all that apply objects, and nothing of what people have changed in place', [], undefined, ['helm', 'kubectl', 'kubectl-client-side-apply', 'helm-controller']],
  ['of a release, what installs releases', [], RELEASE_MANAGERS, ['helm', 'helm-controller']],
  ['whom the user names beside them', ['kubectl-patch', 'somebody', 'nobody'], RELEASE_MANAGERS, ['helm', 'kubectl-patch', 'somebody', 'helm-controller']],
])('%s', (_what, named, replaces, expected) => {
  expect(replaced(held, named, replaces)).toEqual(expected);
});
