/**
 * The world as boolean constraints: a variable for each option, true where it is there in the end. Every constraint belongs to a fact; to
 * find out which facts contradict each other, each gets a guard, and the constraint only holds where its guard is true.
 */
import { defined } from '../../defined';
import type { Constraint } from '../../formats';
import { kindKey } from '../model/served-kinds';
import type { Barred, Fact, Offer } from './fact';
import { isLeaf, type Leaf, leafKey } from './meets';
import { isMet, type Presence } from './met';
import { type Need, needText } from './need';
import type { Option } from './option';
import { type Literal, SatSolver } from './sat/solver';
import { leavesOf, type PackageOptions, type World } from './world';

export interface Encoded {
  readonly solver: SatSolver;
  /** True where the option is there in the end. */
  readonly literalOf: (option: Option) => Literal;
  /** True exactly where one of the options of the package is there. */
  readonly presenceOf: (packageName: string) => Literal;
  /** By guard; empty without guards. */
  readonly facts: ReadonlyMap<Literal, Fact>;
}

/** @param explains each fact gets a guard */
export function encode(world: World, { explains, mostConflicts }: { readonly explains: boolean; readonly mostConflicts: number }): Encoded {
  return new Encoder(world, explains, mostConflicts).encode();
}

type Combination = Exclude<Constraint, Leaf | { readonly form: 'malformed' }>;

class Encoder {
  readonly #solver: SatSolver;
  readonly #literals = new Map<Option, Literal>();
  /** Packages that an option needs, whatever else is chosen. */
  readonly #needed = new Map<Option, Set<string>>();
  readonly #presences = new Map<string, Literal>();
  readonly #facts = new Map<Literal, Fact>();
  /** Guards of the needs of a package, by text: versions that need the same are one fact. */
  readonly #needs = new Map<string, { readonly guard: Literal; readonly versions: string[] }>();
  readonly #all: readonly Option[];
  /** By each kind that they provide. */
  readonly #providers = new Map<string, Option[]>();
  readonly #meeting = new Map<string, readonly Option[]>();
  /** By the list of {@link Encoder.#meeting}. */
  readonly #metBy = new Map<readonly Option[], Literal>();

  constructor(private readonly world: World, private readonly explains: boolean, mostConflicts: number) {
    this.#solver = new SatSolver(mostConflicts);
    this.#all = [...world.packages.values()].flatMap(({ options }) => options);
    for (const option of this.#all) {
      for (const key of option.kinds) {
        const known = this.#providers.get(key);
        if (known === undefined) this.#providers.set(key, [option]);
        else known.push(option);
      }
    }
  }

  encode(): Encoded {
    for (const [name, found] of this.world.packages) this.#package(name, found);
    this.#oneProviderEach();
    const present = [...this.world.packages.values()].flatMap(({ installed }) => installed ?? []);
    const presence: Presence = {
      meeting: (leaf) => present.filter(this.world.tests.of(leaf)), isServed: (leaf) => this.#isServed(leaf),
    };
    for (const option of this.#all) {
      for (const need of option.needs) {
        // What an installed bundle lacks already, it may go on lacking.
        if (option.installed === undefined || isMet(need.constraint, option.packageName, presence)) this.#need(option, need);
      }
    }
    this.#impliedPackages();
    return {
      solver: this.#solver, facts: this.#facts,
      literalOf: (option) => this.#literal(option), presenceOf: (packageName) => this.#presence(packageName),
    };
  }

  #package(packageName: string, { options, barred, unreadable, isWanted, installed }: PackageOptions): void {
    const literals = options.map((option) => this.#literal(option));
    const versions = options.map(({ version }) => version);
    if (isWanted) {
      this.#clause(literals, this.#guard({ fact: 'wanted', packageName, versions, unreadable, barred: askedFor(barred) }));
    } else if (installed !== undefined) {
      this.#clause(literals, this.#guard({ fact: 'installed', packageName, versions: [installed.version, ...versions.slice(0, -1)] }));
    }
    if (literals.length > 1) this.#solver.addAtMost(literals, 1, this.#guard({ fact: 'one-version', packageName }));
  }

  /** A kind that several installed packages provide already may keep them. */
  #oneProviderEach(): void {
    const byKind = new Map<string, readonly Option[]>();
    for (const [key, options] of this.#providers) {
      const kind = withoutVersion(key);
      const known = byKind.get(kind);
      byKind.set(kind, known === undefined ? options : [...new Set([...known, ...options])]);
    }
    for (const [key, options] of byKind) {
      const first = options[0]?.packageName;
      if (options.every(({ packageName }) => packageName === first)) continue;
      const packages = [...new Set(options.map(({ packageName }) => packageName))].sort();
      const present = options.filter(({ installed }) => installed !== undefined).length;
      const [group = '', kind = ''] = key.split('/');
      const guard = this.#guard({ fact: 'one-provider', kind: { group, kind }, packages });
      this.#solver.addAtMost(options.map((option) => this.#literal(option)), Math.max(1, present), guard);
    }
  }

  #need(option: Option, need: Need): void {
    this.#require(option, need.constraint, this.#needGuard(option, need));
  }

  /**
   * Where each version of a package needs some version of another, the package needs the other. It follows from the rest; without it a
   * search through a chain of packages learns it again and again, each time from one end of the chain to the other.
   */
  #impliedPackages(): void {
    if (this.explains) return;
    for (const [packageName, { options }] of this.world.packages) {
      let common: Set<string> | undefined;
      for (const option of options) {
        const needed = this.#needed.get(option) ?? new Set();
        common = common === undefined ? needed : new Set([...common].filter((name) => needed.has(name)));
        if (common.size === 0) break;
      }
      for (const name of common ?? []) {
        if (name !== packageName) this.#solver.addClause([this.#presence(packageName).not, this.#presence(name)]);
      }
    }
  }

  #require(option: Option, constraint: Constraint, guard: Literal | undefined): void {
    const unless = this.#literal(option).not;
    switch (constraint.form) {
      case 'all':
        for (const one of constraint.of) this.#require(option, one, guard);
        return;
      case 'not':
        for (const one of constraint.of) this.#clause([unless, this.#truth(one, option, false).not], guard);
        return;
      case 'any':
        if (constraint.of.some((one) => isLeaf(one) && this.#isServed(one))) return;
        this.#clause([unless, ...constraint.of.flatMap((one) => (isLeaf(one) ? this.#some(one) : this.#truth(one, option, true)))], guard);
        return;
      case 'malformed':
        this.#clause([unless], guard);
        return;
      default:
        if (this.#isServed(constraint)) return;
        this.#clause([unless, ...this.#some(constraint)], guard);
        this.#noteNeeded(option, this.#options(constraint));
    }
  }

  #noteNeeded(option: Option, meeting: readonly Option[]): void {
    const [packageName, ...others] = new Set(meeting.map((one) => one.packageName));
    if (packageName === undefined || others.length > 0) return;
    const known = this.#needed.get(option);
    if (known === undefined) this.#needed.set(option, new Set([packageName]));
    else known.add(packageName);
  }

  /**
   * One of these must be true where the leaf is to be met: a single literal that means that one of the options is there, if there are
   * several. Many needs are the same, and each then costs a clause of two literals instead of one of all options.
   */
  #some(leaf: Leaf): readonly Literal[] {
    const options = this.#options(leaf);
    if (options.length <= 1) return options.map((one) => this.#literal(one));
    let some = this.#metBy.get(options);
    if (some === undefined) {
      some = this.#solver.newLiteral();
      this.#metBy.set(options, some);
      this.#solver.addClause([some.not, ...options.map((one) => this.#literal(one))]);
      // Follows from it, but would have to be learned for each package of a chain.
      const [packageName = '', ...others] = new Set(options.map((one) => one.packageName));
      if (others.length === 0) this.#solver.addClause([some.not, this.#presence(packageName)]);
    }
    return [some];
  }

  /** A literal that is true exactly where the constraint is met. What must not be, the option's own package may be. */
  #truth(constraint: Constraint, of: Option, isWanted: boolean): Literal {
    const truth = this.#solver.newLiteral();
    if (constraint.form === 'malformed') {
      this.#solver.addClause([truth.not]);
      return truth;
    }
    if (constraint.form === 'all') {
      const parts = constraint.of.map((one) => this.#truth(one, of, isWanted));
      for (const part of parts) this.#solver.addClause([truth.not, part]);
      this.#solver.addClause([truth, ...parts.map((part) => part.not)]);
      return truth;
    }
    const isNot = constraint.form === 'not';
    const parts = this.#alternatives(constraint, of, isNot ? !isWanted : isWanted);
    const any = isNot ? truth.not : truth;
    if (parts === 'always') {
      this.#solver.addClause([any]);
      return truth;
    }
    for (const part of parts) this.#solver.addClause([any, part.not]);
    this.#solver.addClause([any.not, ...parts]);
    return truth;
  }

  #alternatives(constraint: Leaf | Combination, of: Option, isWanted: boolean): readonly Literal[] | 'always' {
    if (!isLeaf(constraint)) return constraint.of.map((one) => this.#truth(one, of, isWanted));
    if (this.#isServed(constraint)) return 'always';
    const options = this.#options(constraint).filter(({ packageName }) => isWanted || packageName !== of.packageName);
    return options.map((one) => this.#literal(one));
  }

  #isServed(leaf: Leaf): boolean {
    return leaf.form === 'kind' && this.world.isServed(leaf.kind);
  }

  #options(leaf: Leaf): readonly Option[] {
    const text = leafKey(leaf);
    let options = this.#meeting.get(text);
    if (options === undefined) this.#meeting.set(text, (options = this.#optionsOf(leaf)));
    return options;
  }

  #optionsOf(leaf: Leaf): readonly Option[] {
    if (leaf.form === 'kind') return this.#providers.get(kindKey(leaf.kind)) ?? [];
    const candidates = leaf.form === 'package' ? this.world.packages.get(leaf.package.name)?.options ?? [] : this.#all;
    return candidates.filter(this.world.tests.of(leaf));
  }

  #literal(option: Option): Literal {
    let literal = this.#literals.get(option);
    if (literal === undefined) this.#literals.set(option, (literal = this.#solver.newLiteral()));
    return literal;
  }

  #presence(packageName: string): Literal {
    let isThere = this.#presences.get(packageName);
    if (isThere === undefined) {
      this.#presences.set(packageName, (isThere = this.#solver.newLiteral()));
      const options = (this.world.packages.get(packageName)?.options ?? []).map((option) => this.#literal(option));
      for (const option of options) this.#solver.addClause([isThere, option.not]);
      this.#solver.addClause([isThere.not, ...options]);
    }
    return isThere;
  }

  #clause(literals: readonly Literal[], guard: Literal | undefined): void {
    this.#solver.addClause(guard === undefined ? literals : [guard.not, ...literals]);
  }

  #guard(fact: Fact): Literal | undefined {
    return this.explains ? this.#guardOf(fact) : undefined;
  }

  #guardOf(fact: Fact): Literal {
    const guard = this.#solver.newLiteral();
    this.#facts.set(guard, fact);
    return guard;
  }

  #needGuard({ packageName, version }: Option, need: Need): Literal | undefined {
    if (!this.explains) return undefined;
    const key = `${packageName} ${needText(need)}`;
    const known = this.#needs.get(key);
    if (known !== undefined) {
      if (!known.versions.includes(version)) known.versions.push(version);
      return known.guard;
    }
    const versions = [version];
    const guard = this.#guardOf({ fact: 'needs', packageName, versions, need, offered: this.#offers(need) });
    this.#needs.set(key, { guard, versions });
    return guard;
  }

  /** Of the packages that are named, what there is, whether or not it is what is needed. */
  #offers({ constraint }: Need): readonly Offer[] {
    const leaves = leavesOf(constraint);
    const names = leaves.flatMap((leaf) => (
      leaf.form === 'package' ? [leaf.package.name] : this.#options(leaf).map(({ packageName }) => packageName)
    ));
    const tests = leaves.map((leaf) => this.world.tests.of(leaf));
    return [...new Set(names)].sort().map((packageName) => {
      const { options = [], barred = [], installed } = this.world.packages.get(packageName) ?? {};
      return {
        packageName,
        isKnown: options.length > 0 || barred.length > 0,
        versions: options.map(({ version }) => version),
        meeting: options.filter((one) => tests.some((test) => test(one))).map(({ version }) => version),
        ...defined({ installed: installed?.version }),
        barred: barred.filter((one) => tests.some((test) => test(one)))
          .map(({ version, reasons, context }) => ({ version, reasons, context })),
      };
    });
  }
}

/** What is left out because the user asked for something else needs no word. */
function askedFor(barred: readonly Barred[]): readonly Barred[] {
  return barred
    .filter(({ reasons }) => reasons.every(({ reason }) => reason !== 'not-in-range' && reason !== 'not-in-channels'))
    .map(({ version, reasons, context }) => ({ version, reasons, context }));
}

/** `group/kind`: all versions of a kind are one definition. */
function withoutVersion(key: string): string {
  const [group, , kind] = key.split('/');
  return `${group}/${kind}`;
}
