/** What a repair leaves as it is because the content that says how it should be has no valid seal. Pure. */
import { keyOf, refOf, type KubeObject, type ObjectRef, type ResolvedRevision } from '../../api';
import type { StoredHead } from '../../state';
import { beyondTrust, describeUntrusted, type TrustOptions } from '../run';

export interface UntrustedRepairs {
  /** Keys of objects that are not touched. */
  readonly keys: ReadonlySet<string>;
  /** Why, as sentences; absent: there are none. */
  readonly reason?: string;
}

/** @param live keys of the objects that the repair is about */
export function untrustedRepairs(
  content: ResolvedRevision,
  { head }: Pick<StoredHead, 'head'>,
  live: ReadonlyMap<string, unknown>,
  options: TrustOptions,
): UntrustedRepairs {
  if (content.untrusted === undefined) return { keys: new Set() };
  const objects = content.phases.flatMap((phase) => phase.objects.map(({ object }) => object));
  const touched = new Map<string, KubeObject | ObjectRef>([
    ...head.inventory.map(({ ref }) => [keyOf(ref), ref] as const),
    ...objects.map((object) => [keyOf(refOf(object)), object] as const),
  ]);
  const beyond = beyondTrust(content, [...touched].flatMap(([key, object]) => (live.has(key) ? [object] : [])), options);
  if (beyond.length === 0) return { keys: new Set() };
  const why = describeUntrusted(content.untrusted, beyond, options);
  return {
    keys: new Set(beyond.map(({ ref }) => keyOf(ref))),
    reason:
      `Not repaired, because somebody other than an installer may have written the record of the extension: ${why}. `
      + 'Applying the package again seals it.',
  };
}
