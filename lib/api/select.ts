/** Which objects a probe looks at. */
import { groupOf, type ObjectRef } from './object';
import type { LabelSelector, ProbeSelector } from './probe';

/** What a selector needs to know of an object. Labels absent: not known, and then a label selector may match. */
export interface Selectable extends ObjectRef {
  readonly labels: Readonly<Record<string, string>> | undefined;
}

/**
 * Does the selector match? Versions never matter. An Object selector without a namespace matches the name in any namespace:
 * objects that name none get theirs when they are applied.
 */
export function selects(selector: ProbeSelector, object: Selectable): boolean {
  switch (selector.type) {
    case 'GroupKind':
      return selector.groupKind.kind === object.kind && selector.groupKind.group === groupOf(object.apiVersion);
    case 'Label':
      return object.labels === undefined || matchesLabels(selector.label, object.labels);
    case 'Object': {
      const { group, kind, namespace, name } = selector.object;
      return kind === object.kind && group === groupOf(object.apiVersion) && name === object.name
        && (namespace === undefined || namespace === (object.namespace ?? ''));
    }
  }
}

/** Kubernetes' rules: everything must match, and nothing asked for matches everything. */
function matchesLabels(selector: LabelSelector, labels: Readonly<Record<string, string>>): boolean {
  const has = (key: string) => Object.hasOwn(labels, key);
  const equal = Object.entries(selector.matchLabels ?? {}).every(([key, value]) => has(key) && labels[key] === value);
  return equal && (selector.matchExpressions ?? []).every(({ key, operator, values = [] }) => {
    switch (operator) {
      case 'Exists':
        return has(key);
      case 'DoesNotExist':
        return !has(key);
      case 'In':
        return has(key) && values.includes(labels[key] ?? '');
      case 'NotIn':
        return !has(key) || !values.includes(labels[key] ?? '');
    }
  });
}
