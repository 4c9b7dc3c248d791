/** From a registry+v1 bundle to Kubernetes objects. */
import { asObject, type JsonObject } from '../../../api';
import { defined } from '../../../defined';
import type { Finding } from '../../../issue';
import type { RenderOptions, RenderResult } from '../../rendering';
import { hasErrors } from '../../report';
import type { RegistryBundle } from '../bundle';
import { registryFinding } from '../finding';
import { targetNamespaces } from '../config/install-modes';
import { generateObjects } from './generators';
import { servingDeployments } from './webhook-parts';

/** @param config has been checked */
export function renderRegistryV1(
  bundle: RegistryBundle, config: JsonObject, { installNamespace, certificates }: RenderOptions,
): RenderResult {
  const { csv } = bundle;
  const targets = targetNamespaces(bundle, installNamespace, config);
  if (targets.namespaces === undefined) return { findings: targets.findings, objects: [] };
  const findings: Finding[] = [];
  if (certificates === 'none' && servingDeployments(csv).length > 0) findings.push(withoutCertificates(bundle));
  const objects = generateObjects({
    bundle,
    csv,
    installNamespace,
    targets: targets.namespaces,
    certificates,
    report: (finding) => findings.push(finding),
    ...defined({ deploymentConfig: asObject(config['deploymentConfig']) }),
  });
  return { findings, objects: hasErrors(findings) ? [] : objects };
}

function withoutCertificates({ name, csv }: RegistryBundle): Finding {
  return registryFinding('certificates-needed', { bundle: name }, { origin: csv.origin, path: ['spec', 'webhookdefinitions'] });
}
