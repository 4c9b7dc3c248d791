import { asObject, type JsonObject, type JsonValue } from '../../../api';
import { asArray, asString } from '../../../schema';
import { registryIssue } from '../registry-issue';
import { certificateProvider } from './certificates';
import type { Generator } from './context';
import { deploymentServedBy } from './webhooks/own-services';
import { isNamespacedAddition } from './supported-kinds';
import { annotated } from './webhooks/parts';

/**
 * The other objects of the bundle. Namespaced ones go into the install namespace, wherever they say they belong; those of the cluster lose
 * a namespace that they name. A Service that takes the place of a generated one gets the annotations of its certificate.
 */
export const additionalObjects: Generator = ({ bundle, csv, certificates, installNamespace, report }) =>
  bundle.others.flatMap(({ manifest, origin }) => {
    const kind = asString(manifest['kind']) ?? '';
    const metadata = asObject(manifest['metadata']) ?? {};
    const namespaced = isNamespacedAddition(kind);
    if (namespaced === undefined) {
      const data = { name: asString(metadata['name']) ?? '', kind, quotes: 'single' } as const;
      report(registryIssue('kind-unsupported', data, { origin, path: ['kind'] }));
      return [];
    }
    const { namespace: _, ...rest } = metadata;
    const placed = { ...manifest, metadata: namespaced ? { ...rest, namespace: installNamespace } : rest };
    const deployment = deploymentServedBy({ csv }, manifest);
    const annotations = deployment === undefined ? {} : certificateProvider(certificates).service(deployment);
    return [{ manifest: annotated(withSubjects(placed, kind, installNamespace), annotations), origin }];
  });

/** Service accounts of a binding that name no namespace are those of the bundle: the API server asks for one. */
function withSubjects(manifest: JsonObject, kind: string, namespace: string): JsonObject {
  const subjects = asArray(manifest['subjects']);
  if (!kind.endsWith('RoleBinding') || subjects === undefined) return manifest;
  const complete = (subject: JsonValue): JsonValue => {
    const fields = asObject(subject);
    return fields?.['kind'] === 'ServiceAccount' && (fields['namespace'] ?? '') === '' ? { ...fields, namespace } : subject;
  };
  return { ...manifest, subjects: subjects.map(complete) };
}
