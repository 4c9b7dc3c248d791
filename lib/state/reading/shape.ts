/** Tests of the form of what is read from the state, made of smaller ones. */
import { isJsonObject } from '../../api';

export type Test = (value: unknown) => boolean;

export const isText: Test = (value) => typeof value === 'string';
export const isCount: Test = (value) => Number.isSafeInteger(value) && Number(value) >= 0;
export const isFlag: Test = (value) => typeof value === 'boolean';
/** No longer than ours; what is parsed as a time may hold comments of any length. */
export const isTime: Test = (value) => typeof value === 'string' && value.length <= 40 && !Number.isNaN(Date.parse(value));

/** It may be absent. */
export const optional = (test: Test): Test => (value) => value === undefined || test(value);
export const listOf = (test: Test): Test => (value) => Array.isArray(value) && value.every((entry) => test(entry));

/** An object whose fields pass these tests. Fields that a newer version has added pass as they are. */
export function fields(tests: Readonly<Record<string, Test>>): Test {
  const named = Object.entries(tests);
  return (value) => isJsonObject(value) && named.every(([name, test]) => test(value[name]));
}

export const isProbe = fields({ selector: isJsonObject, assertions: listOf(isJsonObject) });
