/** Owners: what they must say of themselves, and which objects they can own. */
import { isDnsSubdomain } from '../../../api';
import { given, isFields, isText, type Fields } from '../given';
import { OWNER_FIELDS, type Path, type Report } from '../issues';
import { subjectOfGiven } from './object';

/** @returns the namespace to which native ownership confines objects */
export function checkOwner(owner: unknown, strategy: unknown, report: Report): string | undefined {
  const type = strategy === undefined ? undefined : checkStrategy(strategy, report);
  if (owner === undefined) return undefined;
  if (!isFields(owner)) {
    report('owner-invalid', { given: given(owner) }, ['owner']);
    return undefined;
  }
  for (const field of OWNER_FIELDS) {
    if (!isText(owner[field])) report('owner-invalid', { field, given: given(owner[field]) }, ['owner', field]);
  }
  const { namespace } = owner;
  if (namespace !== undefined && typeof namespace !== 'string') {
    report('owner-invalid', { field: 'namespace', given: given(namespace) }, ['owner', 'namespace']);
  }
  if (strategy === undefined) report('owner-strategy-missing', {}, ['strategy']);
  return type === 'native' && isText(namespace) ? namespace : undefined;
}

function checkStrategy(strategy: unknown, report: Report): unknown {
  const { type, annotation } = isFields(strategy) ? strategy : ({} as Fields);
  if (type !== 'native' && type !== 'annotation') {
    report('owner-strategy-invalid', { given: given(type ?? strategy) }, ['strategy']);
  } else if (type === 'annotation' && !isAnnotationKey(annotation)) {
    report('annotation-key-invalid', { given: given(annotation) }, ['strategy', 'annotation']);
  }
  return type;
}

/** Qualified names of Kubernetes: an optional DNS prefix and up to 63 letters, digits, `-`, `_` and `.`. */
export function isAnnotationKey(value: unknown): value is string {
  if (typeof value !== 'string') return false;
  const slash = value.indexOf('/');
  const name = value.slice(slash + 1);
  return (slash < 0 || isDnsSubdomain(value.slice(0, slash))) && name.length <= 63
    && /^[A-Za-z0-9]([-A-Za-z0-9_.]*[A-Za-z0-9])?$/.test(name);
}

/** Values of labels. */
export function isLabelValue(value: unknown): value is string {
  return typeof value === 'string' && value.length <= 63 && /^([A-Za-z0-9]([-A-Za-z0-9_.]*[A-Za-z0-9])?)?$/.test(value);
}

/**
 * A native reference of a namespaced owner reaches objects of its own namespace only: the garbage collector deletes all others,
 * because it does not find their owner.
 */
export function checkReach(object: Fields, confined: string, namespaced: boolean | undefined, path: Path, report: Report): void {
  const { namespace } = object['metadata'] as Fields;
  const subject = subjectOfGiven(object);
  if (!(namespaced ?? isText(namespace))) {
    report('object-cluster-scoped', { confined }, path, subject);
  } else if (namespace !== confined) {
    const named = isText(namespace) ? { namespace } : {};
    report('object-other-namespace', { ...named, confined }, [...path, 'metadata', 'namespace'], subject);
  }
}
