/** An upgrade whose content is not what was recorded: it is not installed, and nobody has approved what it is now. */
import { defined } from '../../../defined';
import { type PendingUpgrade, removePending } from '../../approval';
import type { ExtensionPlace } from '../place';
import type { LiveExtension, RevisionBundle } from '../revision-facts';

export type ContentChange =
  | { readonly recorded: string; readonly found: string }
  | { readonly rendered: string }
  /** Names of packages that it would bring along, and did not. */
  | { readonly packages: readonly string[] };

/** Its pending upgrade goes, and another one is made of what there is now. @returns what has happened, as a sentence */
export async function disown(
  extension: LiveExtension, { version }: RevisionBundle, change: ContentChange, pending: PendingUpgrade | undefined,
  place: ExtensionPlace,
): Promise<string> {
  const what = 'rendered' in change
    ? 'is rendered as other objects than those that were looked at for approval: by another configuration, or by a template that looks at '
      + 'the clock'
    : 'packages' in change
    ? `brings packages along that it did not bring when it was looked at for approval: ${change.packages.join(', ')}`
    : `was ${change.recorded} when it was looked at for approval, and is ${change.found} now`;
  const message = `Version ${version} ${what}. It is not installed, and has to be approved anew.`;
  place.events.record(extension, { type: 'Warning', reason: 'UpgradeContentChanged', action: 'Upgrade', note: message });
  place.log.warn(defined({ extension: extension.metadata.name, pending: pending?.name }), message);
  if (pending !== undefined) await removePending([pending], place);
  return message;
}
