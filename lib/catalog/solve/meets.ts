/** Does one bundle by itself meet a need for a package, a kind, or a rule? */
import type { celValue as toCelValue, StepBudget } from '../../cel';
import type { Constraint } from '../../formats';
import { isInSkipRange, type ParsedSkipRange, parseSkipRange } from '../../semver';
import { isBulky } from '../model/blob';
import { kindKey } from '../model/served-kinds';
import type { Option } from './option';

/** A need that is no combination of others. */
export type Leaf = Extract<Constraint, { readonly form: 'package' | 'kind' | 'cel' }>;

export function isLeaf(constraint: Constraint): constraint is Leaf {
  return constraint.form === 'package' || constraint.form === 'kind' || constraint.form === 'cel';
}

type CelInput = ReturnType<typeof toCelValue>;

/** Equal leaves have equal keys. */
export function leafKey(leaf: Leaf): string {
  switch (leaf.form) {
    case 'package':
      return `package ${leaf.package.name} ${leaf.package.range ?? ''}`;
    case 'kind':
      return `kind ${kindKey(leaf.kind)}`;
    case 'cel':
      return `cel ${leaf.rule}`;
  }
}

/** Of what a bundle is, whether or not it may be installed. */
export type Subject = Pick<Option, 'packageName' | 'parsed' | 'kinds' | 'properties'>;

export type LeafTest = (subject: Subject) => boolean;

/** Steps of all rules together, some seconds of them: a catalog may have thousands of rules, and each is asked of all its bundles. */
const MOST_STEPS = 40_000_000;
/** What compiling a rule takes of that, for each of its characters. */
const COMPILING = 200;

/** Rules are compiled once for each text, because thousands of bundles have the same. */
export class LeafTests {
  readonly #rules = new Map<string, LeafTest>();
  readonly #budget = { left: MOST_STEPS };
  /** Their properties as rules see them. */
  readonly #converted = new WeakMap<Subject, CelInput>();

  /** The rules have taken too many steps; since then they are not asked any more, and their answers mean nothing. */
  get isExhausted(): boolean {
    return this.#budget.left < 0;
  }

  of(leaf: Leaf): LeafTest {
    switch (leaf.form) {
      case 'package': {
        const { name, range } = leaf.package;
        const parsed = range === undefined ? undefined : parseSkipRange(range);
        return (subject) => subject.packageName === name && (parsed === undefined || isInRange(subject, parsed));
      }
      case 'kind': {
        const key = kindKey(leaf.kind);
        return (option) => option.kinds.has(key);
      }
      case 'cel':
        return this.#ruleTest(leaf.rule);
    }
  }

  #ruleTest(text: string): LeafTest {
    let test = this.#rules.get(text);
    if (test === undefined) this.#rules.set(text, (test = ruleTest(text, this.#budget, this.#converted)));
    return test;
  }
}

function isInRange({ parsed: version }: Subject, parsed: ParsedSkipRange): boolean {
  return 'range' in parsed && version !== undefined && isInSkipRange(parsed.range, version.version);
}

/** A rule that does not compile, or has no answer for a bundle, is not met by it. */
function ruleTest(text: string, budget: StepBudget, converted: WeakMap<Subject, CelInput>): LeafTest {
  // eslint-disable-next-line @typescript-eslint/no-require-imports -- few bundles have such a rule, and the library takes time to load
  const { compileRule, celValue } = require('../../cel') as typeof import('../../cel');
  let rule: ReturnType<typeof compileRule>;
  budget.left -= COMPILING * text.length;
  if (budget.left < 0) return () => false;
  try {
    rule = compileRule(text, 'constraint');
  } catch {
    return () => false;
  }
  const answers = new WeakMap<Subject, boolean>();
  return (option) => {
    if (budget.left < 0) return false;
    let answer = answers.get(option);
    if (answer === undefined) {
      let properties = converted.get(option);
      if (properties === undefined) {
        properties = celValue(option.properties.filter((property) => !isBulky(property)));
        converted.set(option, properties);
      }
      answers.set(option, (answer = rule(properties, budget) === true));
    }
    return answer;
  };
}
