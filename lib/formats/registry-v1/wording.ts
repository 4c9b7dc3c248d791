/** The words for issues about registry+v1 bundles: those of opm, operator-controller and operator-sdk where they have some. */
import { docPage } from '../../doc-page';
import { formatOrigin, type WordingOf } from '../../issue';
import { fieldWords } from '../files/field-wording';
import { layoutWording } from '../files/layout-wording';
import { quoted } from '../report';
import { adviceWording } from './advice-wording';
import { exportWording } from './export/wording';
import type { RegistryIssues } from './issues';
import { validatorWording } from './validators/wording';

export const registryWording: WordingOf<RegistryIssues> = {
  ...adviceWording,
  ...exportWording,
  ...layoutWording,
  ...validatorWording,

  // Annotations.
  'annotation-missing': ({ annotation, role, expected }) => ({
    message: `Missing annotation ${quoted(annotation)}`,
    hint: role === 'package'
      ? 'Set it to the name of the package.'
      : role === 'channels' ? CHANNEL : `Set it to ${quoted(expected ?? '')}.`,
  }),
  'annotation-wrong': ({ annotation, expected, given }) => ({
    message: `Expecting annotation ${quoted(annotation)} to have value ${quoted(expected)} instead of ${quoted(given)}`,
  }),
  'annotation-empty': ({ annotation }) => ({
    message: `Expecting annotation ${quoted(annotation)} to have non-empty value`,
    hint: CHANNEL,
  }),
  'default-channel': ({ channel }) => ({
    message: `the default channel ${quoted(channel)} is not among the channels of this bundle`,
    hint: 'This is right only if another bundle of the package brings that channel.',
  }),
  'csv-missing': () => ({ message: 'no ClusterServiceVersion found in "manifests"', hint: 'A registry+v1 bundle has exactly one.' }),
  'csv-duplicate': ({ first }) => ({
    message: `the bundle has more than one ClusterServiceVersion; the first is at ${formatOrigin(first)}`,
    hint: 'Remove all but one.',
  }),
  'csv-invalid': ({ problem }) => fieldWords(problem),
  'csv-unknown-field': ({ field, near }) => ({
    message: `OLM knows no field "${field}" here: it is dropped`,
    hint: near === undefined ? 'Correct its name or its place, or remove it.' : `Did you mean "${near}"?`,
  }),

  // Rendering.
  'api-service-definition': ({ group, version, deployment }) => ({
    message: `API service '${version}.${group}' is not complete: it needs a group, a version and one of the bundle's deployments, `
      + `not '${deployment}'`,
    hint: 'Correct group, version and deploymentName.',
  }),
  'webhook-port-conflict': ({ deployment, port, targets }) => ({
    message: `webhooks of deployment '${deployment}' send port ${port} to ${targets[0]} and to ${targets[1]}; `
      + 'a Service has one target for a port',
    hint: 'Give them the same targetPort, or different values of containerPort.',
  }),
  'webhook-service-unfit': (data) => ({
    message: `the bundle's own Service '${data.service}' replaces the one for the webhooks of deployment '${data.deployment}', but `
      + (data.unfit === 'selector'
        ? 'its selector does not choose the pods of that deployment'
        : `it has no port ${data.port} that leads to ${data.targetPort}`),
    hint: 'Correct it, or rename or remove it: then the Service of the webhooks is generated.',
  }),
  'conversion-preserves-unknown': ({ definition }) => ({
    message: `CustomResourceDefinition '${definition}' has a conversion webhook and keeps unknown fields; `
      + 'the API server calls no webhook for it',
    hint: 'Set spec.preserveUnknownFields to false.',
  }),
  'certificates-needed': ({ bundle }) => ({
    message: `bundle '${bundle}' has webhooks or API services, which need certificates`,
    hint: 'Choose who issues them: cert-manager, or service-ca on OpenShift.',
  }),
  'unsupported-install-modes': ({ bundle, modes }) => ({
    message: `bundle '${bundle}' must support at least one of the install modes AllNamespaces, SingleNamespace, OwnNamespace`
      + (modes.length === 0 ? '' : `; it has only ${modes.join(', ')}`),
    hint: 'Ask the author for a version that watches all namespaces, or one.',
  }),
  'unsupported-target-namespace': ({ namespace, modes, isOwn }) => {
    const why = namespace === undefined
      ? 'exactly one target namespace must be specified'
      : `supported install modes [${modes.join(' ')}] do not support `
        + (isOwn ? 'targeting own namespace' : `target namespaces [${namespace}]`);
    return {
      message: `invalid target namespaces [${namespace ?? ''}]: ${why}`,
      hint: `Set watchNamespace to a namespace that the bundle can watch: ${docPage('configuration.md')}`,
    };
  },
};

const CHANNEL = 'Name at least one channel, like "stable".';
