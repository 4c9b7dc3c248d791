import { ApiObject, type ApiObjectProps } from 'cdk8s';
import { Phase, type Revision } from '../../constructs';
import type { JsonObject } from '../api';

/**
 * Objects of a package of ours. Its admission policies stand before what runs: nobody does what they refuse as long as the controllers are
 * not ready, or never get ready.
 */
export function addObjects(scope: Revision, objects: readonly JsonObject[]): void {
  const guards = new Phase(scope, 'guards', { after: ['bindings'], before: ['infrastructure'] });
  for (const [index, object] of objects.entries()) {
    const added = new ApiObject(scope, `object-${index}`, object as unknown as ApiObjectProps);
    if (added.kind.startsWith('ValidatingAdmissionPolicy')) guards.add(added);
  }
}
