/** Deployments of the ClusterServiceVersion, and the service accounts they run as. */
import { nameOf } from '../../../api';
import { subdomainFault } from '../../report';
import { registryIssue } from '../registry-issue';
import { type Validator, duplicatesOf } from './subject';

const PATH = ['spec', 'install', 'spec', 'deployments'];

export const deploymentNamesAreUnique: Validator = ({ csv }) =>
  duplicatesOf(csv.deployments.map(({ name }) => name)).map((name) =>
    registryIssue('deployment-duplicate', { name }, { origin: csv.origin, path: PATH }));

export const deploymentNamesAreValid: Validator = ({ csv }) =>
  csv.deployments.flatMap(({ name }, index) => {
    const fault = subdomainFault(name);
    if (fault === undefined || name === '') return [];
    return [registryIssue('deployment-name', { name, fault }, { origin: csv.origin, path: [...PATH, index, 'name'] })];
  });

/**
 * The service accounts of the permissions are made from the ClusterServiceVersion; a manifest of the same name is a second one.
 * operator-sdk calls it an error, but OLM installs such bundles, and real ones are among them.
 */
export const serviceAccountsAreNotRepeated: Validator = ({ csv, others }) => {
  const made = new Set([...csv.permissions, ...csv.clusterPermissions].map(({ serviceAccountName }) => serviceAccountName));
  return others
    .filter(({ manifest }) => manifest.kind === 'ServiceAccount' && made.has(nameOf(manifest)))
    .map(({ manifest, origin }) =>
      registryIssue('service-account-repeated', { name: nameOf(manifest) }, { origin, path: ['metadata', 'name'] }));
};
