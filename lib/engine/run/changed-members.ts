/**
 * Which field it was. Of some kinds the API server refuses a change of `spec` as a whole, and names only what may change: what did change
 * is found by comparing what is wanted with what is there. Pure.
 */
import type { KubeObject } from '../../api';
import { fixedFields } from '../core';
import { isMap } from '../fields';
import type { ApiStatus } from '../ports';

/** Fields that are refused as a whole, and may have members that say more. */
export function wholeFields(status: ApiStatus): readonly string[] {
  return (fixedFields(status) ?? []).filter((field) => /^\w+$/.test(field));
}

/** The same refusal, with a cause for each member that differs. What it does not find stays as the server said it. */
export function withChangedMembers(status: ApiStatus, wanted: KubeObject, live: KubeObject): ApiStatus {
  const whole = wholeFields(status);
  const causes = status.causes.flatMap((cause) => {
    const { field = '', message = '' } = cause;
    const members = whole.includes(field) ? changedMembers(wanted[field], live[field], allowedIn(message)) : [];
    return members.length === 0 ? [cause] : members.map((name) => ({ ...cause, field: `${field}.${name}` }));
  });
  return { ...status, causes };
}

/** Members that may change: the server puts them in quotation marks. */
function allowedIn(message: string): ReadonlySet<string> {
  return new Set([...message.matchAll(/'([\w.]+)'/g)].map(([, name]) => name ?? ''));
}

function changedMembers(wanted: unknown, live: unknown, allowed: ReadonlySet<string>): readonly string[] {
  if (!isMap(wanted) || !isMap(live)) return [];
  return Object.keys(wanted).filter((name) => !allowed.has(name) && !isPartOf(wanted[name], live[name])).sort();
}

/** Beside what is wanted there may be what the server has filled in. */
function isPartOf(wanted: unknown, live: unknown): boolean {
  if (Array.isArray(wanted)) {
    return Array.isArray(live) && wanted.length === live.length && wanted.every((item, index) => isPartOf(item, live[index]));
  }
  if (isMap(wanted)) return isMap(live) && Object.keys(wanted).every((name) => isPartOf(wanted[name], live[name]));
  return wanted === live || (live === undefined && (wanted === null || wanted === '' || wanted === 0 || wanted === false));
}
