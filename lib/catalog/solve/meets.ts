/** Does one bundle by itself meet a need for a package, a kind, or a rule? */
import type { Constraint, RequiredKind } from '../../formats';
import { isBulky } from '../model/blob';
import { parseSkipRange, isInSkipRange, type SkipRange } from '../versions/skip-range';
import type { Option } from './option';

/** A need that is no combination of others. */
export type Leaf = Extract<Constraint, { readonly form: 'package' | 'kind' | 'cel' }>;

export function isLeaf(constraint: Constraint): constraint is Leaf {
  return constraint.form === 'package' || constraint.form === 'kind' || constraint.form === 'cel';
}

export type LeafTest = (option: Option) => boolean;

/** Tests are made once for each text, because thousands of bundles ask for the same. */
export class LeafTests {
  readonly #ranges = new Map<string, SkipRange | undefined>();
  readonly #rules = new Map<string, (option: Option) => boolean>();

  of(leaf: Leaf): LeafTest {
    switch (leaf.form) {
      case 'package': {
        const { name, range } = leaf.package;
        return (option) => option.packageName === name && (range === undefined || this.#isInRange(option, range));
      }
      case 'kind': {
        const key = kindKey(leaf.kind);
        return (option) => option.kinds.has(key);
      }
      case 'cel':
        return this.#ruleTest(leaf.rule);
    }
  }

  #isInRange({ parsed }: Option, text: string): boolean {
    let range = this.#ranges.get(text);
    if (range === undefined && !this.#ranges.has(text)) {
      const found = parseSkipRange(text);
      this.#ranges.set(text, (range = 'range' in found ? found.range : undefined));
    }
    return range !== undefined && parsed !== undefined && isInSkipRange(range, parsed.version);
  }

  #ruleTest(text: string): LeafTest {
    let test = this.#rules.get(text);
    if (test === undefined) this.#rules.set(text, (test = ruleTest(text)));
    return test;
  }
}

export function kindKey({ group, version, kind }: RequiredKind): string {
  return `${group}/${version}/${kind}`;
}

/** A rule that does not compile, or has no answer for a bundle, is not met by it. */
function ruleTest(text: string): LeafTest {
  // eslint-disable-next-line @typescript-eslint/no-require-imports -- few bundles have such a rule, and the library takes time to load
  const { compileRule, celValue } = require('../../cel') as typeof import('../../cel');
  let rule: ReturnType<typeof compileRule>;
  try {
    rule = compileRule(text, 'constraint');
  } catch {
    return () => false;
  }
  const answers = new WeakMap<Option, boolean>();
  return (option) => {
    let answer = answers.get(option);
    if (answer === undefined) {
      const properties = option.properties.filter((property) => !isBulky(property));
      answers.set(option, (answer = rule(celValue(properties)) === true));
    }
    return answer;
  };
}
