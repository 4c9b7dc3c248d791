/** Owners: what they must say of themselves, and which objects they can own. */
import { isDnsSubdomain } from '../../api';
import { isFields, isText, shown, type Fields, type Report } from './findings';
import { nameOfObject } from './validate-object';

/** @returns the namespace to which native ownership confines objects */
export function checkOwner(owner: unknown, strategy: unknown, report: Report): string | undefined {
  const type = strategy === undefined ? undefined : checkStrategy(strategy, report);
  if (owner === undefined) return undefined;
  if (!isFields(owner)) {
    report('owner-invalid', 'owner', `The owner is ${shown(owner)}; it must have apiVersion, kind, name and uid.`);
    return undefined;
  }
  for (const field of ['apiVersion', 'kind', 'name', 'uid']) {
    const reason = field === 'uid' ? ' An owner must exist before it can own anything.' : '';
    if (!isText(owner[field])) {
      report('owner-invalid', `owner.${field}`, `The owner's ${field} is ${shown(owner[field])}; it must be a text.${reason}`);
    }
  }
  const { namespace } = owner;
  if (namespace !== undefined && typeof namespace !== 'string') {
    report('owner-invalid', 'owner.namespace', `The owner's namespace is ${shown(namespace)}; it must be a text.`);
  }
  if (strategy === undefined) {
    report(
      'owner-strategy-missing', 'strategy',
      'There is an owner, but nothing says how objects name it: choose the strategy native or annotation.',
    );
  }
  return type === 'native' && isText(namespace) ? namespace : undefined;
}

function checkStrategy(strategy: unknown, report: Report): unknown {
  const { type, annotation } = isFields(strategy) ? strategy : ({} as Fields);
  if (type !== 'native' && type !== 'annotation') {
    report(
      'owner-strategy-invalid', 'strategy',
      `The strategy is ${shown(type ?? strategy)}; it must be { type: 'native' } or { type: 'annotation', annotation }.`,
    );
  } else if (type === 'annotation' && !isAnnotationKey(annotation)) {
    report(
      'annotation-key-invalid', 'strategy.annotation',
      `${shown(annotation)} is no key of an annotation; write it like "example.com/owners".`,
    );
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
export function checkReach(object: Fields, confined: string, namespaced: boolean | undefined, path: string, report: Report): void {
  const { namespace } = object['metadata'] as Fields;
  const subject = nameOfObject(object);
  const way = 'Use a cluster-scoped owner, or the annotation strategy.';
  if (!(namespaced ?? isText(namespace))) {
    report(
      'object-cluster-scoped', path,
      `${subject}: it is cluster-scoped, and a native owner in namespace ${confined} cannot own it. ${way}`,
    );
  } else if (namespace !== confined) {
    const where = isText(namespace) ? `is in namespace ${namespace}` : 'names no namespace';
    report(
      'object-other-namespace', `${path}.metadata.namespace`,
      `${subject}: it ${where}, and a native owner in namespace ${confined} cannot own it. ${way}`,
    );
  }
}
