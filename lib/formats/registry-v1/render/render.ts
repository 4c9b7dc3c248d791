/** From a registry+v1 bundle to Kubernetes objects. */
import { asObject, type JsonObject } from '../../../api';
import { defined } from '../../../defined';
import { hasErrors, type Issue } from '../../../issue';
import type { RenderOptions, RenderResult } from '../../rendering';
import type { RegistryBundle } from '../bundle';
import { registryIssue } from '../registry-issue';
import { targetNamespaces } from '../config/install-modes';
import { generateObjects } from './generators';
import { servingDeployments } from './webhooks/parts';

/** @param config has been checked */
export function renderRegistryV1(
  bundle: RegistryBundle, config: JsonObject, { installNamespace, certificates }: RenderOptions,
): RenderResult {
  const { csv } = bundle;
  const targets = targetNamespaces(bundle, installNamespace, config);
  if (targets.namespaces === undefined) return { issues: targets.issues, objects: [] };
  const issues: Issue[] = [];
  if (certificates === 'none' && servingDeployments(csv).length > 0) issues.push(withoutCertificates(bundle));
  const objects = generateObjects({
    bundle,
    csv,
    installNamespace,
    targets: targets.namespaces,
    certificates,
    report: (issue) => issues.push(issue),
    ...defined({ deploymentConfig: asObject(config['deploymentConfig']) }),
  });
  return { issues, objects: hasErrors(issues) ? [] : objects };
}

function withoutCertificates({ name, csv }: RegistryBundle): Issue {
  return registryIssue('certificates-needed', { bundle: name }, { origin: csv.origin, path: ['spec', 'webhookdefinitions'] });
}
