/**
 * Everything that could be part of a solution: the packages that are wanted or installed, and whatever these can need, with all the bundles
 * that may be installed of them. A package that nothing can need is not there.
 */
import type { Constraint, RequiredKind } from '../../formats';
import { kindKey } from '../model/served-kinds';
import type { ClusterView, NamedCatalog } from '../resolve/request';
import type { SolveInput } from './input';
import { type Leaf, LeafTests } from './meets';
import { installedOption, type Option, type Options, optionsOf } from './option';
import { Providers } from './providers';

export interface World {
  /** By name of the package, in the order in which they were found; options best first, what is installed the last of them. */
  readonly packages: ReadonlyMap<string, PackageOptions>;
  readonly tests: LeafTests;
  /** Is the kind there whatever is installed by packages? */
  readonly isServed: (kind: RequiredKind) => boolean;
}

export interface PackageOptions extends Options {
  readonly isWanted: boolean;
  readonly installed: Option | undefined;
}

/** @param wanted options of the packages that are asked for, best first */
export function worldOf({ catalogs, installed, cluster }: SolveInput, wanted: ReadonlyMap<string, Options>): World {
  const tests = new LeafTests();
  const readable = catalogs.filter(({ catalog, isDisabled = false }) => catalog !== undefined && !isDisabled);
  const present = new Map(installed.map((one) => [one.packageName, installedOption(one)]));
  const isServed = servedKinds(cluster, [...present.values()]);
  const providers = new Providers(readable, tests);
  const packages = new Map<string, PackageOptions>();
  const pending = [...wanted.keys(), ...present.keys()];
  const enqueued = new Set(pending);
  for (const packageName of pending) {
    const found = packageOptions(packageName, wanted.get(packageName), present.get(packageName), readable, cluster);
    packages.set(packageName, found);
    for (const needed of found.options.flatMap(({ needs }) => needs)) {
      for (const name of providers.of(needed.constraint)) {
        if (enqueued.has(name)) continue;
        enqueued.add(name);
        pending.push(name);
      }
    }
  }
  return { packages, tests, isServed };
}

function packageOptions(
  packageName: string, wanted: Options | undefined, installed: Option | undefined, catalogs: readonly NamedCatalog[],
  cluster: ClusterView | undefined,
): PackageOptions {
  if (wanted !== undefined) return { ...wanted, isWanted: true, installed };
  const { options, barred, unreadable } = optionsOf(packageName, { catalogs, installed: installed?.installed, cluster });
  return { options: installed === undefined ? options : [...options, installed], barred, unreadable, isWanted: false, installed };
}

/** Kinds that the cluster serves count, but for those of installed packages, which may go with an upgrade. */
export function servedKinds(cluster: ClusterView | undefined, present: readonly Option[]): (kind: RequiredKind) => boolean {
  const served = new Set(cluster?.apiVersions);
  const ofPackages = new Set(present.flatMap(({ kinds }) => [...kinds]));
  return (kind) => {
    const { group, version, kind: name } = kind;
    return served.has(`${group === '' ? version : `${group}/${version}`}/${name}`) && !ofPackages.has(kindKey(kind));
  };
}

/** The needs that a constraint combines. */
export function leavesOf(constraint: Constraint): readonly Leaf[] {
  switch (constraint.form) {
    case 'malformed':
      return [];
    case 'package':
    case 'kind':
    case 'cel':
      return [constraint];
    default:
      return constraint.of.flatMap(leavesOf);
  }
}
