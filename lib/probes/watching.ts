import type { ObjectRef, ProgressionProbe } from '../api';
import { isAlwaysReady } from './kind-defaults/always-ready';
import { selects } from './selectors';

/**
 * Can readiness change after the object was applied? False for kinds whose default always passes and that no probe looks at: no
 * stream needs to be opened to wait for them (unless the object is being deleted, which the applier sees in the answer).
 *
 * @param labels - of the object; without them every Label selector counts as matching.
 */
export function needsWatching(ref: ObjectRef, probes: readonly ProgressionProbe[], labels?: Readonly<Record<string, string>>): boolean {
  if (!isAlwaysReady(ref.apiVersion, ref.kind)) return true;
  return probes.some(({ selector, assertions }) => selects(selector, { ...ref, labels })
    && assertions.some((assertion) => assertion.type !== 'KindDefault'));
}
