/** How a deploymentConfig is merged: upstream's rules (operator-controller, after OLM's Subscription). */
import type { JsonObject } from '../../../../../lib/api';
import { deployment, makeBundle, manifestsOf, only } from './make';

interface Deployment {
  readonly metadata: JsonObject;
  readonly spec: { readonly template: { readonly metadata: { readonly annotations: JsonObject }; readonly spec: JsonObject } };
}

function configured(podSpec: JsonObject, deploymentConfig: JsonObject): Deployment {
  const bundle = makeBundle({ deployments: [deployment('controller', podSpec)], annotations: { who: 'csv' } });
  return only(manifestsOf(bundle, { config: { deploymentConfig } }), 'Deployment') as unknown as Deployment;
}

const podSpecOf = (podSpec: JsonObject, config: JsonObject): JsonObject => configured(podSpec, config).spec.template.spec;
const containerOf = (container: JsonObject, config: JsonObject): unknown => (podSpecOf({ containers: [container] }, config)['containers'] as JsonObject[])[0];

test('an empty one changes nothing', () => {
  const podSpec = { containers: [{ name: 'a', env: [{ name: 'A', value: '1' }] }], nodeSelector: { a: 'b' } };
  expect(podSpecOf(podSpec, {})).toEqual(podSpec);
  expect(podSpecOf(podSpec, { env: [], envFrom: [], tolerations: [], volumes: [], volumeMounts: [], annotations: {} })).toEqual(podSpec);
});

describe('containers', () => {
  test('all are changed, init containers are not', () => {
    const podSpec = { initContainers: [{ name: 'init' }], containers: [{ name: 'a' }, { name: 'b' }] };
    const env = [{ name: 'X', value: '1' }];
    expect(podSpecOf(podSpec, { env })).toEqual({ initContainers: [{ name: 'init' }], containers: [{ name: 'a', env }, { name: 'b', env }] });
  });

  test('env: takes the place of the variable with its name, or comes at the end', () => {
    const env = [{ name: 'A', value: '1' }, { name: 'B', valueFrom: { fieldRef: { fieldPath: 'metadata.name' } } }];
    const given = [{ name: 'B', value: '2' }, { name: 'C', value: '3' }];
    expect(containerOf({ env }, { env: given })).toEqual({ env: [env[0], given[0], given[1]] });
  });

  test('envFrom: comes at the end unless it is there', () => {
    const envFrom = [{ secretRef: { name: 's', optional: true } }];
    const given = [{ configMapRef: { name: 'c' } }, { secretRef: { optional: true, name: 's' } }];
    expect(containerOf({ envFrom }, { envFrom: given })).toEqual({ envFrom: [envFrom[0], given[0]] });
  });

  test('resources: take the place of all', () => {
    expect(containerOf({ resources: { limits: { cpu: '1' } } }, { resources: { requests: { memory: '1Gi' } } })).toEqual({ resources: { requests: { memory: '1Gi' } } });
    expect(containerOf({ resources: { limits: { cpu: '1' } } }, { resources: {} })).toEqual({ resources: {} });
  });

  test('volumeMounts: take the place of the mount with their name, or come at the end', () => {
    const volumeMounts = [{ name: 'a', mountPath: '/a' }, { name: 'b', mountPath: '/b' }];
    const given = [{ name: 'a', mountPath: '/x' }, { name: 'c', mountPath: '/c' }];
    expect(containerOf({ volumeMounts }, { volumeMounts: given })).toEqual({ volumeMounts: [given[0], volumeMounts[1], given[1]] });
  });
});

describe('pods', () => {
  test('volumes: take the place of the volume with their name, or come at the end', () => {
    const volumes = [{ name: 'a', emptyDir: {} }];
    const given = [{ name: 'b', emptyDir: {} }, { name: 'a', configMap: { name: 'c' } }];
    expect(podSpecOf({ containers: [], volumes }, { volumes: given })).toEqual({ containers: [], volumes: [given[1], given[0]] });
  });

  test('tolerations: come at the end unless they are there', () => {
    const tolerations = [{ key: 'a', operator: 'Exists' }];
    const given = [{ operator: 'Exists', key: 'a' }, { key: 'b', operator: 'Exists' }];
    expect(podSpecOf({ containers: [], tolerations }, { tolerations: given })).toEqual({ containers: [], tolerations: [tolerations[0], given[1]] });
  });

  test('nodeSelector: takes the place of all', () => {
    expect(podSpecOf({ containers: [], nodeSelector: { a: 'b' } }, { nodeSelector: { c: 'd' } })).toEqual({ containers: [], nodeSelector: { c: 'd' } });
    expect(podSpecOf({ containers: [], nodeSelector: { a: 'b' } }, { nodeSelector: {} })).toEqual({ containers: [], nodeSelector: {} });
  });
});

describe('affinity', () => {
  const requiredTerm = { requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms: [{ matchExpressions: [{ key: 'a', operator: 'Exists' }] }] } };
  const noTerms = { requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms: [] } };
  const otherTerm = { requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms: [{ matchExpressions: [{ key: 'b', operator: 'Exists' }] }] } };
  const preferred = { preferredDuringSchedulingIgnoredDuringExecution: [{ weight: 1, podAffinityTerm: { topologyKey: 'zone' } }] };
  const written = { nodeAffinity: requiredTerm, podAntiAffinity: preferred };

  test.each<[string, JsonObject, JsonObject | undefined]>([
    ['{} clears all', {}, undefined],
    ['a kind that was not there comes in, the others stay', { podAffinity: preferred }, { ...written, podAffinity: preferred }],
    ['a kind takes the place of that kind', { nodeAffinity: otherTerm }, { nodeAffinity: otherTerm, podAntiAffinity: preferred }],
    ['an empty list clears that one', { podAntiAffinity: { preferredDuringSchedulingIgnoredDuringExecution: [] } }, { nodeAffinity: requiredTerm }],
    ['an empty kind clears that one', { nodeAffinity: {} }, { podAntiAffinity: preferred }],
    ['an empty list of terms clears that one', { nodeAffinity: noTerms }, { podAntiAffinity: preferred }],
    ['nothing is left', { nodeAffinity: {}, podAntiAffinity: {} }, undefined],
  ])('%s', (_, affinity, expected) => {
    const { affinity: left, ...rest } = podSpecOf({ containers: [], affinity: written }, { affinity });
    expect(left).toEqual(expected);
    expect(rest).toEqual({ containers: [] });
  });

  test('is set where there was none', () => {
    expect(podSpecOf({ containers: [] }, { affinity: { podAffinity: preferred } })).toEqual({ containers: [], affinity: { podAffinity: preferred } });
  });
});

test('annotations: on deployment and pods, where they are not there already', () => {
  const { metadata, spec } = configured({ containers: [] }, { annotations: { 'who': 'user', 'new': '1', 'olm.targetNamespaces': 'all-mine' } });
  expect(metadata['annotations']).toEqual({ 'who': 'user', 'new': '1', 'olm.targetNamespaces': 'all-mine' });
  expect(spec.template.metadata.annotations).toEqual({ 'who': 'csv', 'new': '1', 'olm.targetNamespaces': '', 'olm.operatorNamespace': 'demo-system' });
});

test('every deployment of the bundle is changed', () => {
  const bundle = makeBundle({ deployments: [deployment('a'), deployment('b')] });
  const manifests = manifestsOf(bundle, { config: { deploymentConfig: { nodeSelector: { x: 'y' } } } });
  expect(manifests.map((manifest) => (manifest as unknown as Deployment).spec.template.spec['nodeSelector'])).toEqual([{ x: 'y' }, { x: 'y' }]);
});
