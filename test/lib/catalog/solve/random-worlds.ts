/** Small worlds at random, always the same ones. */
import type { InstalledPackage, Property, SolveInput } from '../../../../lib/catalog';
import { type BundleTable, catalogWith, named, needsKind, needsPackage, type PackageTable, provides } from '../a-catalog';

export class Dice {
  #state: number;

  constructor(seed: number) {
    this.#state = seed;
  }

  /** From 0 to below `sides`. */
  roll(sides: number): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % sides;
  }

  one<T>(list: readonly T[]): T {
    return list[this.roll(list.length)] as T;
  }

  isOneIn(sides: number): boolean {
    return this.roll(sides) === 0;
  }
}

const NAMES = ['a', 'b', 'c', 'd', 'e'] as const;
const VERSIONS = ['1.0.0', '1.1.0', '2.0.0'] as const;
const RANGES = ['>=1.0.0', '>=1.1.0', '<2.0.0', '=1.0.0', '>=2.0.0', '<1.1.0 || >=2.0.0', '!1.1.0'] as const;
const KINDS = ['k.example/v1/K', 'k.example/v2/K', 'l.example/v1/L', 'm.example/v1/M'] as const;

export function randomWorld(seed: number): SolveInput {
  const dice = new Dice(seed);
  const packages = NAMES.slice(0, 2 + dice.roll(NAMES.length - 1));
  const tables = [packages.map((name) => table(name, dice))];
  if (dice.isOneIn(3)) tables.push(packages.filter(() => dice.isOneIn(2)).map((name) => table(name, dice)));
  const catalogs = tables.map((own, index) => named(['one', 'two'][index]!, catalogWith(...own), { priority: index * dice.roll(3) - 1 }));
  const installed = packages.filter(() => dice.isOneIn(3)).map((name) => installedAs(name, dice));
  const [first, second] = [dice.one(packages), dice.one(packages)];
  const wanted = [first, ...(second !== first && dice.isOneIn(3) ? [second] : [])].map((packageName) => (
    { packageName, ...(dice.isOneIn(4) ? { version: dice.one(['>=1', '^1', '<2', '1.1.0']) } : {}) }
  ));
  const cluster = dice.isOneIn(4) ? { apiVersions: [dice.one(KINDS)] } : {};
  return { catalogs, installed, wanted, cluster };
}

function table(name: string, dice: Dice): PackageTable {
  const versions = VERSIONS.filter(() => !dice.isOneIn(4));
  const bundles = versions.map((version): BundleTable => ({ version, properties: properties(dice) }));
  const entries = versions.map((version, index) => ({
    name: `${name}.v${version}`,
    ...(index > 0 && !dice.isOneIn(3) ? { replaces: `${name}.v${versions[index - 1]!}` } : {}),
    ...(dice.isOneIn(4) ? { skipRange: `<${version}` } : {}),
  }));
  const deprecated = bundles.filter(() => dice.isOneIn(6)).map(({ version }) => `${name}.v${version}`);
  return { name, bundles, channels: { stable: entries }, deprecated };
}

function properties(dice: Dice): readonly Property[] {
  return [
    ...(dice.isOneIn(2) ? [needsPackage(dice.one(NAMES), dice.one(RANGES))] : []),
    ...(dice.isOneIn(4) ? [needsKind(dice.one(KINDS))] : []),
    ...(dice.isOneIn(3) ? [provides(dice.one(KINDS))] : []),
    ...(dice.isOneIn(4) ? [{ type: 'olm.constraint', value: constraint(dice, 2) }] : []),
  ];
}

function constraint(dice: Dice, depth: number): object {
  const form = dice.one(depth === 0 ? ['package', 'gvk'] : ['package', 'gvk', 'all', 'any', 'not', 'any', 'cel']);
  switch (form) {
    case 'package':
      return { package: needsPackage(dice.one(NAMES), dice.one(RANGES)).value };
    case 'gvk':
      return { gvk: needsKind(dice.one(KINDS)).value };
    case 'cel':
      return { cel: { rule: ruleFor(dice.one(NAMES)) } };
    default:
      return { [form]: { constraints: Array.from({ length: 1 + dice.roll(2) }, () => constraint(dice, depth - 1)) } };
  }
}

function ruleFor(name: string): string {
  const isPackage = `p.type == 'olm.package' && p.value.packageName == '${name}'`;
  return `properties.exists(p, ${isPackage} && semver_compare(p.value.version, '1.1') >= 0)`;
}

function installedAs(packageName: string, dice: Dice): InstalledPackage {
  const version = dice.one(VERSIONS);
  return {
    packageName, name: `${packageName}.v${version}`, version,
    properties: [{ type: 'olm.package', value: { packageName, version } }, ...properties(dice)],
  };
}
