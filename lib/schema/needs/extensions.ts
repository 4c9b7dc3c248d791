/** Needs of what extends the API: webhooks, APIServices and CustomResourceDefinitions. */
import { asObject } from '../../api';
import { asArray } from '../json';
import { isEmpty, reportOnce } from './check-needs';
import type { Needs, Rule } from './needs';
import { selector } from './selector';

const service: Needs = { required: ['namespace', 'name'], fields: { port: { range: [1, 65535] } } };
const webhookRule: Needs = {
  required: ['apiGroups', 'apiVersions', 'operations', 'resources'],
  fields: {
    operations: { items: { allowed: ['CREATE', 'UPDATE', 'DELETE', 'CONNECT', '*'], filled: true } },
    scope: { allowed: ['Cluster', 'Namespaced', '*'] },
  },
};

export const webhooks: Needs = {
  fields: { webhooks: {
    unique: 'name',
    items: {
      required: ['name', 'sideEffects', 'admissionReviewVersions'],
      fields: {
        name: { format: 'webhook-name' },
        sideEffects: { allowed: ['None', 'NoneOnDryRun'] },
        failurePolicy: { allowed: ['Ignore', 'Fail'] },
        matchPolicy: { allowed: ['Exact', 'Equivalent'] },
        reinvocationPolicy: { allowed: ['Never', 'IfNeeded'] },
        timeoutSeconds: { range: [1, 30] },
        clientConfig: { exactlyOne: ['service', 'url'], fields: { service, url: { format: 'https-url' } } },
        namespaceSelector: selector,
        objectSelector: selector,
        rules: { items: webhookRule },
        matchConditions: { items: { required: ['name', 'expression'] } },
      },
    },
  } },
};

export const apiService: Needs = {
  required: ['spec'],
  fields: { spec: {
    required: ['groupPriorityMinimum', 'versionPriority'],
    fields: { groupPriorityMinimum: { range: [1, 20000] }, versionPriority: { range: [1, 1000] }, service },
  } },
};

const oneIsStored: Rule = (walk, { versions }) => {
  const stored = (asArray(versions) ?? []).filter((one) => asObject(one)?.storage === true).length;
  if (stored !== 1) reportOnce(walk, 'stored-versions', { stored }, ['versions']);
};

/** A schema that takes any fields need not say that it is one of an object. */
const sayType: Rule = (walk, schema) => {
  if (isEmpty(schema.type) && schema['x-kubernetes-preserve-unknown-fields'] !== true) {
    reportOnce(walk, 'missing-field', { field: 'type' }, ['type']);
  }
};

export const definition: Needs = {
  required: ['spec'],
  fields: { spec: {
    required: ['group', 'names', 'scope', 'versions'],
    fields: {
      scope: { allowed: ['Cluster', 'Namespaced'] },
      names: {
        required: ['plural', 'kind'],
        fields: {
          plural: { format: 'dns-1035-label' }, singular: { format: 'dns-1035-label' },
          kind: { format: 'kind-name' }, listKind: { format: 'kind-name' },
          shortNames: { items: { format: 'dns-1035-label', filled: true } },
          categories: { items: { format: 'dns-1035-label', filled: true } },
        },
      },
      versions: {
        unique: 'name',
        items: {
          required: ['name', 'schema'],
          fields: {
            name: { format: 'dns-1035-label' },
            schema: {
              required: ['openAPIV3Schema'],
              fields: { openAPIV3Schema: { fields: { type: { allowed: ['object'] } }, rules: [sayType] } },
            },
            additionalPrinterColumns: { items: {
              required: ['name', 'type', 'jsonPath'],
              fields: { type: { allowed: ['boolean', 'date', 'integer', 'number', 'string'] } },
            } },
            subresources: { fields: { scale: { required: ['specReplicasPath', 'statusReplicasPath'] } } },
          },
        },
      },
    },
    rules: [oneIsStored],
  } },
};
