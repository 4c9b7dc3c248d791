/** Needs of settings, scaling and scheduling. */
import { asObject, type JsonObject } from '../../api';
import { at, reportOnce } from './check-needs';
import { count, countOrPercent, type Needs, positive, type Rule } from './needs';
import { selector } from './selector';

const disjoint: Rule = (walk, { data, binaryData }) => {
  for (const key of Object.keys(asObject(data) ?? {})) {
    if (asObject(binaryData)?.[key] === undefined) continue;
    at(walk, ['data'], () => reportOnce(walk, 'forbidden-field', { field: key, beside: `binaryData.${key}` }, [key]));
  }
};
export const configMap: Needs = { fields: { data: { keys: 'data-key' }, binaryData: { keys: 'data-key' } }, rules: [disjoint] };

/** Keys that a Secret of a type must have. */
const secretKeys: Readonly<Record<string, readonly string[]>> = {
  'kubernetes.io/tls': ['tls.crt', 'tls.key'],
  'kubernetes.io/dockerconfigjson': ['.dockerconfigjson'],
  'kubernetes.io/dockercfg': ['.dockercfg'],
  'kubernetes.io/ssh-auth': ['ssh-privatekey'],
};
const keysOfType: Rule = (walk, { type, data, stringData }) => {
  const has = (key: string) => [data, stringData].some((one) => Object.hasOwn(asObject(one) ?? {}, key));
  const wanted = typeof type === 'string' && Object.hasOwn(secretKeys, type) ? secretKeys[type] : undefined;
  for (const key of wanted ?? []) if (!has(key)) reportOnce(walk, 'missing-field', { field: key }, ['data', key]);
  if (type !== 'kubernetes.io/basic-auth' || has('username') || has('password')) return;
  reportOnce(walk, 'missing-field', { field: 'username' }, ['data', 'username']);
};
export const secret: Needs = { fields: { data: { keys: 'data-key' }, stringData: { keys: 'data-key' } }, rules: [keysOfType] };

const noMoreThanMost: Rule = (walk, { minReplicas, maxReplicas }) => {
  if (typeof minReplicas !== 'number' || typeof maxReplicas !== 'number' || minReplicas <= maxReplicas || maxReplicas < 1) return;
  reportOnce(walk, 'out-of-range', { value: maxReplicas, rule: 'at-least', limit: minReplicas }, ['maxReplicas']);
};
const sourceOf = { Resource: 'resource', ContainerResource: 'containerResource', Pods: 'pods', Object: 'object', External: 'external' };
const hasItsSource: Rule = (walk, metric) => {
  const source = Object.entries(sourceOf).find(([type]) => type === metric.type)?.[1];
  const isAbsent = (object: JsonObject, field: string) => object[field] === undefined || object[field] === null;
  if (source !== undefined && isAbsent(metric, source)) reportOnce(walk, 'missing-field', { field: source }, [source]);
};
const scalingRules: Needs = { fields: {
  stabilizationWindowSeconds: { range: [0, 3600] },
  policies: { items: { required: ['type', 'value', 'periodSeconds'], fields: { value: positive, periodSeconds: { range: [1, 1800] } } } },
} };
export const autoscaler: Needs = {
  required: ['spec'],
  fields: { spec: {
    required: ['scaleTargetRef', 'maxReplicas'],
    fields: {
      scaleTargetRef: { required: ['kind', 'name'] }, maxReplicas: positive, minReplicas: count,
      metrics: { items: { required: ['type'], fields: { type: { allowed: Object.keys(sourceOf) } }, rules: [hasItsSource] } },
      behavior: { fields: { scaleUp: scalingRules, scaleDown: scalingRules } },
    },
    rules: [noMoreThanMost],
  } },
};
export const disruptionBudget: Needs = {
  fields: { spec: {
    atMostOne: ['minAvailable', 'maxUnavailable'],
    fields: { minAvailable: countOrPercent, maxUnavailable: countOrPercent, selector },
  } },
};
export const priorityClass: Needs = { fields: { preemptionPolicy: { allowed: ['PreemptLowerPriority', 'Never'] } } };
export const runtimeClass: Needs = { required: ['handler'], fields: { handler: { format: 'dns-label' } } };
export const csiDriver: Needs = {
  fields: { spec: { fields: {
    fsGroupPolicy: { allowed: ['File', 'None', 'ReadWriteOnceWithFSType'] },
    volumeLifecycleModes: { items: { allowed: ['Persistent', 'Ephemeral'], filled: true } },
  } } },
};
