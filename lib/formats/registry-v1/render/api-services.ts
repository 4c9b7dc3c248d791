/**
 * APIs that the operator serves itself (aggregation). Upstream refuses bundles with them; here they are rendered as OLM did: registration,
 * Service, certificate, and the two permissions that every API server behind the aggregator needs to authenticate its callers.
 */
import { asObject, type JsonObject } from '../../../api';
import { asString } from '../../../schema';
import type { Issue } from '../../../issue';
import { registryIssue } from '../registry-issue';
import { certificateProvider } from './certificates';
import { generated, type Generator, type RenderContext } from './context';
import { DEFAULT_SERVICE_ACCOUNT, serviceName } from './names';
import { annotated, type ApiServiceDefinition, apiServicesOf } from './webhooks/parts';

/** Priorities as OLM gives them. */
const GROUP_PRIORITY = 2000;
const VERSION_PRIORITY = 15;

const RBAC = 'rbac.authorization.k8s.io';

export const apiServices: Generator = (context) => {
  const definitions = apiServicesOf(context.csv);
  const names = new Set(context.csv.deployments.map(({ name }) => name));
  const served = definitions.filter((definition) => {
    if (definition.group !== '' && definition.version !== '' && names.has(definition.deploymentName)) return true;
    context.report(brokenDefinition(context, definition));
    return false;
  });
  const registered = new Map(served.map((definition) => [`${definition.version}.${definition.group}`, definition]));
  const deployments = [...new Set(served.map(({ deploymentName }) => deploymentName))];
  return [
    ...[...registered].map(([name, definition]) => generated(context, registration(context, name, definition))),
    ...deployments.flatMap((deployment) => delegation(context, deployment).map((manifest) => generated(context, manifest))),
  ];
};

function registration(
  context: RenderContext, name: string, { group, version, deploymentName, containerPort }: ApiServiceDefinition,
): JsonObject {
  const { installNamespace, certificates } = context;
  const manifest = {
    apiVersion: 'apiregistration.k8s.io/v1',
    kind: 'APIService',
    metadata: { name },
    spec: {
      group,
      groupPriorityMinimum: GROUP_PRIORITY,
      service: { name: serviceName(deploymentName), namespace: installNamespace, port: containerPort },
      version,
      versionPriority: VERSION_PRIORITY,
    },
  };
  return annotated(manifest, certificateProvider(certificates).injection(deploymentName, installNamespace));
}

/** The rights to ask the API server who a caller is and what he may do, and to read by which certificates it is known itself. */
function delegation({ csv, installNamespace }: RenderContext, deployment: string): readonly JsonObject[] {
  const service = serviceName(deployment);
  const template = asObject(csv.deployments.find(({ name }) => name === deployment)?.spec['template']);
  const account = asString(asObject(template?.['spec'])?.['serviceAccountName']) ?? DEFAULT_SERVICE_ACCOUNT;
  const subjects = [{ kind: 'ServiceAccount', name: account, namespace: installNamespace }];
  return [
    {
      apiVersion: `${RBAC}/v1`,
      kind: 'ClusterRoleBinding',
      metadata: { name: `${service}-system:auth-delegator` },
      roleRef: { apiGroup: RBAC, kind: 'ClusterRole', name: 'system:auth-delegator' },
      subjects,
    },
    {
      apiVersion: `${RBAC}/v1`,
      kind: 'RoleBinding',
      metadata: { name: `${service}-auth-reader`, namespace: 'kube-system' },
      roleRef: { apiGroup: RBAC, kind: 'Role', name: 'extension-apiserver-authentication-reader' },
      subjects,
    },
  ];
}

function brokenDefinition({ csv }: RenderContext, { group, version, deploymentName }: ApiServiceDefinition): Issue {
  const data = { group, version, deployment: deploymentName };
  return registryIssue('api-service-definition', data, { origin: csv.origin, path: ['spec', 'apiservicedefinitions', 'owned'] });
}
