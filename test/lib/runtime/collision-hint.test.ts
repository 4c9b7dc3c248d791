/** The way out of a collision, as its reason tells it. */
import { ANNOTATION_OWNERS } from '../../../lib/api';
import { claim, ownershipOf } from '../../../lib/engine';
import { collisionHint } from '../../../lib/runtime/collision-hint';
import { headRef, ownerContext } from '../../../lib/state';

const head = (extension: string, namespace: string, uid: string) => ({ ref: headRef(extension, namespace), uid });

/** Why extension `web`, with its state in namespace shop, may not have an object that this one controls. */
function reasonFor(controller?: ReturnType<typeof head>): string {
  const { ref, uid } = controller ?? {};
  const owners = ref === undefined ? {} : { annotations: { [ANNOTATION_OWNERS]: JSON.stringify([{ ...ref, uid, controller: true }]) } };
  const ownership = ownershipOf({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'settings', ...owners } }, ownerContext(head('web', 'shop', 'ours')));
  const result = claim({ ownership, revision: 1, protection: 'Prevent', owned: true });
  return result.type === 'collision' ? result.reason : result.type;
}

test('the same extension with its state elsewhere: its state is named, nothing is taken over', () => {
  const reason = reasonFor(head('web', 'default', 'other'));
  expect(reason).toContain('it is controlled by the extension of this name whose state is in namespace default');
  expect(collisionHint(reason)).toBe('It is installed already, with its state in namespace default: add --state-namespace default to go on with that one.');
});

test('another extension, in the same namespace or not, may be robbed', () => {
  for (const namespace of ['shop', 'default']) {
    const reason = reasonFor(head('api', namespace, 'other'));
    expect(reason).toContain(`it is controlled by extension "api" (state in namespace ${namespace})`);
    expect(collisionHint(reason)).toMatch(/--collision-protection None.* its present controller may take it back\.$/);
  }
});

test('what nobody controls is taken without a fight', () => {
  expect(collisionHint(reasonFor())).toMatch(/--collision-protection IfNoController, or where a Revision is declared with collisionProtection: IfNoController\.$/);
});

test('a lost record says itself what to do', () => {
  const reason = reasonFor(head('web', 'shop', 'lost'));
  expect(reason).toContain('boxcutter recover web');
  expect(collisionHint(reason)).toBeUndefined();
});
