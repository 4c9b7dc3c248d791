/** Where the configuration of a ClusterExtension may be. */
import { App, Chart, Testing } from 'cdk8s';
import { ClusterExtension, type ClusterExtensionProps } from '../../lib';

const extension = (props: Partial<ClusterExtensionProps>): ClusterExtension => (
  new ClusterExtension(new Chart(new App(), 'chart'), 'shop', { namespace: 'shop', source: { packageName: 'shop' }, ...props })
);
const specOf = (props: Partial<ClusterExtensionProps>): unknown => (
  (Testing.synth(Chart.of(extension(props))) as readonly { readonly spec: unknown }[])[0]?.spec
);

test.each<[string, Partial<ClusterExtensionProps>]>([
  ['the extension itself', { config: { replicas: 2 }, dangerouslyAcceptBundlesWithoutConfigSchema: true }],
  ['a Secret', { configFromSecret: { name: 'shop-config', key: 'values.yaml' }, upgradeApproval: { mode: 'Manual' } }],
  ['a ConfigMap', { configFromConfigMap: { name: 'shop-config' } }],
])('in %s', (_where, props) => {
  expect(extension(props).node.validate()).toEqual([]);
  expect(specOf(props)).toMatchSnapshot();
});

test.each<[string, Partial<ClusterExtensionProps>, string]>([
  ['in two places', { config: { a: 1 }, configFromSecret: { name: 'x' } }, 'and config and configFromSecret are given'],
  ['nowhere, and unchecked', { dangerouslyAcceptBundlesWithoutConfigSchema: true }, 'is about a configuration, and there is none'],
  ['in a Secret with no name of one', { configFromSecret: { name: 'Not A Name' } }, 'spec.config.secret.name'],
])('%s', (_what, props, message) => {
  expect(extension(props).node.validate().join('\n')).toContain(message);
});
