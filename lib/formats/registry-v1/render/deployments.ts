import { asObject, type JsonObject } from '../../../api';
import { defined } from '../../../defined';
import type { StrategyDeployment } from '../cluster-service-version';
import { withCertificate } from './certificate-volumes';
import { generated, type Generator, type RenderContext } from './context';
import { withDeploymentConfig } from './deployment-config';
import { certificateName } from './names';
import { propertiesAnnotation } from './olm-properties';
import { servingDeployments } from './webhooks/parts';

/**
 * The deployments of the ClusterServiceVersion. Its annotations are on the pods, where operators read `olm.targetNamespaces` (which
 * namespaces to watch) through the downward API; what the user configured comes last.
 */
export const deployments: Generator = (context) => {
  const serving = new Set(servingDeployments(context.csv));
  return context.csv.deployments.map((deployment) => generated(context, manifestOf(context, deployment, serving.has(deployment.name))));
};

function manifestOf(context: RenderContext, { name, label, spec }: StrategyDeployment, serves: boolean): JsonObject {
  const template = asObject(spec['template']) ?? {};
  const podSpec = asObject(template['spec']) ?? {};
  const podMetadata = asObject(template['metadata']);
  const manifest: JsonObject = {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: defined({ name, namespace: context.installNamespace, labels: label }),
    spec: {
      ...spec,
      // As OLM has it: it rolls back by its own means.
      revisionHistoryLimit: 1,
      template: {
        ...template,
        metadata: {
          ...podMetadata,
          annotations: { ...annotationsOf(context), ...asObject(podMetadata?.['annotations']), ...scopeOf(context) },
        },
        spec: serves && context.certificates !== 'none' ? withCertificate(podSpec, certificateName(name)) : podSpec,
      },
    },
  };
  return context.deploymentConfig === undefined ? manifest : withDeploymentConfig(manifest, context.deploymentConfig);
}

function annotationsOf({ csv, bundle }: RenderContext): Readonly<Record<string, string>> {
  const properties = propertiesAnnotation(csv.annotations['olm.properties'], bundle.properties);
  return properties === undefined ? csv.annotations : { ...csv.annotations, 'olm.properties': properties };
}

/** What OLM tells an operator about where it is and what it watches; empty: everything. */
function scopeOf({ targets, installNamespace }: RenderContext): Readonly<Record<string, string>> {
  return { 'olm.targetNamespaces': targets.join(','), 'olm.operatorNamespace': installNamespace };
}
