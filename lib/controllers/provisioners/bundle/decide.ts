/** What is due for a Bundle, and what its status says. Pure. */
import type { BundleStatus } from '../../../../imports/api';
import { defined } from '../../../defined';
import type { BundlePhase } from '../../../kinds';
import type { ConditionFact } from '../../conditions';
import type { BundleSource, LiveBundle } from '../model';
import { isClass, type ProvisionerClass } from '../names';

export type BundleStep =
  /** It belongs to another provisioner, or goes. */
  | { readonly type: 'nothing' }
  /** It was unpacked. What that gave is what it is from then on, also when a tag or a branch moves. */
  | { readonly type: 'rest'; readonly unpacked: Unpacked }
  | { readonly type: 'unpack'; readonly className: ProvisionerClass };

export interface Unpacked {
  readonly resolved: BundleSource;
  readonly digest: string;
}

export function bundleStep({ metadata, spec: { provisionerClassName: className }, status }: LiveBundle): BundleStep {
  if (!isClass(className) || metadata.deletionTimestamp !== undefined) return { type: 'nothing' };
  const unpacked = unpackedOf({ status });
  return unpacked === undefined ? { type: 'unpack', className } : { type: 'rest', unpacked };
}

/** What it was unpacked to; undefined: it was not yet. */
export function unpackedOf({ status }: { readonly status?: BundleStatus | undefined }): Unpacked | undefined {
  const { phase, digest, resolvedSource } = status ?? {};
  return phase === 'Unpacked' && digest !== undefined && resolvedSource !== undefined ? { digest, resolved: resolvedSource } : undefined;
}

/** How unpacking stands. */
export type Unpacking =
  | { readonly type: 'begun' }
  /** Something that it names is not there yet. */
  | { readonly type: 'waiting'; readonly message: string }
  | { readonly type: 'failed'; readonly message: string }
  | ({ readonly type: 'unpacked' } & Unpacked);

export interface BundleState {
  readonly phase: BundlePhase;
  readonly conditions: readonly ConditionFact[];
  readonly resolvedSource?: BundleSource;
  readonly digest?: string;
  readonly contentURL?: string;
}

/** @param contentURL where it is served; undefined: nowhere */
export function bundleState(name: string, unpacking: Unpacking, contentURL: string | undefined): BundleState {
  const said = (status: 'True' | 'False', reason: string, message: string): readonly ConditionFact[] => (
    [{ type: 'Unpacked', status, reason, message }]
  );
  switch (unpacking.type) {
    case 'begun':
      return { phase: 'Unpacking', conditions: said('False', 'Unpacking', 'Unpacking its source') };
    case 'waiting':
      return { phase: 'Pending', conditions: said('False', 'UnpackPending', unpacking.message) };
    case 'failed':
      return { phase: 'Failing', conditions: said('False', 'UnpackFailed', unpacking.message) };
    case 'unpacked': {
      const { resolved, digest } = unpacking;
      return {
        phase: 'Unpacked', conditions: said('True', 'UnpackSuccessful', `Successfully unpacked the ${name} Bundle`),
        resolvedSource: resolved, digest, ...defined({ contentURL }),
      };
    }
  }
}
