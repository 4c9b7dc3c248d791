/** OLM 1 chooses from all channels, and so does this command; who knows OLM 0 expects the default channel. */
import type { NamedCatalog } from '../../../catalog';
import { note } from '../../output/note';
import type { Chosen } from './choose';

/** What is asked for without a channel, and comes from another one than the publisher's default: said, with the way to stay there. */
export function defaultChannelNotes(chosen: readonly Chosen[], catalogs: readonly NamedCatalog[]): void {
  for (const { bundle, choice, isWanted, action } of chosen) {
    if (!isWanted || action === 'same' || (choice.channels ?? []).length > 0) continue;
    const found = catalogs.find(({ name }) => name === choice.name)?.catalog?.packages.get(choice.packageName);
    const standard = found?.channels.get(found.defaultChannel);
    if (found === undefined || standard === undefined || standard.entries.has(bundle.name)) continue;
    const others = [...found.channels.values()].filter(({ entries }) => entries.has(bundle.name)).map(({ name }) => name);
    const where = others.length === 0 ? 'it is in no channel' : `it is in ${others.join(', ')}`;
    note(`${bundle.name} is not in ${standard.name}, the default channel of ${found.name}; ${where}. `
      + `To choose from that channel alone: --channel ${standard.name}`);
  }
}
