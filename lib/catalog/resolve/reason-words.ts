/** What became of a candidate, in words. */
import { factText } from '../solve/fact-words';
import { formatVersionRelease } from '../versions/version-release';
import type { Edge } from './edge';
import type { ResolveRequest } from './request';
import type { Behind, Candidate, Reason } from './resolution';

/** Version and release; the name of the bundle where it has no version. */
export function versionText({ bundle }: Pick<Candidate, 'bundle'>): string {
  return bundle.version === undefined ? bundle.name : formatVersionRelease(bundle.version);
}

export function reasonText(reason: Reason, { version = '', channels = [], installed }: ResolveRequest): string {
  switch (reason.reason) {
    case 'no-version':
      return 'it has no valid version';
    case 'not-in-channels':
      return `not in ${channels.length === 1 ? 'channel' : 'any of the channels'} ${channels.join(', ')}${elsewhere(reason.channels)}`;
    case 'not-in-range':
      return reason.isPrerelease
        ? `a pre-release, and ${version} names none (>=1.0.0-0 would)`
        : `not in ${version}`;
    case 'no-edge':
      return `no upgrade edge from ${installed?.name ?? 'the installed bundle'} (no replaces, skips or skipRange)`;
    case 'old-kubernetes':
      return `needs Kubernetes ${reason.needed}, the cluster has ${reason.found}`;
    case 'unmet-dependency':
      return reason.facts.length === 0 ? 'what it depends on cannot be read' : reason.facts.map(factText).join('; ');
  }
}

function elsewhere(channels: readonly string[]): string {
  return channels.length === 0 ? '; no channel lists it' : `; it is in ${channels.join(', ')}`;
}

export function edgeText(edge: Edge): string {
  switch (edge.by) {
    case 'same-version':
      return 'the installed version';
    case 'skipRange':
      return `skipRange ${edge.range} in channel ${edge.channel}`;
    default:
      return `${edge.by} it in channel ${edge.channel}`;
  }
}

export function behindText(behind: Behind): string {
  return {
    'deprecated': 'deprecated, and others are not',
    'lower-priority': 'its catalog has a lower priority',
    'older': 'a better one is there',
    'ambiguous': 'several catalogs of the same priority have the package',
    'unsupported-dependency': 'it depends on something, which is refused',
  }[behind];
}
