/** What can be wrong with an object by its schema. The words for it are in wording.ts. */
import type { JsonValue } from '../api';
import { issuesOf, type None, type Origin } from '../issue';
import type { YamlIssues } from '../yaml';
import type { TextFormat } from './needs/text-format';
import type { ReplacedBy } from './retired';

/** A type that a schema wants. */
export type ExpectedType = 'object' | 'list' | 'string' | 'boolean' | 'integer' | 'number' | 'quantity' | 'integer-or-string';
/** The type that a value has. */
export type FoundType = 'null' | 'list' | 'object' | 'boolean' | 'string' | 'number';

/** Rules of the API server for names. */
export type NameRule = 'subdomain' | 'label' | 'label-with-letter' | 'path' | 'cron-job';
/** The part of a label's or annotation's key that is wrong. */
export type KeyPart = 'prefix' | 'name';

/** Issues by their codes, with the data that each carries. */
export interface SchemaIssues extends Pick<YamlIssues, 'missing-kind'> {
  'bad-api-version': { readonly apiVersion: string };
  'unknown-kind': UnknownKind;
  'unknown-field': {
    readonly field: string;
    /** Names of the fields that there are; absent: none are declared, so the server drops all. */
    readonly known?: readonly string[];
    /** The one that was probably meant. */
    readonly near?: string;
  };
  'wrong-type': {
    readonly expected: ExpectedType;
    readonly found?: FoundType;
    /** Absent for objects and lists, and where it may be secret. */
    readonly value?: string | number | boolean | null;
    readonly fix?: 'quote' | 'unquote' | 'dashes';
  };
  'missing-field': { readonly field: string };
  'value-not-allowed': { readonly value: JsonValue; readonly allowed: readonly JsonValue[] };
  'out-of-range': {
    readonly value: number;
    readonly rule: 'int32' | 'at-least' | 'above' | 'at-most' | 'below' | 'multiple-of';
    /** Of every rule but `int32`. */
    readonly limit?: number;
  };
  'bad-length': {
    readonly rule: 'at-least' | 'at-most';
    readonly limit: number;
    readonly length: number;
    readonly unit: 'characters' | 'entries' | 'items';
  };
  'pattern-mismatch': { readonly value: string; readonly pattern: string };
  'bad-quantity': { readonly value: string };
  'bad-base64': None;
  'bad-time': { readonly value: string; readonly micro: boolean };
  'duplicate-key': {
    /** Values of the keys that tell the entries of the list apart, in their order. */
    readonly keys: readonly (readonly [key: string, value: JsonValue])[];
    /** Index of the first entry with these. */
    readonly first: number;
  };
  'duplicate-item': { readonly item: JsonValue; readonly first: number };
  'missing-name': { readonly absent: 'metadata' | 'name' };
  'bad-name': {
    readonly kind: string;
    readonly name: string;
    readonly rule: NameRule | 'plural-and-group' | 'version-and-group';
    /** The only name that the last two rules take. */
    readonly expected?: string;
  };
  'bad-namespace': { readonly namespace: string };
  'namespace-ignored': { readonly kind: string; readonly namespace: string };
  'bad-label': { readonly key: string; readonly part: KeyPart } | { readonly value: string };
  'bad-annotation': { readonly key: string; readonly part: KeyPart } | { readonly bytes: number; readonly limit: number };
  /** A text that has not the syntax that the server wants. */
  'bad-format': { readonly value: string; readonly format: TextFormat };
  /** Several of the fields, or none where one must be there. */
  'one-of-fields': { readonly fields: readonly string[]; readonly found: readonly string[] };
  'forbidden-field': { readonly field: string; readonly beside: string };
  /** The selector of a workload does not choose the pods of its template, for this label. */
  'selector-mismatch': { readonly key: string };
  'unknown-volume': { readonly name: string };
  'stored-versions': { readonly stored: number };
  'duplicate-object': {
    /** Where the first one is. */
    readonly first: Origin;
    /** They are equal. */
    readonly copy: boolean;
  };
}

/** A kind that has no schema. */
export type UnknownKind =
  | { readonly problem: 'version-not-served'; readonly kind: string; readonly version: string; readonly served: readonly string[] }
  | { readonly problem: 'not-among-objects'; readonly kind: string; readonly apiVersion: string }
  | {
    readonly problem: 'retired';
    readonly kind: string;
    readonly apiVersion: string;
    /** The Kubernetes version that dropped it. */
    readonly since: string;
    readonly replacedBy?: ReplacedBy;
    /** Where it is served now. */
    readonly servedIn?: string;
  }
  | {
    readonly problem: 'no-such-kind';
    readonly kind: string;
    readonly apiVersion: string;
    readonly kubernetesVersion: string;
    readonly servedIn?: string;
    readonly near?: string;
  };

export const schemaIssue = issuesOf<SchemaIssues>();
