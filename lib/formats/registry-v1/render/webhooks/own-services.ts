/** Services that a bundle brings under the name of one that would be generated for its webhooks: its own is taken, where it fits. */
import { asObject, nameOf, type JsonObject, type JsonValue } from '../../../../api';
import { asArray } from '../../../../schema';
import type { BundleObject } from '../../../bundle';
import { registryIssue } from '../../registry-issue';
import type { RenderContext } from '../context';
import { serviceName } from '../names';
import { servingDeployments } from './parts';

/** A port of the Service that is needed, and where in the pod it leads. */
export interface NeededPort {
  readonly port: number;
  readonly targetPort: number | string;
}

/** The bundle's own Service for the webhooks of a deployment. */
export function ownServiceOf({ bundle }: Pick<RenderContext, 'bundle'>, deployment: string): BundleObject | undefined {
  return bundle.others.find(({ manifest }) => isService(manifest) && nameOf(manifest) === serviceName(deployment));
}

/** The deployment whose webhooks an object of the bundle serves, by the name that both agree upon. */
export function deploymentServedBy({ csv }: Pick<RenderContext, 'csv'>, manifest: JsonObject): string | undefined {
  return isService(manifest) ? servingDeployments(csv).find((deployment) => serviceName(deployment) === nameOf(manifest)) : undefined;
}

/** Reports what of the bundle's own Service would keep the API server from reaching its webhooks. */
export function checkOwnService(
  { csv, report }: RenderContext, own: BundleObject, deployment: string, needed: readonly NeededPort[],
): void {
  const { manifest, origin } = own;
  const spec = asObject(manifest['spec']) ?? {};
  const template = asObject(csv.deployments.find(({ name }) => name === deployment)?.spec['template']);
  const labels = asObject(asObject(template?.['metadata'])?.['labels']) ?? {};
  const selector = Object.entries(asObject(spec['selector']) ?? {});
  const of = { service: nameOf(manifest), deployment };
  if (selector.length === 0 || selector.some(([key, value]) => labels[key] !== value)) {
    report(registryIssue('webhook-service-unfit', { ...of, unfit: 'selector' }, { origin, path: ['spec', 'selector'] }));
  }
  const ports = (asArray(spec['ports']) ?? []).map((port) => asObject(port) ?? {});
  const numbers = namedPorts(template);
  const numberOf = (target: JsonValue): JsonValue => (typeof target === 'string' ? numbers.get(target) ?? target : target);
  for (const { port, targetPort } of needed) {
    const found = ports.find((one) => one['port'] === port);
    const isThere = found !== undefined && numberOf(found['targetPort'] ?? port) === numberOf(targetPort);
    if (!isThere) {
      report(registryIssue('webhook-service-unfit', { ...of, unfit: 'port', port, targetPort }, { origin, path: ['spec', 'ports'] }));
    }
  }
}

function isService(manifest: JsonObject): boolean {
  return manifest['apiVersion'] === 'v1' && manifest['kind'] === 'Service';
}

/** Ports of the containers by their names. */
function namedPorts(template: JsonObject | undefined): ReadonlyMap<string, number> {
  const numbers = new Map<string, number>();
  for (const container of asArray(asObject(template?.['spec'])?.['containers']) ?? []) {
    for (const port of asArray(asObject(container)?.['ports']) ?? []) {
      const { name, containerPort } = asObject(port) ?? {};
      if (typeof name === 'string' && typeof containerPort === 'number') numbers.set(name, containerPort);
    }
  }
  return numbers;
}
