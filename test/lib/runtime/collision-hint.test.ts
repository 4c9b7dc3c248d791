/** The way out of a collision, from its cause. */
import { ANNOTATION_OWNERS } from '../../../lib/api';
import { claim, collisionReason, ownershipOf, type CollisionCause } from '../../../lib/engine';
import { COMMAND_WORDS } from '../../../lib/cli/command-line/hints';
import { collisionHint } from '../../../lib/runtime/collision-hint';
import { headRef, ownerContext } from '../../../lib/state';

const head = (extension: string, namespace: string, uid: string) => ({ ref: headRef(extension, namespace), uid });

/** Why extension `web`, with its state in namespace shop, may not have an object that this one controls. */
function causeFor(controller?: ReturnType<typeof head>): CollisionCause {
  const { ref, uid } = controller ?? {};
  const owners = ref === undefined ? {} : { annotations: { [ANNOTATION_OWNERS]: JSON.stringify([{ ...ref, uid, controller: true }]) } };
  const ownership = ownershipOf({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'settings', ...owners } }, ownerContext(head('web', 'shop', 'ours')));
  const result = claim({ ownership, revision: 1, protection: 'Prevent', owned: true });
  if (result.type !== 'collision') throw new Error(`no collision: ${result.type}`);
  return result.cause;
}

test('the same extension with its state elsewhere: its state is named, nothing is taken over', () => {
  const cause = causeFor(head('web', 'default', 'other'));
  expect(collisionReason(cause)).toContain('it is controlled by the extension of this name whose state is in namespace default');
  expect(collisionHint(cause)).toBe("It is installed already, with its state in namespace default: add `stateNamespace: 'default'` to continue with that one.");
});

test('what another extension has, in the same namespace or not, may be taken over', () => {
  for (const namespace of ['shop', 'default']) {
    const cause = causeFor(head('api', namespace, 'other'));
    expect(collisionReason(cause)).toContain(`it is controlled by extension "api" (state in namespace ${namespace})`);
    expect(collisionHint(cause)).toMatch(/with `collisionProtection: 'None'`.* its present controller may take it back\.$/);
  }
});

test('what has no controller is taken over, and stays', () => {
  expect(collisionHint(causeFor())).toMatch(/with `collisionProtection: 'IfNoController'`, or where a Revision is declared with collisionProtection: IfNoController\.$/);
});

test('a lost record is rebuilt first', () => {
  const cause = causeFor(head('web', 'shop', 'lost'));
  expect(collisionReason(cause)).toContain('whose record was lost, or restored from a backup, and has to be rebuilt first');
  expect(collisionHint(cause)).toBe('Rebuild its record: `recoverExtension`.');
  expect(collisionHint(cause, COMMAND_WORDS)).toBe('Rebuild its record: boxcutter recover web -n shop.');
});
