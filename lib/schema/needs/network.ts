/** Needs of what connects workloads. */
import { asObject } from '../../api';
import { asArray } from '../json';
import { isEmpty, reportOnce } from './check-needs';
import { type Needs, port, type Rule } from './needs';
import { selector } from './selector';

const portNumber: Needs = { range: [1, 65535] };

/** Only a headless Service and an external name go without ports; several ports have names. */
const servicePorts: Rule = (walk, { type, clusterIP, ports, externalName }) => {
  const list = asArray(ports) ?? [];
  if (type === 'ExternalName') {
    if (isEmpty(externalName)) reportOnce(walk, 'missing-field', { field: 'externalName' }, ['externalName']);
  } else if (list.length === 0 && clusterIP !== 'None') reportOnce(walk, 'missing-field', { field: 'ports' }, ['ports']);
  if (list.length < 2) return;
  for (const [index, one] of list.entries()) {
    if (isEmpty(asObject(one)?.name)) reportOnce(walk, 'missing-field', { field: 'name' }, ['ports', index, 'name']);
  }
};

export const service: Needs = {
  required: ['spec'],
  fields: { spec: {
    fields: {
      selector: { keys: 'label-key', values: { format: 'label-value' } },
      loadBalancerSourceRanges: { items: { format: 'cidr', filled: true } },
      sessionAffinityConfig: { fields: { clientIP: { fields: { timeoutSeconds: { range: [1, 86400] } } } } },
      ports: {
        unique: 'name',
        items: {
          required: ['port'],
          fields: { name: { format: 'dns-label' }, port: portNumber, targetPort: { ...port, range: [0, 65535] } },
        },
      },
    },
    rules: [servicePorts],
  } },
};

const backend: Needs = {
  exactlyOne: ['service', 'resource'],
  fields: {
    service: {
      required: ['name', 'port'],
      fields: {
        name: { format: 'dns-label' },
        port: { fields: { number: { range: [0, 65535] }, name: { format: 'port-name' } }, exactlyOne: ['name', 'number'] },
      },
    },
    resource: { required: ['kind', 'name'] },
  },
};
const pathBegins: Rule = (walk, { path, pathType }) => {
  if (pathType !== 'Exact' && pathType !== 'Prefix') return;
  if (typeof path === 'string' && path.startsWith('/')) return;
  if (isEmpty(path)) reportOnce(walk, 'missing-field', { field: 'path' }, ['path']);
  else if (typeof path === 'string') reportOnce(walk, 'bad-format', { value: path, format: 'absolute-path' }, ['path']);
};
const leadsSomewhere: Rule = (walk, { defaultBackend, rules }) => {
  const isAbsent = defaultBackend === undefined || defaultBackend === null;
  if (isAbsent && isEmpty(rules)) reportOnce(walk, 'missing-field', { field: 'rules' }, ['rules']);
};

export const ingress: Needs = {
  required: ['spec'],
  fields: { spec: {
    fields: {
      ingressClassName: { format: 'dns-subdomain' },
      defaultBackend: backend,
      rules: { items: { fields: { http: { required: ['paths'], fields: { paths: {
        items: { required: ['pathType', 'backend'], fields: { backend }, rules: [pathBegins] },
      } } } } } },
    },
    rules: [leadsSomewhere],
  } },
};

const peer: Needs = {
  fields: {
    podSelector: selector, namespaceSelector: selector,
    ipBlock: { required: ['cidr'], fields: { cidr: { format: 'cidr' }, except: { items: { format: 'cidr', filled: true } } } },
  },
  rules: [(walk, { podSelector, namespaceSelector, ipBlock }) => {
    const found = { podSelector, namespaceSelector, ipBlock };
    const names = Object.entries(found).filter(([, value]) => value !== undefined && value !== null).map(([name]) => name);
    if (names.length === 0 || (names.length > 1 && names.includes('ipBlock'))) {
      reportOnce(walk, 'one-of-fields', { fields: Object.keys(found), found: names });
    }
  }],
};
const policyPorts: Needs = { items: { fields: { port, endPort: portNumber } } };

export const networkPolicy: Needs = {
  fields: { spec: { fields: {
    podSelector: selector,
    policyTypes: { items: { allowed: ['Ingress', 'Egress'], filled: true } },
    ingress: { items: { fields: { from: { items: peer }, ports: policyPorts } } },
    egress: { items: { fields: { to: { items: peer }, ports: policyPorts } } },
  } } },
};
