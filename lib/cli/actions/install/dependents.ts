/** Who would miss an extension that goes: others that need its package or its kinds, where nobody else provides them. Pure. */
import { type InstalledPackage, needsOf, needText, unmetNeeds } from '../../../catalog';
import { defined } from '../../../defined';
import type { InstalledExtension } from '../../../runtime';
import { installedPackage } from './intent';

export interface Dependent {
  readonly extension: string;
  readonly stateNamespace: string;
  /** In words. */
  readonly needs: readonly string[];
}

export function dependentsOf(going: InstalledExtension, installed: readonly InstalledExtension[]): readonly Dependent[] {
  const staying = installed.filter((one) => one !== going && !one.deleting);
  const [before, after] = [packagesOf([...staying, going]), packagesOf(staying)];
  return staying.flatMap((one) => {
    const [found] = packagesOf([one]);
    const needs = found === undefined ? undefined : needsOf(found.properties);
    if (found === undefined || needs === undefined || needs.length === 0) return [];
    const missing = (there: readonly InstalledPackage[]): ReadonlySet<string> =>
      new Set(unmetNeeds({ installed: found, needs }, { installed: there }).needs.map(needText));
    const already = missing(before);
    const missed = [...missing(after)].filter((need) => !already.has(need));
    return missed.length === 0 ? [] : [{ extension: one.extension, stateNamespace: one.stateNamespace, needs: missed }];
  });
}

function packagesOf(installed: readonly InstalledExtension[]): readonly InstalledPackage[] {
  return installed.flatMap((one) => {
    const { newest, complete = newest } = one;
    const found = installedPackage({ ...one, ...defined({ complete }) }, []);
    return found === undefined ? [] : [found];
  });
}
