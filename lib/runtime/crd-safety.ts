/** The checks of CRD upgrades as the package offers them: each issue with its words. */
import type { JsonObject, KubeObject } from '../api';
import * as guards from '../guards';

/**
 * Compares two CustomResourceDefinitions (apiextensions.k8s.io/v1): scope, stored versions, every version with itself, and, unless
 * a webhook converts, the served versions of the new one with each other (what the old one had of that is not reported again).
 * Source: crdify as OLM configures it; docs/crd-upgrade-safety.md has every check and where we differ.
 *
 * Never throws for what is in the definitions: what cannot be compared is an issue, too.
 */
export function checkCrdUpgrade(old: JsonObject, next: JsonObject, options?: guards.CrdCheckOptions): readonly guards.CrdFinding[] {
  return guards.checkCrdUpgrade(old, next, options).map(guards.crdFindingOf);
}

/** The check of one definition. Pure. */
export function compareDefinitions(pair: guards.CrdPair, options?: guards.CrdCheckOptions): guards.CrdUpgradeInWords {
  return guards.crdUpgradeInWords(guards.compareDefinitions(pair, options));
}

/**
 * Definitions among the objects that exist already, each with its issues. Others cannot break anything, and are not among the results;
 * only apiextensions.k8s.io/v1 is looked at.
 * @throws BoxcutterError `crd-unreadable`, category server, when one cannot be read
 */
export async function checkCrdUpgrades(
  objects: readonly KubeObject[],
  reader: guards.CrdReader,
  options?: guards.CrdCheckOptions,
): Promise<readonly guards.CrdUpgradeInWords[]> {
  return (await guards.checkCrdUpgrades(objects, reader, options)).map(guards.crdUpgradeInWords);
}
