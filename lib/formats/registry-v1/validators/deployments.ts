/** Deployments of the ClusterServiceVersion, and the service accounts they run as. */
import { nameOf } from '../../../api';
import { problem, remark, subdomainProblem } from '../../report';
import { type Validator, duplicatesOf } from './subject';

const PATH = 'spec.install.spec.deployments';

export const deploymentNamesAreUnique: Validator = ({ csv }) =>
  duplicatesOf(csv.deployments.map(({ name }) => name)).map((name) =>
    problem('deployment-duplicate', `cluster service version contains duplicate strategy deployment spec '${name}'`, { origin: csv.origin, path: PATH }));

export const deploymentNamesAreValid: Validator = ({ csv }) =>
  csv.deployments.flatMap(({ name }, index) => {
    const wrong = subdomainProblem(name);
    if (wrong === undefined || name === '') return [];
    return [problem('deployment-name', `invalid cluster service version strategy deployment name '${name}': ${wrong}`, { origin: csv.origin, path: `${PATH}[${index}].name` })];
  });

/**
 * The service accounts of the permissions are made from the ClusterServiceVersion; a manifest of the same name is a second one. operator-sdk calls
 * it an error, but OLM installs such bundles, and real ones are among them.
 */
export const serviceAccountsAreNotRepeated: Validator = ({ csv, others }) => {
  const made = new Set([...csv.permissions, ...csv.clusterPermissions].map(({ serviceAccountName }) => serviceAccountName));
  return others
    .filter(({ manifest }) => manifest.kind === 'ServiceAccount' && made.has(nameOf(manifest)))
    .map(({ manifest, origin }) => {
      const message = `the ClusterServiceVersion has a service account with the name of this one, '${nameOf(manifest)}'`;
      return remark('service-account-repeated', message, { origin, path: 'metadata.name', hint: 'Remove the manifest, or rename one of them.' });
    });
};
