/** The bundle that an extension was made of, as its record says: for people and for machines. Pure. */
import type { CatalogChoice, InstalledBundle, JsonObject } from '../../../api';
import { defined } from '../../../defined';
import { oneLine } from '../../../plain-text';
import type { Shown } from './manifest';

/** Room for names that tenants may have written. */
const SHOWN = 60;

/** `from catalog community: package keda, channels stable, fast; versions >=2.18 <3; any upgrade`. */
export function chosenText({ name, packageName, channels = [], version, policy }: CatalogChoice): string {
  const parts = [
    `package ${short(packageName)}`,
    ...(channels.length === 0 ? [] : [`${channels.length === 1 ? 'channel' : 'channels'} ${channels.slice(0, 5).map(short).join(', ')}`]),
    ...(version === undefined ? [] : [`versions ${short(version)}`]),
    ...(policy === 'SelfCertified' ? ['any upgrade (SelfCertified)'] : []),
  ];
  return `from catalog ${short(name)}: ${parts.join('; ')}`;
}

/** Without its properties, which `get bundle` shows. */
export function bundleDocument({ name, version, release, reference, catalog }: InstalledBundle): object {
  return { name, ...defined({ version, release, reference, catalog }) };
}

export function bundleShown(bundle: InstalledBundle | undefined): Shown {
  return { value: (bundle ?? {}) as unknown as JsonObject, hides: false };
}

function short(text: string): string {
  const line = oneLine(text);
  return line.length <= SHOWN ? line : `${line.slice(0, SHOWN - 1)}…`;
}
