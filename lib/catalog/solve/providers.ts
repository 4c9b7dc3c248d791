/** Which packages could meet a need: looked up by name and by kind; for a rule every bundle is asked. */
import type { Constraint } from '../../formats';
import { kindKey, servedKind } from '../model/served-kinds';
import type { NamedCatalog } from '../resolve/request';
import type { Leaf, LeafTests, Subject } from './meets';
import { subjectOf } from './option';

export class Providers {
  #byKind: ReadonlyMap<string, readonly string[]> | undefined;
  #all: readonly Subject[] | undefined;
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
    this.#byKind ??= byKind(this.catalogs);
    return this.#byKind;
  }

  #rule(leaf: Extract<Leaf, { readonly form: 'cel' }>): readonly string[] {
    let found = this.#ofRule.get(leaf.rule);
    if (found === undefined) {
      const test = this.tests.of(leaf);
      found = [...new Set(this.#subjects().filter(test).map(({ packageName }) => packageName))];
      this.#ofRule.set(leaf.rule, found);
    }
    return found;
  }

  #subjects(): readonly Subject[] {
    this.#all ??= this.catalogs.flatMap(({ catalog }) => (
      [...catalog?.packages.values() ?? []].flatMap(({ bundles }) => [...bundles.values()]).map(subjectOf)
    ));
    return this.#all;
  }
}

/** Names of packages, sorted, by each kind that one of their bundles provides. */
function byKind(catalogs: readonly NamedCatalog[]): ReadonlyMap<string, readonly string[]> {
  const names = new Map<string, string[]>();
  for (const { catalog } of catalogs) {
    for (const [packageName, { bundles }] of catalog?.packages ?? []) {
      for (const { properties } of bundles.values()) {
        for (const property of properties) {
          const kind = servedKind(property);
          if (kind === undefined) continue;
          const key = kindKey(kind);
          const providers = names.get(key);
          if (providers === undefined) names.set(key, [packageName]);
          else if (providers.at(-1) !== packageName) providers.push(packageName);
        }
      }
    }
  }
  return new Map([...names].map(([kind, providers]) => [kind, [...new Set(providers)].sort()]));
}
