/** Needs of a pod. */
import { asObject } from '../../api';
import { asArray } from '../json';
import { at, checkNeeds, isEmpty, reportOnce } from './check-needs';
import { container } from './container';
import { count, type Needs, positive, type Rule } from './needs';
import { nodeExpression, selector } from './selector';
import { volume } from './volume';

const affinityTerm: Needs = {
  required: ['topologyKey'], fields: { topologyKey: { format: 'label-key' }, labelSelector: selector, namespaceSelector: selector },
};
const weight: Needs = { range: [1, 100] };
const podAffinity: Needs = {
  fields: {
    requiredDuringSchedulingIgnoredDuringExecution: { items: affinityTerm },
    preferredDuringSchedulingIgnoredDuringExecution: {
      items: { required: ['weight', 'podAffinityTerm'], fields: { weight, podAffinityTerm: affinityTerm } },
    },
  },
};
const nodeTerm: Needs = { fields: { matchExpressions: { items: nodeExpression } } };
const nodeAffinity: Needs = {
  fields: {
    requiredDuringSchedulingIgnoredDuringExecution: { required: ['nodeSelectorTerms'], fields: { nodeSelectorTerms: { items: nodeTerm } } },
    preferredDuringSchedulingIgnoredDuringExecution: { items: { required: ['weight'], fields: { weight, preference: nodeTerm } } },
  },
};

const tolerationOperator: Rule = (walk, { key, operator, value }) => {
  if (isEmpty(key) && operator !== 'Exists') reportOnce(walk, 'missing-field', { field: 'key' }, ['key']);
  if (operator === 'Exists' && !isEmpty(value)) {
    reportOnce(walk, 'forbidden-field', { field: 'value', beside: 'operator Exists' }, ['value']);
  }
};

/** What containers mount is a volume of the pod. Volumes of claim templates of a StatefulSet are handed in. */
function mountsItsVolumes(more: readonly string[]): Rule {
  return (walk, pod) => {
    const names = [...(asArray(pod.volumes) ?? []).map((one) => asObject(one)?.name), ...more];
    for (const list of ['initContainers', 'containers']) {
      for (const [index, one] of (asArray(pod[list]) ?? []).entries()) {
        for (const [position, mount] of (asArray(asObject(one)?.volumeMounts) ?? []).entries()) {
          const name = asObject(mount)?.name;
          if (typeof name !== 'string' || name === '' || names.includes(name)) continue;
          reportOnce(walk, 'unknown-volume', { name }, [list, index, 'volumeMounts', position, 'name']);
        }
      }
    }
  };
}

const nameservers: Rule = (walk, { dnsPolicy, dnsConfig }) => {
  if (dnsPolicy !== 'None' || !isEmpty(asObject(dnsConfig)?.nameservers)) return;
  reportOnce(walk, 'missing-field', { field: 'nameservers' }, ['dnsConfig', 'nameservers']);
};

/** @param mounted names of volumes that the pod gets from elsewhere */
export function podSpec(mounted: readonly string[] = []): Needs {
  return {
    required: ['containers'],
    fields: {
      containers: { items: container },
      initContainers: { items: container },
      volumes: { items: volume },
      serviceAccountName: { format: 'dns-subdomain' },
      nodeSelector: { keys: 'label-key', values: { format: 'label-value' } },
      hostname: { format: 'dns-label' },
      subdomain: { format: 'dns-label' },
      activeDeadlineSeconds: positive,
      securityContext: { fields: { runAsUser: count, runAsGroup: count, fsGroup: count, seccompProfile: { required: ['type'] } } },
      tolerations: { items: { fields: { key: { format: 'label-key' } }, rules: [tolerationOperator] } },
      topologySpreadConstraints: {
        items: {
          required: ['maxSkew', 'topologyKey', 'whenUnsatisfiable'], fields: { maxSkew: positive, labelSelector: selector },
        },
      },
      affinity: { fields: { nodeAffinity, podAffinity, podAntiAffinity: podAffinity } },
      hostAliases: { items: {
        required: ['ip'],
        fields: { ip: { format: 'ip' }, hostnames: { items: { format: 'dns-subdomain', filled: true } } },
      } },
      dnsConfig: { fields: { nameservers: { items: { format: 'ip', filled: true } }, options: { items: { required: ['name'] } } } },
    },
    rules: [mountsItsVolumes(mounted), nameservers],
  };
}

/**
 * The template of a workload. Its restart policy is one of those given; an absent one is `Always`.
 * @param mounted names of volumes that the pod gets from elsewhere
 */
export function templateOf(policies: readonly string[], mounted: readonly string[] = []): Rule {
  const needs = podSpec(mounted);
  return (walk, owner) => {
    const { template = {} } = owner;
    const spec = asObject(template ?? {})?.spec ?? {};
    at(walk, ['template', 'spec'], () => {
      checkNeeds(walk, needs, spec);
      const policy = asObject(spec)?.restartPolicy;
      if (isEmpty(policy)) {
        if (!policies.includes('Always')) reportOnce(walk, 'missing-field', { field: 'restartPolicy' }, ['restartPolicy']);
      } else if (typeof policy === 'string' && !policies.includes(policy)) {
        reportOnce(walk, 'value-not-allowed', { value: policy, allowed: policies }, ['restartPolicy']);
      }
    });
  };
}
