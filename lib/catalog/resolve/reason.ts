/** Why a bundle may not be installed, whatever it depends on. */
import type { InstalledBundle } from './installed-bundle';

export type OwnReason =
  | { readonly reason: 'no-version' }
  /** None of the channels that were asked for lists it; `channels` do. */
  | { readonly reason: 'not-in-channels'; readonly channels: readonly string[] }
  /** `isPrerelease`: it would be in the range, if the range named a pre-release. */
  | { readonly reason: 'not-in-range'; readonly isPrerelease: boolean }
  /** No edge leads from the installed bundle to it. */
  | { readonly reason: 'no-edge' }
  | { readonly reason: 'old-kubernetes'; readonly needed: string; readonly found: string };

/** What the words of a reason refer to. */
export interface ReasonContext {
  readonly version?: string;
  readonly channels?: readonly string[];
  readonly installed?: InstalledBundle;
}

export function ownReasonText(reason: OwnReason, { version = '', channels = [], installed }: ReasonContext): string {
  switch (reason.reason) {
    case 'no-version':
      return 'it has no valid version';
    case 'not-in-channels':
      return `not in ${channels.length === 1 ? 'channel' : 'any of the channels'} ${channels.join(', ')}${elsewhere(reason.channels)}`;
    case 'not-in-range':
      return reason.isPrerelease ? `a pre-release, and ${version} names none (>=1.0.0-0 would)` : `not in ${version}`;
    case 'no-edge':
      return `no upgrade edge from ${installed?.name ?? 'the installed bundle'} (no replaces, skips or skipRange)`;
    case 'old-kubernetes':
      return `needs Kubernetes ${reason.needed}, the cluster has ${reason.found}`;
  }
}

function elsewhere(channels: readonly string[]): string {
  return channels.length === 0 ? '; no channel lists it' : `; it is in ${channels.join(', ')}`;
}
