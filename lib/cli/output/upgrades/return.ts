/** Going back with an extension of the controllers, in words. Pure. */
import { defined } from '../../../defined';
import type { Returned } from '../../../runtime';
import { shellWord } from '../../../shell-word';

export const RETURN_SCHEMA = 'boxcutter.return/v1';

export function returnLines(
  { extension, from = 'unknown', version, of, before = {}, changed }: Returned, dryRun: boolean,
): readonly string[] {
  const what = `${extension}: version ${from} → version ${version}, as revision ${of} had it`;
  if (!changed) return [`${extension}: asks for version ${version} already`];
  if (dryRun) return [`${what}; nothing was changed`];
  return [
    `${what}. ClusterExtension ${extension} asks for it now (spec.source.catalog.version, SelfCertified), and the controllers roll it out.`,
    `To let it be upgraded again, as before: ${unpinned(extension, before)}`,
    `Where upgrades wait for approval, this one does, too: boxcutter approve ${shellWord(extension)}`,
  ];
}

/** What undoes the pin: `null` takes a field off. */
function unpinned(extension: string, { version, upgradeConstraintPolicy }: NonNullable<Returned['before']>): string {
  const catalog = { version: version ?? null, upgradeConstraintPolicy: upgradeConstraintPolicy ?? null };
  const patch = JSON.stringify({ spec: { source: { catalog } } });
  return `kubectl patch clusterextension ${shellWord(extension)} --type=merge -p ${shellWord(patch)}`;
}

export function returnDocument(
  { extension, from, version, of, before, changed }: Returned, dryRun: boolean,
): Readonly<Record<string, unknown>> {
  return { schema: RETURN_SCHEMA, extension, ...defined({ from, before }), version, of, changed, dryRun };
}
