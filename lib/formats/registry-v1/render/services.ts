import { asObject, type JsonObject } from '../../../api';
import { defined } from '../../../defined';
import { registryIssue } from '../registry-issue';
import { certificateProvider } from './certificates';
import { generated, type Generator, type RenderContext } from './context';
import { serviceName } from './names';
import { checkOwnService, type NeededPort, ownServiceOf } from './webhooks/own-services';
import { annotated, apiServicesOf, portOf, servingDeployments } from './webhooks/parts';

/**
 * One Service for each deployment that serves webhooks or APIs, with all their ports. A bundle that brings one of that name means it: its
 * own is the one, if it leads there.
 */
export const services: Generator = (context) =>
  servingDeployments(context.csv).flatMap((deployment) => {
    const ports = portsOf(context, deployment);
    const own = ownServiceOf(context, deployment);
    if (own !== undefined) {
      checkOwnService(context, own, deployment, ports);
      return [];
    }
    const selector = selectorOf(context, deployment);
    const manifest = {
      apiVersion: 'v1',
      kind: 'Service',
      metadata: { name: serviceName(deployment), namespace: context.installNamespace },
      spec: defined({ ports: ports.map(({ port, targetPort }) => ({ name: String(port), port, targetPort })), selector }),
    };
    return [generated(context, annotated(manifest, certificateProvider(context.certificates).service(deployment)))];
  });

function selectorOf({ csv }: RenderContext, deployment: string): JsonObject | undefined {
  const spec = csv.deployments.find(({ name }) => name === deployment)?.spec;
  return asObject(asObject(spec?.['selector'])?.['matchLabels']);
}

/** By number; a port that two webhooks share is there once. */
function portsOf({ csv, report }: RenderContext, deployment: string): NeededPort[] {
  const targets = new Map<number, number | string>();
  const add = (port: number, target: number | string): void => {
    const known = targets.get(port);
    if (known !== undefined && known !== target) {
      const data = { deployment, port, targets: [known, target] } as const;
      report(registryIssue('webhook-port-conflict', data, { origin: csv.origin, path: ['spec', 'webhookdefinitions'] }));
    }
    targets.set(port, known ?? target);
  };
  const here = ({ deploymentName }: { readonly deploymentName: string }): boolean => deploymentName === deployment;
  for (const webhook of csv.webhooks.filter(here)) add(portOf(webhook), webhook.targetPort ?? portOf(webhook));
  for (const { containerPort } of apiServicesOf(csv).filter(here)) add(containerPort, targets.get(containerPort) ?? containerPort);
  return [...targets].sort(([a], [b]) => a - b).map(([port, targetPort]) => ({ port, targetPort }));
}
