/**
 * Names of generated objects. They are those of upstream (operator-controller, and OLM before it), so that an installation taken over from
 * there keeps its objects; checked against upstream's own rendered fixtures.
 */
import { createHash } from 'node:crypto';
import type { Permission, PolicyRule } from '../cluster-service-version';
import { goJson } from '../../../api/go-json';

/** Longest name of a Service, and what upstream cuts all generated names to. */
const MAX_LENGTH = 63;

/** What a permission without a service account is for. */
export const DEFAULT_SERVICE_ACCOUNT = 'default';

/** `<base>-<suffix>`, the base cut when both are too long. With exactly 63 characters the hyphen is not counted, as upstream has it. */
export function joinName(base: string, suffix: string): string {
  const kept = base.length + suffix.length > MAX_LENGTH ? base.slice(0, MAX_LENGTH - suffix.length - 1) : base;
  return `${kept}-${suffix}`;
}

/** SHA-224 of the permission as Go writes it, in base 36. */
export function permissionHash(permission: Permission): string {
  const { serviceAccountName, rules } = permission;
  const ordered = { serviceAccountName, rules: rules.length === 0 ? null : rules.map(orderedRule) };
  const digest = createHash('sha224').update(`${goJson(ordered)}\n`).digest('hex');
  return BigInt(`0x${digest}`).toString(36);
}

/** Name of the (Cluster)Role of a permission and of its binding; the same in every namespace. */
export function permissionName(csvName: string, permission: Permission): string {
  return joinName(`${csvName}-${serviceAccountOf(permission)}`, permissionHash(permission));
}

export function serviceAccountOf({ serviceAccountName }: Permission): string {
  return serviceAccountName === '' ? DEFAULT_SERVICE_ACCOUNT : serviceAccountName;
}

/**
 * The Service in front of the webhooks of a deployment. Where upstream's name has 64 characters (see {@link joinName}), which no API server
 * takes for a Service, it is cut by one more.
 */
export function serviceName(deployment: string): string {
  const base = deployment.replaceAll('.', '-');
  const name = joinName(base, 'service');
  return name.length > MAX_LENGTH ? joinName(base.slice(0, -1), 'service') : name;
}

/** The Certificate and its Secret. */
export function certificateName(deployment: string): string {
  return joinName(serviceName(deployment), 'cert');
}

export function issuerName(deployment: string): string {
  return joinName(certificateName(deployment), 'selfsigned-issuer');
}

/** The order of Go's struct, empty lists left out; `verbs` has no such option there. */
function orderedRule(rule: PolicyRule): Record<string, readonly string[] | null | undefined> {
  return {
    verbs: rule.verbs.length === 0 ? null : rule.verbs,
    apiGroups: filled(rule.apiGroups),
    resources: filled(rule.resources),
    resourceNames: filled(rule.resourceNames),
    nonResourceURLs: filled(rule.nonResourceURLs),
  };
}

function filled(list: readonly string[] | undefined): readonly string[] | undefined {
  return list === undefined || list.length === 0 ? undefined : list;
}
