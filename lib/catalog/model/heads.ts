import { compareBytes } from '../../api/canonical-json';
import type { ChannelEntry } from './blob';

/** Names of the entries that no other replaces or skips, sorted. Of a valid channel there is one. */
export function headsOf(entries: ReadonlyMap<string, ChannelEntry>): readonly string[] {
  const passed = new Set<string>();
  for (const { replaces, skips } of entries.values()) {
    if (replaces !== undefined) passed.add(replaces);
    for (const name of skips) passed.add(name);
  }
  return [...entries.keys()].filter((name) => !passed.has(name)).sort(compareBytes);
}
