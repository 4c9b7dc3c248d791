/** Do upgrades to the heads of channels keep the objects of users safe? The definitions of both versions are compared. */
import { type KubeObject, nameOf } from '../../../../api';
import { compareDefinitions, findingsOfCrd } from '../../../../guards';
import type { CatalogBundles, Head } from './bundles';
import { type PartResult, testFinding, type TestFinding } from './result';

export async function testUpgrades(heads: readonly Head[], bundles: CatalogBundles, onNote: (note: string) => void): Promise<PartResult> {
  const upgrades = new Map(heads.flatMap(({ packageName, entry: { name, replaces } }) => (
    replaces === undefined || !bundles.has(packageName, replaces)
      ? []
      : [[`${packageName} ${replaces} ${name}`, { packageName, from: replaces, to: name }] as const]
  )));
  const findings: TestFinding[] = [];
  let number = 0;
  for (const { packageName, from, to } of upgrades.values()) {
    number += 1;
    onNote(`upgrades: ${from} to ${to} (${number} of ${upgrades.size})`);
    const before = await definitionsOf(bundles, packageName, from, findings);
    const after = await definitionsOf(bundles, packageName, to, findings);
    if (before !== undefined && after !== undefined) findings.push(...droppedBetween(before, after, `${from} to ${to}`));
    for (const [name, next] of after ?? []) {
      const live = before?.get(name);
      if (live === undefined) continue;
      const { issues } = compareDefinitions({ live, next });
      findings.push(...findingsOfCrd(name, issues, `${from} to ${to}`).map((finding) => ({ ...finding, part: 'upgrades' as const })));
    }
  }
  return { part: 'upgrades', checked: upgrades.size, findings };
}

/** With a definition go all objects of its kind; an upgrade on a cluster that has some stops before. */
function droppedBetween(
  before: ReadonlyMap<string, KubeObject>, after: ReadonlyMap<string, KubeObject>, upgrade: string,
): readonly TestFinding[] {
  return [...before.keys()].filter((name) => !after.has(name)).map((name) => (
    testFinding('upgrades', 'crd-dropped', upgrade, `the definition ${name} is not there any more`, {
      severity: 'warning', hint: 'Where there are objects of its kind, the upgrade stops. Keep it, or tell users what to do first.',
    })
  ));
}

async function definitionsOf(
  bundles: CatalogBundles, packageName: string, name: string, findings: TestFinding[],
): Promise<ReadonlyMap<string, KubeObject> | undefined> {
  const opened = await bundles.open('upgrades', packageName, name);
  if (opened.type === 'open') {
    const crds = opened.named.read.bundle?.crds ?? [];
    return new Map(crds.map(({ manifest }) => [nameOf(manifest), manifest as unknown as KubeObject]));
  }
  findings.push(opened.finding);
  return undefined;
}
