/**
 * Reading input of which nothing is certain, field by field: a value of the wrong type becomes a issue with its path, and counts as
 * absent.
 */
import { type JsonObject, type JsonValue, isJsonObject } from '../../api';
import type { Segment } from '../../issue';
import type { FieldProblem, FieldType } from './field-wording';

type Report = (problem: FieldProblem, path: readonly Segment[]) => void;

/** A mapping of the input, at its path. */
export class Fields {
  private constructor(
    /** The mapping itself, where it is passed on as it is. */
    readonly value: JsonObject,
    readonly path: readonly Segment[],
    private readonly report: Report,
  ) {}

  static of(value: JsonObject, report: Report): Fields {
    return new Fields(value, [], report);
  }

  at(key: string): readonly Segment[] {
    return [...this.path, key];
  }

  text(key: string): string | undefined {
    return this.of(key, 'string', (value) => typeof value === 'string');
  }

  /** Empty, with a issue, when it is absent or empty. */
  requiredText(key: string): string {
    const text = this.raw(key) === undefined ? '' : this.text(key);
    if (text === '') this.report({ wrong: 'missing' }, this.at(key));
    return text ?? '';
  }

  truth(key: string): boolean | undefined {
    return this.of(key, 'boolean', (value) => typeof value === 'boolean');
  }

  integer(key: string): number | undefined {
    return this.of(key, 'integer', (value) => Number.isInteger(value));
  }

  integerOrText(key: string): number | string | undefined {
    return this.of(key, 'integer-or-string', (value) => typeof value === 'string' || Number.isInteger(value));
  }

  mapping(key: string): JsonObject | undefined {
    return this.of(key, 'mapping', isJsonObject);
  }

  /** The mapping under a key, to read on in it; an empty one when it is absent. */
  child(key: string): Fields {
    return new Fields(this.mapping(key) ?? {}, this.at(key), this.report);
  }

  /** Entries of a list of mappings. */
  children(key: string): Fields[] {
    return this.entries(key).flatMap((entry, index) => {
      const path = [...this.at(key), index];
      if (isJsonObject(entry)) return [new Fields(entry, path, this.report)];
      this.report({ wrong: 'type', expected: 'mapping' }, path);
      return [];
    });
  }

  /** Entries of a list of strings; undefined when it is absent. */
  texts(key: string): string[] | undefined {
    if (this.raw(key) === undefined) return undefined;
    return this.entries(key).flatMap((entry, index) => {
      if (typeof entry === 'string') return [entry];
      this.report({ wrong: 'type', expected: 'string' }, [...this.at(key), index]);
      return [];
    });
  }

  /** A map of strings; undefined when it is absent. */
  textMap(key: string): Readonly<Record<string, string>> | undefined {
    const given = this.mapping(key);
    if (given === undefined) return undefined;
    const fields = new Fields(given, this.at(key), this.report);
    return Object.fromEntries(Object.keys(given).flatMap((name) => {
      const text = fields.text(name);
      return text === undefined ? [] : [[name, text]];
    }));
  }

  /** Says that something is wrong with a field. */
  complain(key: string, problem: FieldProblem): void {
    this.report(problem, this.at(key));
  }

  private entries(key: string): readonly JsonValue[] {
    return this.of<readonly JsonValue[]>(key, 'list', Array.isArray) ?? [];
  }

  private raw(key: string): JsonValue | undefined {
    return Object.hasOwn(this.value, key) ? (this.value[key] ?? undefined) : undefined;
  }

  /** The value when it passes; absent and null are undefined. What the value is is not said: it may be secret. */
  private of<T extends JsonValue>(key: string, expected: FieldType, passes: (value: JsonValue) => boolean): T | undefined {
    const value = this.raw(key);
    if (value === undefined) return undefined;
    if (passes(value)) return value as T;
    const quotable = expected === 'string' && typeof value !== 'object';
    this.report({ wrong: 'type', expected, ...(quotable && { quotable }) }, this.at(key));
    return undefined;
  }
}
