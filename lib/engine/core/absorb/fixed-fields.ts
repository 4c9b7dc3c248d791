/** Changes that the API server never makes in place, read from its refusals. Pure. */
import type { ApiStatus } from '../../ports';
import { denierOf, isDenied, isOfSchema } from './refusals';

/** How the API server words that a field stays as it was made. It has no reason code of its own for that. */
const WORDINGS = [
  /immutable/i,
  /may not change once set/,
  /updates to \w+ spec for fields other than/,
  /updates to \w+ are forbidden/,
  /pod updates may not change fields other than/,
  /cannot change roleRef/,
  /(?:can|may|must) ?not be (?:changed|updated|modified|unset)/i,
  /failed rule: .*\boldSelf\b/,
  /field can ?not be less than status\.capacity/,
  /only dynamically provisioned pvc can be resized/,
];

/** Fields that cannot be changed in place; undefined when the refusal says nothing of the kind. */
export function fixedFields(status: ApiStatus): readonly string[] | undefined {
  if (status.code !== 422 && status.code !== 403) return undefined;
  const isFixed = (message: string | undefined): boolean => message !== undefined && WORDINGS.some((wording) => wording.test(message));
  const fields = fieldsOf(status, isFixed);
  if (fields.length > 0) return fields;
  return isFixed(status.message) ? [] : undefined;
}

/** The same of a change that was refused, while the server accepts the object as a new one: all that it names are transitions. */
export function changedFields(status: ApiStatus): readonly string[] {
  return fixedFields(status) ?? fieldsOf(status, () => true);
}

function fieldsOf({ causes }: ApiStatus, isMeant: (message: string | undefined) => boolean): readonly string[] {
  const fields = causes.filter(({ message }) => isMeant(message))
    .flatMap(({ field }) => (field === undefined || field === '' ? [] : [field]));
  return [...new Set(fields)];
}

/**
 * May the object be accepted once it is made anew? What the API server finds wrong with a change may be about the step from the old
 * object to the new one: rules of a definition with `oldSelf` are worded by their author. What a webhook or a policy refuses is not.
 */
export function mayBeOfChange(status: ApiStatus): boolean {
  return fixedFields(status) !== undefined || (status.code === 422 && denierOf(status) === undefined);
}

/** What a trial under another name is refused for, and the object itself would not be: its name, and what the old object still has. */
const OF_TRIAL = /^metadata\.name$|^spec\.(?:clusterIPs?|healthCheckNodePort)\b|^spec\.ports\[\d+\]\.nodePort$/;

/** Would the object be refused under its own name, too? */
export function isOfContent(status: ApiStatus): boolean {
  const { causes, code, message } = status;
  // The permission may be for the name alone, and quota is free again when the old one is gone; other rules of admission look at content.
  if (code === 403) return !isDenied(status) && !/exceeded quota/.test(message);
  if (denierOf(status) !== undefined) return true;
  if (!isOfSchema(status)) return false;
  return causes.length === 0 || causes.some(({ field = '', message = '' }) => !OF_TRIAL.test(field) && !/metadata\.name\b/.test(message));
}
