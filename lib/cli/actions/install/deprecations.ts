/** What a catalog has taken out of favour is installed all the same, and said. */
import type { NamedCatalog } from '../../../catalog';
import { note } from '../../output/note';
import type { Chosen } from './choose';

/** Of the package and of the channels that were asked for; that of the bundle stands in the plan. */
export function deprecationNotes(chosen: readonly Chosen[], catalogs: readonly NamedCatalog[]): void {
  for (const { bundle, choice } of chosen) {
    const found = catalogs.find(({ name }) => name === choice.name)?.catalog?.packages.get(choice.packageName);
    if (found === undefined) continue;
    const what = `Catalog ${choice.name}:`;
    if (found.deprecation !== undefined) note(`${what} package ${found.name} is deprecated: ${found.deprecation}`);
    for (const name of choice.channels ?? []) {
      const message = found.channels.get(name)?.deprecation;
      if (message !== undefined) note(`${what} channel ${name} of package ${found.name} is deprecated: ${message}`);
    }
    if (bundle.deprecation !== undefined) note(`${what} bundle ${bundle.name} is deprecated: ${bundle.deprecation}`);
  }
}
