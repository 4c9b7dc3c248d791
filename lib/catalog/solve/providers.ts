/** Which packages could meet a need: looked up by name and by kind; for a rule every bundle is asked. */
import { defined } from '../../defined';
import type { Constraint } from '../../formats';
import type { NamedCatalog } from '../resolve/request';
import { kindKey, type Leaf, type LeafTests } from './meets';
import { type Option, optionOf } from './option';
import { withLegacyRelease } from '../versions/legacy-release';

export class Providers {
  #byKind: ReadonlyMap<string, readonly string[]> | undefined;
  #all: readonly Option[] | undefined;
  readonly #ofRule = new Map<string, readonly string[]>();

  constructor(private readonly catalogs: readonly NamedCatalog[], private readonly tests: LeafTests) {}

  /** Names of packages, each once. What must not be there is not looked for. */
  of(constraint: Constraint): readonly string[] {
    switch (constraint.form) {
      case 'package':
        return [constraint.package.name];
      case 'kind':
        return this.#kinds().get(kindKey(constraint.kind)) ?? [];
      case 'cel':
        return this.#rule(constraint);
      case 'malformed':
        return [];
      case 'not':
        return constraint.of.flatMap((one) => this.#ofOpposite(one));
      default:
        return [...new Set(constraint.of.flatMap((one) => this.of(one)))];
    }
  }

  /** Of what must not be: needed is only what must not be missing. */
  #ofOpposite(constraint: Constraint): readonly string[] {
    if (constraint.form === 'not') return constraint.of.flatMap((one) => this.of(one));
    return constraint.form === 'all' || constraint.form === 'any' ? constraint.of.flatMap((one) => this.#ofOpposite(one)) : [];
  }

  #kinds(): ReadonlyMap<string, readonly string[]> {
    this.#byKind ??= byKind(this.#options());
    return this.#byKind;
  }

  #rule(leaf: Extract<Leaf, { readonly form: 'cel' }>): readonly string[] {
    let found = this.#ofRule.get(leaf.rule);
    if (found === undefined) {
      const test = this.tests.of(leaf);
      found = [...new Set(this.#options().filter(test).map(({ packageName }) => packageName))];
      this.#ofRule.set(leaf.rule, found);
    }
    return found;
  }

  #options(): readonly Option[] {
    this.#all ??= this.catalogs.flatMap(({ name, catalog }) => (
      [...catalog?.packages.values() ?? []].flatMap(({ bundles }) => [...bundles.values()])
        .map((bundle) => optionOf({ bundle, catalog: name, ...defined({ version: bundle.version && withLegacyRelease(bundle.version) }) }))
        .filter((option) => option !== undefined)
    ));
    return this.#all;
  }
}

function byKind(options: readonly Option[]): ReadonlyMap<string, readonly string[]> {
  const names = new Map<string, Set<string>>();
  for (const { kinds, packageName } of options) {
    for (const kind of kinds) {
      const providers = names.get(kind);
      if (providers === undefined) names.set(kind, new Set([packageName]));
      else providers.add(packageName);
    }
  }
  return new Map([...names].map(([kind, providers]) => [kind, [...providers].sort()]));
}
