/** Probes as an author writes them; what they become in the manifest is `ProbeAssertion`. */
import type { JsonValue, ProbeAssertion } from '../lib/api';

/**
 * A rule that says whether an object is ready. The next phase starts when every probe of every object in this one passes.
 * A probe is immutable and may be used for any number of targets.
 *
 * An object that has probes of its own is judged by those alone; add `Probe.kindDefault()` to keep the rule of its kind.
 */
export class Probe {
  /**
   * The object's `status.conditions` has a condition of this type with this status, seen at the object's current generation.
   *
   * @param type type of the condition, like `Available`
   * @param status @default 'True'
   */
  static condition(type: string, status: 'True' | 'False' = 'True'): Probe {
    return new Probe({ type: 'ConditionEqual', conditionEqual: { type, status } });
  }

  /** Two fields of the object are equal. Paths like `status.replicas`, without a leading dot. */
  static fieldsEqual(fieldA: string, fieldB: string): Probe {
    return new Probe({ type: 'FieldsEqual', fieldsEqual: { fieldA, fieldB } });
  }

  /** A field of the object has this value. Path like `status.phase`, without a leading dot. */
  static fieldValue(fieldPath: string, value: JsonValue): Probe {
    return new Probe({ type: 'FieldValue', fieldValue: { fieldPath, value } });
  }

  /**
   * A CEL expression over the object gives true.
   *
   * @param rule expression over `self`, like `self.status.readyReplicas >= 2`
   * @param message what people read while it is false
   */
  static cel(rule: string, message: string): Probe {
    return new Probe({ type: 'CEL', cel: { rule, message } });
  }

  /** The rule that the object's kind has anyway. */
  static kindDefault(): Probe {
    return new Probe({ type: 'KindDefault' });
  }

  /** @internal A rule as data, which was one before. */
  static fromAssertion(assertion: ProbeAssertion): Probe {
    return new Probe(assertion);
  }

  private constructor(private readonly assertion: ProbeAssertion) {}

  /**
   * The same rule, but a failure ends the rollout at once instead of being waited out.
   * A missing or outdated answer is not a failure.
   */
  terminal(): Probe {
    return new Probe({ ...this.assertion, terminal: true });
  }

  /** The rule as data, as it stands in the manifest. */
  toAssertion(): ProbeAssertion {
    return this.assertion;
  }
}
