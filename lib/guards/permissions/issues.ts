/** What can be wrong when the rules for objects are worked out, and the words for it. */
import { formatSubject, issuesOf, wordsOf, type Issue, type None, type Subject, type WordingOf } from '../../issue';
import type { RoleRef } from './rbac-objects';

/** What had to be guessed or is left open about the objects themselves. Each has the object as its subject. */
export interface PlacementIssues {
  'resource-guessed': { readonly apiVersion: string; readonly kind: string; readonly resource: string };
  'missing-namespace': None;
}

/** Roles of which it is not known what they grant. */
export interface RoleIssues {
  /** The role that a binding names is not there; the binding is the subject. */
  'role-missing': { readonly role: RoleRef };
  'role-unreadable': { readonly role: RoleRef };
}

export interface PermissionIssues extends PlacementIssues, RoleIssues {}

export type PermissionIssue = Issue<keyof PermissionIssues>;

export const permissionIssue = issuesOf<PermissionIssues>();

export const permissionWording: WordingOf<PermissionIssues> = {
  'resource-guessed': ({ apiVersion, kind, resource }) => ({
    message: `the resource of ${kind} in ${apiVersion} is not known; "${resource}" is a guess`,
    hint: 'Ask with a cluster that serves it, or check the name with kubectl api-resources.',
  }),
  'missing-namespace': () => ({
    message: 'the object names no namespace, so its permissions are needed in all namespaces',
    hint: 'Name one, or the namespace to install in.',
  }),
  'role-missing': ({ role }, { subject }) => ({ message: `${role.kind} "${role.name}"${ofBinding(subject)} not found` }),
  'role-unreadable': ({ role }) => ({
    message: `${role.kind} ${role.name} may not be read, so it is not known whether the account has everything that it grants`,
  }),
};

function ofBinding(binding: Subject | undefined): string {
  return binding === undefined ? '' : ` of ${formatSubject(binding)}`;
}

/** Codes of which the message says itself which object it is about. */
const NAMES_ITS_OBJECT: ReadonlySet<string> = new Set<keyof RoleIssues>(['role-missing', 'role-unreadable']);

/** Each of them once, in their order: what holds on the whole cluster is found again in every namespace. */
export function uniqueIssues(issues: readonly PermissionIssue[]): readonly PermissionIssue[] {
  return [...new Map(issues.map((issue) => [JSON.stringify(issue), issue])).values()];
}

/** Why something could not be evaluated: a text each, sorted. */
export function unknownTexts(issues: readonly PermissionIssue[]): readonly string[] {
  return issues.map(unknownText).sort();
}

function unknownText(issue: PermissionIssue): string {
  const { message } = wordsOf(issue, permissionWording);
  if (NAMES_ITS_OBJECT.has(issue.code)) return message;
  return `${issue.subject === undefined ? '' : formatSubject(issue.subject)}: ${message}`;
}
