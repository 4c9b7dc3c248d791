/** Annotations of a ClusterServiceVersion that mean something, and are read only when they are spelled to the letter. */
import { registryIssue } from '../registry-issue';
import type { Validator } from './subject';

const KNOWN: ReadonlyMap<string, string> = new Map(
  [
    'alm-examples',
    'alm-examples-metadata',
    'capabilities',
    'categories',
    'certified',
    'containerImage',
    'createdAt',
    'description',
    'repository',
    'support',
    'olm.operatorGroup',
    'olm.operatorNamespace',
    'olm.properties',
    'olm.skipRange',
    'olm.substitutesFor',
    'olm.targetNamespaces',
    'operatorframework.io/cluster-monitoring',
    'operatorframework.io/initialization-resource',
    'operatorframework.io/suggested-namespace',
    'operatorframework.io/suggested-namespace-template',
    'operators.operatorframework.io/internal-objects',
    'operators.operatorframework.io/operator-type',
    'operators.openshift.io/valid-subscription',
  ].map((name) => [name.toLowerCase(), name]),
);

export const annotationsAreSpelledRight: Validator = ({ csv }) =>
  Object.keys(csv.annotations).flatMap((given) => {
    const right = KNOWN.get(given.toLowerCase());
    if (right === undefined || right === given) return [];
    return [registryIssue('annotation-case', { given, right }, { origin: csv.origin, path: ['metadata', 'annotations', given] })];
  });
