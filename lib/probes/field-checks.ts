/** Checks on fields, whatever they mean. */
import type { JsonValue, KubeObject } from '../api';
import { jsonEqual } from '../api/json-equal';
import { valueAt, type FieldPath } from './field-path';
import { isSecret, shownValue } from './text';
import { failed, PASS, unknown, type Finding } from './verdict';

/**
 * Do two fields hold the same value? A field that is missing, even both, is no answer: so a fresh Deployment is shown
 * (docs/requirements.md, revisions).
 */
export function judgeEqual(object: KubeObject, fieldA: FieldPath, fieldB: FieldPath): Finding {
  const subject = `"${fieldA.text}" == "${fieldB.text}": `;
  const a = valueAt(object, fieldA);
  if (a === undefined) return unknown(`${subject}"${fieldA.text}" missing`);
  const b = valueAt(object, fieldB);
  if (b === undefined) return unknown(`${subject}"${fieldB.text}" missing`);
  if (jsonEqual(a, b)) return PASS;
  const difference = isSecret(object) ? 'they differ (values of a Secret are not shown)' : `${shownValue(a)} is not ${shownValue(b)}`;
  return failed(subject + difference);
}

/** Does a field hold this JSON value? */
export function judgeValue(object: KubeObject, field: FieldPath, value: JsonValue): Finding {
  const secret = isSecret(object);
  const subject = `"${field.text}" == ${secret ? '(not shown)' : shownValue(value)}: `;
  const actual = valueAt(object, field);
  if (actual === undefined) return unknown(`${subject}"${field.text}" missing`);
  if (jsonEqual(actual, value)) return PASS;
  return failed(subject + (secret ? 'it has another value (values of a Secret are not shown)' : `it is ${shownValue(actual)}`));
}
