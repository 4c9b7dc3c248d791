/** What one object must be like before it can be part of a revision (docs/requirements.md, the engine). */
import { isDnsLabel, mayBeRounded, subjectOf } from '../../api';
import { isFields, isText, join, shown, type Fields, type Report } from './findings';

/** Metadata that belongs to others, with the reason why a revision cannot carry it. */
const FORBIDDEN: Readonly<Record<string, string>> = {
  uid: 'the API server gives it',
  resourceVersion: 'the engine writes its preconditions there',
  generation: 'the API server counts it',
  creationTimestamp: 'the API server sets it',
  deletionTimestamp: 'the API server sets it',
  deletionGracePeriodSeconds: 'the API server sets it',
  selfLink: 'the API server sets it',
  managedFields: 'the API server keeps it',
  ownerReferences: 'the engine writes the owner there',
  generateName: 'a revision knows its objects by name',
  // Applied, a finalizer comes back whenever the controller in charge takes it off, and stalls the teardown that waits for it.
  finalizers: 'finalizers belong to the controllers that take them off',
};

/** How messages call it, as far as it says. */
export function nameOfObject(object: unknown): string {
  const { apiVersion, kind, metadata } = isFields(object) ? object : {};
  const { name, namespace } = isFields(metadata) ? metadata : {};
  const part = (value: unknown, otherwise: string): string => (isText(value) ? value : otherwise);
  return subjectOf({
    apiVersion: part(apiVersion, '?'), kind: part(kind, 'an object'), name: part(name, 'without a name'),
    ...(isText(namespace) ? { namespace } : {}),
  });
}

/** True when its identity is known, so that it can be compared with others. */
export function checkObject(object: unknown, path: string, report: Report): object is Fields {
  if (!isFields(object)) {
    report('wrong-type', path, `${shown(object)} is no Kubernetes object.`);
    return false;
  }
  const subject = nameOfObject(object);
  let known = true;
  const lacking = (code: string, member: string, message: string): void => {
    known = false;
    report(code, join(path, member), `${subject}: ${message}`);
  };
  const { apiVersion, kind, metadata } = object;
  if (!isText(apiVersion)) lacking(
    'field-required', 'apiVersion',
    `its apiVersion is ${shown(apiVersion)}; it must be a text like "v1" or "apps/v1".`,
  );
  else if (!/^([^/\s]+\/)?[^/\s]+$/.test(apiVersion)) lacking(
    'field-invalid', 'apiVersion',
    `${shown(apiVersion)} is no version of an API; write it like "v1" or "apps/v1".`,
  );
  if (!isText(kind)) lacking('field-required', 'kind', `its kind is ${shown(kind)}; it must be a text.`);
  if (!isFields(metadata)) lacking(
    metadata === undefined ? 'field-required' : 'wrong-type', 'metadata',
    `its metadata is ${shown(metadata)}; it must be an object with a name.`,
  );
  else checkMetadata(metadata, join(path, 'metadata'), subject, report, () => (known = false));
  checkPlain(object, path, subject, report);
  return known;
}

function checkMetadata(metadata: Fields, path: string, subject: string, report: Report, anonymous: () => void): void {
  const { name, namespace } = metadata;
  if (!isText(name)) {
    anonymous();
    report('field-required', join(path, 'name'), `${subject}: its name is ${shown(name)}; it must be a text.`);
  } else if (name === '.' || name === '..' || /[/%]/.test(name)) {
    report('field-invalid', join(path, 'name'), `${subject}: no object can have the name ${shown(name)}.`);
  }
  if (namespace !== undefined && !(typeof namespace === 'string' && isDnsLabel(namespace))) {
    if (typeof namespace !== 'string') anonymous();
    report(
      'field-invalid', join(path, 'namespace'),
      `${subject}: no namespace can have the name ${shown(namespace)}; leave it out for cluster-scoped objects.`,
    );
  }
  for (const [field, reason] of Object.entries(FORBIDDEN)) {
    if (isSet(field, metadata[field])) {
      report('field-forbidden', join(path, field), `${subject}: metadata.${field} must not be set, because ${reason}.`);
    }
  }
  for (const field of ['labels', 'annotations']) {
    const value = metadata[field];
    if (value === undefined) continue;
    if (!isFields(value)) report(
      'wrong-type', join(path, field),
      `${subject}: metadata.${field} is ${shown(value)}; it must be an object of texts.`,
    );
    else for (const [key, text] of Object.entries(value)) {
      if (typeof text !== 'string') {
        report('wrong-type', join(path, `${field}[${JSON.stringify(key)}]`), `${subject}: the value is ${shown(text)}; it must be a text.`);
      }
    }
  }
}

/** Empty values are what the API itself calls unset; generators write `creationTimestamp: null`. */
function isSet(field: string, value: unknown): boolean {
  if (value === null) return field !== 'creationTimestamp';
  if (Array.isArray(value)) return value.length > 0;
  return value !== undefined && value !== '' && value !== 0;
}

/** Everything that JSON cannot say would be lost, or end the program, on its way to the server. */
function checkPlain(value: unknown, path: string, subject: string, report: Report, above: readonly unknown[] = []): void {
  const say = (what: string): void => report('not-json', path, `${subject}: ${what} cannot be written as JSON.`);
  if (value === undefined || value === null || typeof value === 'string' || typeof value === 'boolean') return;
  if (typeof value === 'number') {
    if (!Number.isFinite(value)) say(String(value));
    else if (mayBeRounded(value)) {
      report('not-json', path, `${subject}: ${value}, an integer beyond 2^53, cannot be written as JSON without losing digits.`);
    }
    return;
  }
  if (typeof value !== 'object') return say(`a ${typeof value}`);
  if (above.includes(value)) return say('an object that contains itself');
  const prototype: unknown = Object.getPrototypeOf(value);
  if (Array.isArray(value)) {
    value.forEach((item, index) => (item === undefined
      ? report('not-json', `${path}[${index}]`, `${subject}: a gap in a list cannot be written as JSON.`)
      : checkPlain(item, `${path}[${index}]`, subject, report, [...above, value])));
  } else if (prototype !== Object.prototype && prototype !== null && Object.getPrototypeOf(prototype) !== null) {
    say(`an instance of ${value.constructor?.name ?? 'a class'}`);
  } else {
    for (const [key, member] of Object.entries(value)) checkPlain(member, join(path, key), subject, report, [...above, value]);
  }
}
