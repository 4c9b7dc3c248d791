/** Which catalogs an upgrade looks in: those of the line, else those of the user, else the one on record, if an installer wrote that. */
import type { CatalogChoice } from '../../../api';
import { BoxcutterError } from '../../../errors';
import type { InstalledExtension } from '../../../runtime';
import type { CatalogSource, CatalogSources } from '../../../source';
import { shellWord } from '../../../shell-word';

export interface Followed {
  readonly installed: InstalledExtension;
  readonly choice: CatalogChoice;
  /** An installer wrote the record: what it says of places may be opened. */
  readonly isTrusted: boolean;
}

/**
 * Catalogs of the line take the place of all others: an extension follows the one of its catalog's name there, or else any. Of those of the
 * user it follows the one of that name; a record may bring in its own, if it is trusted and the user has none of that name. Pure.
 */
export function sourcesFor(given: CatalogSources, followed: readonly Followed[]): readonly CatalogSource[] {
  const sources = [...given.sources];
  if (given.from === 'line') return sources;
  for (const { choice: { name, where }, isTrusted } of followed) {
    if (isTrusted && !sources.some((source) => source.name === name)) sources.push({ name, where, priority: 0 });
  }
  return sources;
}

/**
 * Name of the only catalog to look in; undefined: all of the line. Pure.
 * @throws BoxcutterError `catalog-unknown` (input) for one that may not be taken from the record
 */
export function catalogFor({ installed, choice }: Followed, given: CatalogSources, sources: readonly CatalogSource[]): string | undefined {
  if (sources.some(({ name }) => name === choice.name)) return choice.name;
  if (given.from === 'line') return undefined;
  const { extension } = installed;
  const named = shellWord(`${choice.name}=WHERE`);
  const why = `somebody other than an installer may have written where catalog ${choice.name} is`;
  throw new BoxcutterError('catalog-unknown', 'input', `Extension "${extension}" follows catalog ${choice.name}, but ${why}.`, {
    hint: `Name the catalog: --catalog ${named}. To set it for all commands: boxcutter catalog use ${named}`,
    details: { extension, catalog: choice.name },
  });
}
