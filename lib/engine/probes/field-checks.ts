/** Checks on fields, whatever they mean. */
import type { JsonValue, KubeObject } from '../../api';
import { jsonEqual } from '../canonical';
import { valueAt, type FieldPath } from './field-path';
import { shownValue } from './text';
import { failed, PASS, unknown, type Finding } from './verdict';

/** Do two fields hold the same value? A field that is missing, even both, is no answer (S0's example of a fresh Deployment). */
export function judgeEqual(object: KubeObject, fieldA: FieldPath, fieldB: FieldPath): Finding {
  const subject = `"${fieldA.text}" == "${fieldB.text}": `;
  const a = valueAt(object, fieldA);
  if (a === undefined) return unknown(`${subject}"${fieldA.text}" missing`);
  const b = valueAt(object, fieldB);
  if (b === undefined) return unknown(`${subject}"${fieldB.text}" missing`);
  return jsonEqual(a, b) ? PASS : failed(`${subject}${shownValue(a)} is not ${shownValue(b)}`);
}

/** Does a field hold this JSON value? */
export function judgeValue(object: KubeObject, field: FieldPath, value: JsonValue): Finding {
  const subject = `"${field.text}" == ${shownValue(value)}: `;
  const actual = valueAt(object, field);
  if (actual === undefined) return unknown(`${subject}"${field.text}" missing`);
  return jsonEqual(actual, value) ? PASS : failed(`${subject}it is ${shownValue(actual)}`);
}
