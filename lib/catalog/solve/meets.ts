/** Does one bundle by itself meet a need for a package, a kind, or a rule? */
import type { Constraint, RequiredKind } from '../../formats';
import { isBulky } from '../model/blob';
import { isInSkipRange, type ParsedSkipRange, parseSkipRange } from '../versions/skip-range';
import type { Option } from './option';

/** A need that is no combination of others. */
export type Leaf = Extract<Constraint, { readonly form: 'package' | 'kind' | 'cel' }>;

export function isLeaf(constraint: Constraint): constraint is Leaf {
  return constraint.form === 'package' || constraint.form === 'kind' || constraint.form === 'cel';
}

/** Of what a bundle is, whether or not it may be installed. */
export type Subject = Pick<Option, 'packageName' | 'parsed' | 'kinds' | 'properties'>;

export type LeafTest = (subject: Subject) => boolean;

/** Rules are compiled once for each text, because thousands of bundles have the same. */
export class LeafTests {
  readonly #rules = new Map<string, LeafTest>();

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
    if (test === undefined) this.#rules.set(text, (test = ruleTest(text)));
    return test;
  }
}

function isInRange({ parsed: version }: Subject, parsed: ParsedSkipRange): boolean {
  return 'range' in parsed && version !== undefined && isInSkipRange(parsed.range, version.version);
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
  const answers = new WeakMap<Subject, boolean>();
  return (option) => {
    let answer = answers.get(option);
    if (answer === undefined) {
      const properties = option.properties.filter((property) => !isBulky(property));
      answers.set(option, (answer = rule(celValue(properties)) === true));
    }
    return answer;
  };
}
