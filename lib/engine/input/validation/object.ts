/** What one object must be like before it can be part of a revision (docs/requirements.md, the engine). */
import {
  ANNOTATION_IGNORE, ANNOTATION_REPLACEMENT_POLICY, ignoredProblem, isDnsLabel, isSchemaBound, mayBeRounded, REPLACEMENT_POLICIES,
  type JsonObject,
} from '../../../api';
import type { Subject } from '../../../issue';
import { given, isFields, isText, type Fields } from '../given';
import { FORBIDDEN_FIELDS, type NotJson, type Path, type Report } from '../issues';

/** What messages call it, as far as it says. */
export function subjectOfGiven(object: unknown): Subject {
  const { apiVersion, kind, metadata } = isFields(object) ? object : ({} as Fields);
  const { name, namespace } = isFields(metadata) ? metadata : ({} as Fields);
  return {
    apiVersion: isText(apiVersion) ? apiVersion : '?',
    kind: isText(kind) ? kind : 'an object',
    ...(isText(namespace) ? { namespace } : {}),
    ...(isText(name) ? { name } : {}),
  };
}

/** True when its identity is known, so that it can be compared with others. */
export function checkObject(object: unknown, path: Path, report: Report): object is Fields {
  if (!isFields(object)) {
    report('wrong-type', { of: 'object', given: given(object) }, path);
    return false;
  }
  const subject = subjectOfGiven(object);
  let known = true;
  const lacking: Report = (code, data, within) => {
    known = false;
    report(code, data, within, subject);
  };
  const { apiVersion, kind, metadata } = object;
  if (!isText(apiVersion)) lacking('field-required', { field: 'apiVersion', given: given(apiVersion) }, [...path, 'apiVersion']);
  else if (!/^([^/\s]+\/)?[^/\s]+$/.test(apiVersion)) {
    lacking('field-invalid', { field: 'apiVersion', given: given(apiVersion) }, [...path, 'apiVersion']);
  }
  if (!isText(kind)) lacking('field-required', { field: 'kind', given: given(kind) }, [...path, 'kind']);
  if (metadata === undefined) lacking('field-required', { field: 'metadata', given: given(metadata) }, [...path, 'metadata']);
  else if (!isFields(metadata)) lacking('wrong-type', { of: 'metadata', given: given(metadata) }, [...path, 'metadata']);
  else checkMetadata(metadata, [...path, 'metadata'], subject, report, () => (known = false));
  const ignored = ignoredProblem(object as JsonObject);
  if (ignored !== undefined) report('ignore-invalid', ignored, [...path, 'metadata', 'annotations', ANNOTATION_IGNORE], subject);
  checkPlain(object, path, { subject, report, isDouble: (at) => isSchemaBound(object, at.slice(path.length)) });
  return known;
}

function checkMetadata(metadata: Fields, path: Path, subject: Subject, report: Report, anonymous: () => void): void {
  const { name, namespace } = metadata;
  if (!isText(name)) {
    anonymous();
    report('field-required', { field: 'name', given: given(name) }, [...path, 'name'], subject);
  } else if (name === '.' || name === '..' || /[/%]/.test(name)) {
    report('field-invalid', { field: 'name', given: given(name) }, [...path, 'name'], subject);
  }
  if (namespace !== undefined && !(typeof namespace === 'string' && isDnsLabel(namespace))) {
    if (typeof namespace !== 'string') anonymous();
    report('field-invalid', { field: 'namespace', given: given(namespace) }, [...path, 'namespace'], subject);
  }
  for (const field of FORBIDDEN_FIELDS) {
    // A finalizer that is applied comes back whenever its controller takes it off, and stalls the teardown that waits for it.
    if (isSet(field, metadata[field])) report('field-forbidden', { field }, [...path, field], subject);
  }
  checkReplacementPolicy(metadata, path, subject, report);
  for (const field of ['labels', 'annotations']) {
    const value = metadata[field];
    if (value === undefined) continue;
    if (!isFields(value)) report('wrong-type', { of: 'texts', field, given: given(value) }, [...path, field], subject);
    else for (const [key, text] of Object.entries(value)) {
      if (typeof text !== 'string') report('wrong-type', { of: 'text', given: given(text) }, [...path, field, key], subject);
    }
  }
}

function checkReplacementPolicy({ annotations }: Fields, path: Path, subject: Subject, report: Report): void {
  const policy = isFields(annotations) ? annotations[ANNOTATION_REPLACEMENT_POLICY] : undefined;
  // What is no text is reported as such.
  if (typeof policy !== 'string' || REPLACEMENT_POLICIES.some((known) => known === policy)) return;
  report(
    'replacement-policy-unknown', { level: { of: 'object', subject }, given: given(policy), known: REPLACEMENT_POLICIES },
    [...path, 'annotations', ANNOTATION_REPLACEMENT_POLICY], subject,
  );
}

/** Empty values are what the API itself calls unset; generators write `creationTimestamp: null`. */
function isSet(field: string, value: unknown): boolean {
  if (value === null) return field !== 'creationTimestamp';
  if (Array.isArray(value)) return value.length > 0;
  return value !== undefined && value !== '' && value !== 0;
}

/** What is the same for every value of an object. */
interface Within {
  readonly subject: Subject;
  readonly report: Report;
  /** Does the server keep the number at this path as a double, too? */
  readonly isDouble: (path: Path) => boolean;
}

/** Everything that JSON cannot say would be lost, or end the program, on its way to the server. */
function checkPlain(value: unknown, path: Path, within: Within, above: readonly unknown[] = []): void {
  const { subject, report, isDouble } = within;
  const notJson = (data: NotJson): void => report('not-json', data, path, subject);
  if (value === undefined || value === null || typeof value === 'string' || typeof value === 'boolean') return;
  if (typeof value === 'number') {
    if (!Number.isFinite(value)) notJson({ found: 'number', written: String(value) });
    else if (mayBeRounded(value) && !isDouble(path)) notJson({ found: 'unsafe-integer', written: String(value) });
    return;
  }
  if (typeof value !== 'object') return notJson({ found: 'type', type: typeof value });
  if (above.includes(value)) return notJson({ found: 'cycle' });
  const prototype: unknown = Object.getPrototypeOf(value);
  if (Array.isArray(value)) {
    value.forEach((item, index) => (item === undefined
      ? report('not-json', { found: 'gap' }, [...path, index], subject)
      : checkPlain(item, [...path, index], within, [...above, value])));
  } else if (prototype !== Object.prototype && prototype !== null && Object.getPrototypeOf(prototype) !== null) {
    const of: unknown = value.constructor?.name;
    notJson({ found: 'instance', ...(typeof of === 'string' ? { of } : {}) });
  } else {
    for (const [key, member] of Object.entries(value)) checkPlain(member, [...path, key], within, [...above, value]);
  }
}
