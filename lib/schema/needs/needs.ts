/** What the validation of the API server asks of built-in kinds beyond their published schemas, as data. */
import type { JsonObject } from '../../api';
import type { Walk } from '../report';
import type { TextFormat } from './text-format';

/** A rule between fields of one object; it reports what it finds where the walk stands. */
export type Rule = (walk: Walk, object: JsonObject) => void;

/** What is asked of one value. A value of the wrong type is reported by the schema and skipped here. */
export interface Needs {
  /** Fields that must be there with more than an empty value; an absent and an empty one are the same to the server. */
  readonly required?: readonly string[];
  /** Of these fields exactly one. */
  readonly exactlyOne?: readonly string[];
  /** Of these fields at most one. */
  readonly atMostOne?: readonly string[];
  readonly fields?: Readonly<Record<string, Needs>>;
  /** Of every entry of the list. */
  readonly items?: Needs;
  /** Of every value of the map. */
  readonly values?: Needs;
  /** Syntax of every key of the map. */
  readonly keys?: TextFormat;
  /** Entries of the list differ in this field, where they have it. */
  readonly unique?: string;
  /** Of a text that is not empty. */
  readonly format?: TextFormat;
  /** An empty text is refused as well, where the field is there. */
  readonly filled?: true;
  /** Of a number: least and most. */
  readonly range?: readonly [least: number, most: number];
  /** Texts that the server knows; an empty one counts as absent, as it is required or gets a default. */
  readonly allowed?: readonly string[];
  readonly rules?: readonly Rule[];
}

const MOST = Number.MAX_SAFE_INTEGER;
/** A number that is not negative. */
export const count: Needs = { range: [0, MOST] };
/** A number from 1. */
export const positive: Needs = { range: [1, MOST] };
/** A port by number, or by name where the field takes text. */
export const port: Needs = { range: [1, 65535], format: 'port-name' };
/** Absolute, or a percentage. */
export const countOrPercent: Needs = { range: [0, MOST], format: 'percent', filled: true };
