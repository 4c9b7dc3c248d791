/**
 * What a user may change about the deployments of an operator: the nine keys of OLM's Subscription that upstream kept
 * (docs/requirements.md, configuration).
 */
import type { JsonObject } from '../../../api';
import { kubernetesSchemas, type SchemaNode } from '../../../schema';
import { jsonSchemaOf } from './kubernetes-schema';

/** Where the types come from: paths within a Deployment, and what is to be said of them. */
const KEYS: Readonly<Record<string, { readonly path: string; readonly description: string }>> = {
  affinity: {
    path: 'spec.template.spec.affinity',
    description: 'Where pods may run. {} removes the affinity of the bundle; an empty kind of affinity removes that kind.',
  },
  annotations: { path: 'metadata.annotations', description: 'Added to the deployment and its pods if the bundle does not set them.' },
  env: {
    path: 'spec.template.spec.containers.env',
    description: 'Environment of every container; replaces variables with the same name.',
  },
  envFrom: {
    path: 'spec.template.spec.containers.envFrom',
    description: 'ConfigMaps and Secrets added to the environment of every container.',
  },
  nodeSelector: { path: 'spec.template.spec.nodeSelector', description: 'Labels of nodes; replaces the node selector of the bundle.' },
  resources: {
    path: 'spec.template.spec.containers.resources',
    description: 'Requests and limits of every container; replaces those of the bundle.',
  },
  tolerations: { path: 'spec.template.spec.tolerations', description: 'Added to the tolerations of the bundle.' },
  volumeMounts: {
    path: 'spec.template.spec.containers.volumeMounts',
    description: 'Mounts of every container; replaces mounts with the same name.',
  },
  volumes: { path: 'spec.template.spec.volumes', description: 'Volumes of the pods; replaces volumes with the same name.' },
};

let known: JsonObject | undefined;

/** Draft-07 schema of `deploymentConfig`, with the types of the newest Kubernetes version that is known here. */
export function deploymentConfigSchema(): JsonObject {
  return (known ??= build());
}

function build(): JsonObject {
  const deployment = kubernetesSchemas().kind('apps/v1', 'Deployment')?.root ?? {};
  const properties = Object.fromEntries(
    Object.entries(KEYS).map(([key, { path, description }]) => [key, { description, ...jsonSchemaOf(nodeAt(deployment, path)) }]),
  );
  return {
    description: 'Changes to every deployment of the bundle.',
    type: 'object',
    properties,
    additionalProperties: false,
  };
}

/** Lists are passed through to their items, except at the end. */
function nodeAt(root: SchemaNode, path: string): SchemaNode {
  return path.split('.').reduce<SchemaNode>((node, name) => (node.items ?? node).properties?.[name] ?? {}, root);
}
