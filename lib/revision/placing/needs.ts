/**
 * What objects of one revision need of each other, read off their content. Between standard phases the order of kinds
 * provides for it; these needs matter where an author put objects together into one phase, or ordered them otherwise.
 */
import { definedGroupKind, isJsonObject, type JsonValue } from '../../api';
import type { NeedReason } from '../issues';
import type { Item } from '../item';

export interface Need {
  readonly first: Item;
  readonly then: Item;
  /** The server refuses `then` without `first`, so a phase that says otherwise is an error; else `first` only should be there. */
  readonly must: boolean;
  readonly reason: NeedReason;
}

const WORKLOADS: ReadonlySet<string> = new Set([
  'apps/Deployment',
  'apps/StatefulSet',
  'apps/DaemonSet',
  'apps/ReplicaSet',
  '/ReplicationController',
  '/Pod',
]);
const WEBHOOKS: ReadonlySet<string> = new Set(['ValidatingWebhookConfiguration', 'MutatingWebhookConfiguration']);
const RBAC = 'rbac.authorization.k8s.io';

export function needsOf(items: readonly Item[]): readonly Need[] {
  const needs: Need[] = [];
  const namespaces = new Map(items.filter(isOfCore('Namespace')).map((item) => [item.name, item]));
  const crds = new Map(items.flatMap((item): [string, Item][] => {
    const id = definedGroupKind(item.object);
    return id === undefined ? [] : [[id, item]];
  }));
  const roles = new Map(items.filter(({ group }) => group === RBAC).map((item) => [`${item.kind}/${item.namespace}/${item.name}`, item]));
  const accounts = new Map(items.filter(isOfCore('ServiceAccount')).map((item) => [`${item.namespace}/${item.name}`, item]));
  const behind = backends(items);

  for (const item of items) {
    // Needed once is enough, for the first reason: those that must be come before the others.
    const known = new Set<Item>([item]);
    const add = (first: Item | undefined, must: boolean, reason: NeedReason): void => {
      if (first === undefined || known.has(first)) return;
      known.add(first);
      needs.push({ first, then: item, must, reason });
    };
    if (item.namespace !== '') add(namespaces.get(item.namespace), true, 'namespace');
    const crd = crds.get(`${item.group}/${item.kind}`);
    add(crd, true, 'definition');
    const conversion = crd === undefined ? undefined : serviceOf(get(crd.object, 'spec', 'conversion', 'webhook', 'clientConfig'));
    for (const part of behind(conversion)) add(part, false, 'conversion-webhook');
    if (item.group === RBAC && item.kind.endsWith('Binding')) {
      const kind = String(get(item.object, 'roleRef', 'kind'));
      add(roles.get(`${kind}/${kind === 'Role' ? item.namespace : ''}/${String(get(item.object, 'roleRef', 'name'))}`), false, 'role');
    }
    const account = serviceAccountOf(item);
    if (account !== undefined) add(accounts.get(`${item.namespace}/${account}`), true, 'service-account');
    if (WEBHOOKS.has(item.kind) && item.group === 'admissionregistration.k8s.io') {
      for (const hook of list(item.object['webhooks'])) {
        for (const part of behind(serviceOf(get(hook, 'clientConfig')))) add(part, false, 'webhook');
      }
    }
    if (item.kind === 'APIService' && item.group === 'apiregistration.k8s.io') {
      for (const part of behind(serviceOf(item.object['spec']))) add(part, false, 'api-server');
    }
  }
  return needs;
}

function isOfCore(wanted: string): (item: Item) => boolean {
  return ({ group, kind }) => group === '' && kind === wanted;
}

/** The account without which the server refuses a Pod, and its controller deletes a token Secret. */
function serviceAccountOf(item: Item): string | undefined {
  if (item.group !== '') return undefined;
  if (item.kind === 'Pod') return String(get(item.object, 'spec', 'serviceAccountName') ?? 'default');
  if (item.kind !== 'Secret' || item.object['type'] !== 'kubernetes.io/service-account-token') return undefined;
  return String(get(item.object, 'metadata', 'annotations', 'kubernetes.io/service-account.name'));
}

interface ServiceName {
  readonly namespace: string;
  readonly name: string;
}

function serviceOf(clientConfig: JsonValue | undefined): ServiceName | undefined {
  const service = get(clientConfig, 'service');
  const [namespace, name] = [get(service, 'namespace'), get(service, 'name')];
  return typeof namespace === 'string' && typeof name === 'string' ? { namespace, name } : undefined;
}

/** A look-up of a Service and of the workloads whose pods it selects. */
function backends(items: readonly Item[]): (service: ServiceName | undefined) => readonly Item[] {
  const services = new Map(items.filter(isOfCore('Service')).map((item) => [`${item.namespace}/${item.name}`, item]));
  const workloads = items.filter(({ group, kind }) => WORKLOADS.has(`${group}/${kind}`));
  const known = new Map<Item, readonly Item[]>();
  const behind = (service: Item): readonly Item[] => {
    const selector = get(service.object, 'spec', 'selector');
    const selected = workloads.filter((workload) => workload.namespace === service.namespace && isSelected(selector, workload));
    return [service, ...selected];
  };
  return (name) => {
    const service = name === undefined ? undefined : services.get(`${name.namespace}/${name.name}`);
    if (service === undefined) return [];
    let parts = known.get(service);
    if (parts === undefined) known.set(service, (parts = behind(service)));
    return parts;
  };
}

function isSelected(selector: JsonValue | undefined, workload: Item): boolean {
  if (!isJsonObject(selector) || Object.keys(selector).length === 0) return false;
  const labels = workload.kind === 'Pod'
    ? get(workload.object, 'metadata', 'labels')
    : get(workload.object, 'spec', 'template', 'metadata', 'labels');
  return isJsonObject(labels) && Object.entries(selector).every(([key, value]) => labels[key] === value);
}

function get(value: JsonValue | undefined, ...path: readonly string[]): JsonValue | undefined {
  let found = value;
  for (const key of path) found = isJsonObject(found) && Object.hasOwn(found, key) ? found[key] : undefined;
  return found;
}

function list(value: JsonValue | undefined): readonly JsonValue[] {
  return Array.isArray(value) ? (value as readonly JsonValue[]) : [];
}
