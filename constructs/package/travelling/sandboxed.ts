/** What a package that travels begins with in its sandbox (lib/source/build/package writes the script that calls it). */
import type { PackageInput } from '../../../lib/formats/package-v1/contract';
import type { Traveller } from '../../../lib/formats/package-v1/traveller';
import type { ConfigSchema } from '../config-schema';
import { Package } from '../package';
import { declare } from './declare';

/** What the script knows of the package, beside the module of its author. */
export type Known = Pick<Traveller, 'packageName' | 'className' | 'traits'>;

/**
 * The function `render` of the script.
 * @param exports those of the module that declares the class of the package
 * @throws Error when the module does not export it
 */
export function renderOf(exports: object, known: Known): (input: string) => string {
  return (input) => declare(packageIn(exports, known), JSON.parse(input) as PackageInput, known.traits);
}

type AnyPackage = Package<ConfigSchema>;

function isPackageClass(value: unknown): value is new () => AnyPackage {
  return typeof value === 'function' && value.prototype instanceof Package;
}

function packageIn(exports: object, { packageName, className, traits: _ }: Known): AnyPackage {
  const values: unknown[] = Object.values(exports);
  const there = values.filter((value): value is AnyPackage => value instanceof Package);
  const classes = values.filter(isPackageClass);
  const named = [...classes].sort((a, b) => Number(b.name === className) - Number(a.name === className));
  const found = [...there, ...named.map((each) => new each())].find((one) => one.packageName === packageName);
  if (found === undefined) throw new Error(`the module exports no package "${packageName}"; export its class ${className}`);
  return found;
}
