/** Profiles and ConfigMaps for tests. */
import type { Component, ManifestFiles, TransportConfigMap } from '../../../lib/capi';

export function filesOf(files: Readonly<Record<string, string>>, origin = 'registry.test/aws@sha256:1'): ManifestFiles {
  return {
    origin,
    paths: () => Object.keys(files).sort(),
    read: (path) => (files[path] === undefined ? undefined : Buffer.from(files[path])),
  };
}

export function configMap(
  name: string, labels: Readonly<Record<string, string>>, components: string, annotations: Readonly<Record<string, string>> = {},
): TransportConfigMap {
  return {
    apiVersion: 'v1', kind: 'ConfigMap', metadata: { name, namespace: 'openshift-cluster-api', labels, annotations }, data: { components },
  };
}

export function providerLabels(type: string, name: string): Readonly<Record<string, string>> {
  return { 'provider.cluster.x-k8s.io/type': type, 'provider.cluster.x-k8s.io/name': name, 'provider.cluster.x-k8s.io/version': 'v1.0.0' };
}

export function componentOf(name: string, manifests: string, more: Partial<Component['profile']> = {}, image: string | undefined = undefined): Component {
  return { profile: { name, installOrder: 10, platform: '', manifests, ...more }, source: { image: `registry.test/${name}@sha256:1`, profile: 'default' }, image };
}

export const CONFIG_MAP = 'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: test-cm-core\n  namespace: default\ndata:\n  version: v1\n';
