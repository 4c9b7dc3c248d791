/** The words for what the rules of registry+v1 bundles find. Advice to authors has a table of its own. */
import { formatOrigin, formatPath, type WordingOf } from '../../../issue';
import { quoted, subdomainText } from '../../report';
import type { RegistryIssues } from '../issues';
import { supportedAdditions } from '../render/supported-kinds';

export const validatorWording = {
  // Identity.
  'package-name': ({ name, fault }) => ({
    message: fault === 'empty' ? 'package name is empty' : `invalid package name ${quoted(name)}: ${subdomainText(fault)}`,
  }),
  'bundle-name': ({ name, wrong }, { path }) => {
    const why = typeof wrong === 'object'
      ? `a bundle with a release is named ${quoted(wrong.expected)}`
      : wrong === 'label-length' ? 'must be no more than 63 characters' : subdomainText(wrong);
    return { message: `${formatPath(path)} ${quoted(name)} is invalid: ${why}` };
  },
  'release-and-substitutes': ({ bundle, release, substitutes }) => ({
    message: `bundle ${quoted(bundle)} cannot have both a release version (${quoted(release)}) `
      + `and olm.substitutesFor annotation (${quoted(substitutes)})`,
    hint: 'Remove one of them.',
  }),
  'install-modes': ({ problem, mode }) => {
    switch (problem) {
      case 'none':
        return { message: 'install modes not found' };
      case 'duplicate':
        return { message: `duplicate install mode ${quoted(mode ?? '')}` };
      case 'unsupported':
        return { message: 'none of InstallModeTypes are supported' };
    }
  },
  'min-kube-version': ({ version }) => version === undefined
    ? { message: 'the bundle does not say which Kubernetes it needs, so it can be installed on any' }
    : { message: `minKubeVersion ${quoted(version)} is not a semantic version`, hint: 'Write it like 1.31.0.' },

  // Objects.
  'kind-unsupported': ({ name, kind, quotes }) => ({
    message: quotes === 'double'
      ? `unsupported resource "${name}" with kind "${kind}"`
      : `unsupported resource '${name}' with kind '${kind}'`,
    hint: `A registry+v1 bundle may bring ${supportedAdditions().join(', ')}.`,
  }),
  'deployment-duplicate': ({ name }) => ({ message: `cluster service version contains duplicate strategy deployment spec '${name}'` }),
  'deployment-name': ({ name, fault }) => ({
    message: `invalid cluster service version strategy deployment name '${name}': ${subdomainText(fault)}`,
  }),
  'service-account-repeated': ({ name }) => ({
    message: `the ClusterServiceVersion has a service account with the name of this one, '${name}'`,
    hint: 'Remove the manifest, or rename one of them.',
  }),
  'crd-duplicate': ({ name, other }) => ({
    message: `bundle contains duplicate custom resource definition '${name}'`,
    hint: `The other is at ${formatOrigin(other)}.`,
  }),
  'crd-version': ({ apiVersion }) => ({
    message: `Unsupported api version of CRD: ${apiVersion}`,
    hint: 'Write it as apiextensions.k8s.io/v1.',
  }),
  'owned-crd-missing': (data) => 'found' in data
    ? {
      message: `owned CRD ${quoted(`${data.name}/${data.version}, Kind=${data.kind}`)} not found in bundle ${quoted(data.bundle)}`,
      hint: `The definition at ${formatOrigin(data.found.origin)} has kind ${data.found.kind} `
        + `and versions ${data.found.versions.join(', ')}.`,
    }
    : { message: `cluster service definition references owned custom resource definition '${data.name}' not found in bundle` },
  'crd-not-owned': ({ name, bundle, list }) => ({
    message: `CRD ${name} is present in bundle ${quoted(bundle)} but not defined in CSV`,
    hint: `List it in ${formatPath(list)}.`,
  }),

  // Webhooks.
  'conversion-install-modes': ({ webhook, modes }) => ({
    message: `bundle contains conversion webhook ${quoted(webhook)} and supports install modes [${modes.join(' ')}]`
      + ' - conversion webhooks are only supported for bundles that only support AllNamespaces install mode',
  }),
  'webhook-deployment': ({ type, name, deployment }) => ({
    message: `webhook of type '${type}' with name '${name}' references non-existent deployment '${deployment}'`,
  }),
  'webhook-duplicate': ({ type, name }) => ({ message: `duplicate webhook '${name}' of type '${type}'` }),
  'webhook-name': ({ type, name, fault }) => ({ message: `webhook of type '${type}' has invalid name '${name}': ${subdomainText(fault)}` }),
  'webhook-rule': ({ webhook, ...forbidden }) => {
    const what = 'group' in forbidden
      ? `API group ${quoted(forbidden.group)}`
      : `resource ${quoted(forbidden.resource)} for API group "admissionregistration.k8s.io"`;
    return { message: `webhook ${quoted(webhook)} contains forbidden rule: admission webhook rules cannot reference ${what}` };
  },
  'conversion-duplicate': ({ definition, webhooks }) => webhooks === undefined
    ? {
      message: `CustomResourceDefinition '${definition}' has more than one conversion webhook`,
      hint: 'Name it under conversionCRDs of one webhook only.',
    }
    : { message: `conversion webhooks [${webhooks.join(',')}] reference same custom resource definition '${definition}'` },
  'conversion-not-owned': ({ webhook, definition }) => ({
    message: `conversion webhook '${webhook}' references custom resource definition '${definition}' not owned bundle`,
  }),
} satisfies Partial<WordingOf<RegistryIssues>>;
