/** Manifests of real providers, in both generations: how many objects and definitions they have, and what of them is for a platform. */
import { chosenComponents, renderComponent, revisionContentId } from '../../../lib/capi';
import { describeReal, realComponents } from './real';

const PROVIDERS = ['core', 'aws', 'gcp', 'metal3', 'vsphere', 'capi-operator'];

describeReal('manifests of real providers', () => {
  type Counts = readonly (readonly [name: string, objects: number, definitions: number])[];

  const counts = (provider: string, release: string): Counts => realComponents([provider], release).map((component) => {
    const { objects } = renderComponent(component, [{ key: 'TLS_MIN_VERSION', value: 'VersionTLS12' }]);
    return [component.profile.name, objects.length, objects.filter(({ kind }) => kind === 'CustomResourceDefinition').length] as const;
  });

  // What the notes beside the data say of them.
  test.each<[provider: string, release: string, expected: Counts]>([
    ['core', '4.20', [['cluster-api', 12, 0]]],
    ['core', '4.21', [['cluster-api', 25, 13]]],
    ['core', '4.22', [['cluster-api', 25, 13]]],
    ['core', '5.0', [['cluster-api', 24, 10]]],
    ['aws', '4.20', [['cluster-api-provider-aws', 33, 21]]],
    ['aws', '4.21', [['cluster-api-provider-aws', 33, 21]]],
    ['aws', '4.22', [['cluster-api-provider-aws', 33, 21]]],
    ['aws', '5.0', [['cluster-api-provider-aws', 16, 4]]],
    ['gcp', '4.20', [['cluster-api-provider-gcp', 18, 7]]],
    ['gcp', '4.21', [['cluster-api-provider-gcp', 23, 12]]],
    ['gcp', '5.0', [['cluster-api-provider-gcp', 24, 13]]],
    ['vsphere', '5.0', [['cluster-api-provider-vsphere', 20, expect.any(Number)]]],
    ['metal3', '5.0', [['cluster-api-provider-metal3', expect.any(Number), 12]]],
  ])('%s %s', (provider, release, expected) => {
    expect(counts(provider, release)).toEqual(expected);
  });

  test.each([
    ['AWS', ['cluster-api', 'cluster-api-provider-aws', 'cluster-capi-operator', 'cluster-capi-operator']],
    ['GCP', ['cluster-api', 'cluster-api-provider-gcp', 'cluster-capi-operator']],
    ['BareMetal', ['cluster-api', 'cluster-api-provider-metal3', 'cluster-capi-operator']],
    ['VSphere', ['cluster-api', 'cluster-api-provider-vsphere', 'cluster-capi-operator']],
    ['None', ['cluster-api', 'cluster-capi-operator']],
  ])('for %s', (platform, names) => {
    expect(chosenComponents(realComponents(PROVIDERS, '5.0'), platform).map(({ profile: { name } }) => name)).toEqual(names);
  });

  test('no placeholder is left, no variable, and the content id is the same each time', () => {
    const ids = [1, 2].map(() => revisionContentId(chosenComponents(realComponents(PROVIDERS, '5.0'), 'AWS').map((component) => {
      const { objects, contentId } = renderComponent(component, []);
      const text = JSON.stringify(objects.filter(({ kind }) => kind === 'Deployment'));
      expect(text).not.toMatch(/registry\.ci\.openshift|to\.be\/replaced|\$\{/);
      return contentId;
    }), []));
    expect(ids[0]).toBe(ids[1]);
  });
});
