/** Reading input of which nothing is certain, field by field: a value of the wrong type becomes a finding with its path, and counts as absent. */
import { type JsonObject, type JsonValue, isJsonObject } from '../../api';
import { defined } from '../../defined';
import type { Finding } from '../../schema/finding';
import { problem } from '../report';

type Report = (message: string, path: string, hint?: string) => void;

/** A mapping of the input, at its path. */
export class Fields {
  private constructor(
    /** The mapping itself, where it is passed on as it is. */
    readonly value: JsonObject,
    readonly path: string,
    private readonly report: Report,
  ) {}

  static of(value: JsonObject, origin: string, code: string, findings: Finding[]): Fields {
    return new Fields(value, '', (message, path, hint) => findings.push(problem(code, message, { origin, path, ...defined({ hint }) })));
  }

  at(key: string): string {
    const step = /^[A-Za-z_][\w-]*$/.test(key) ? `.${key}` : `[${JSON.stringify(key)}]`;
    return this.path === '' ? step.replace(/^\./, '') : `${this.path}${step}`;
  }

  text(key: string): string | undefined {
    return this.of(key, 'a string', (value) => typeof value === 'string');
  }

  /** Empty, with a finding, when it is absent or empty. */
  requiredText(key: string): string {
    const text = this.raw(key) === undefined ? '' : this.text(key);
    if (text === '') this.report('required field missing', this.at(key));
    return text ?? '';
  }

  truth(key: string): boolean | undefined {
    return this.of(key, 'true or false', (value) => typeof value === 'boolean');
  }

  integer(key: string): number | undefined {
    return this.of(key, 'an integer', (value) => Number.isInteger(value));
  }

  integerOrText(key: string): number | string | undefined {
    return this.of(key, 'an integer or a string', (value) => typeof value === 'string' || Number.isInteger(value));
  }

  mapping(key: string): JsonObject | undefined {
    return this.of(key, 'a mapping', isJsonObject);
  }

  /** The mapping under a key, to read on in it; an empty one when it is absent. */
  child(key: string): Fields {
    return new Fields(this.mapping(key) ?? {}, this.at(key), this.report);
  }

  /** Entries of a list of mappings. */
  children(key: string): Fields[] {
    return this.entries(key).flatMap((entry, index) => {
      const path = `${this.at(key)}[${index}]`;
      if (isJsonObject(entry)) return [new Fields(entry, path, this.report)];
      this.report('must be a mapping', path);
      return [];
    });
  }

  /** Entries of a list of strings; undefined when it is absent. */
  texts(key: string): string[] | undefined {
    if (this.raw(key) === undefined) return undefined;
    return this.entries(key).flatMap((entry, index) => {
      if (typeof entry === 'string') return [entry];
      this.report('must be a string', `${this.at(key)}[${index}]`);
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
  complain(key: string, message: string, hint?: string): void {
    this.report(message, this.at(key), hint);
  }

  private entries(key: string): readonly JsonValue[] {
    return this.of<readonly JsonValue[]>(key, 'a list', Array.isArray) ?? [];
  }

  private raw(key: string): JsonValue | undefined {
    return Object.hasOwn(this.value, key) ? (this.value[key] ?? undefined) : undefined;
  }

  /** The value when it passes; absent and null are undefined. What the value is is not said: it may be secret. */
  private of<T extends JsonValue>(key: string, expected: string, passes: (value: JsonValue) => boolean): T | undefined {
    const value = this.raw(key);
    if (value === undefined) return undefined;
    if (passes(value)) return value as T;
    this.report(`must be ${expected}`, this.at(key), expected === 'a string' && typeof value !== 'object' ? 'Quote it.' : undefined);
    return undefined;
  }
}
