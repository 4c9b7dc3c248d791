import { type KindDefinition, named, object, rules, type Schema, string } from '../../api/schema';
import { dnsLabel } from '../../api/schema';
import { conditions } from '../common';
import { bundleSpec, provisionerClassName } from './source';

const strings = (description: string): Schema => ({ description, type: 'object', additionalProperties: { type: 'string' } });

/** RukPak's v1alpha1, with `installNamespace` and `preflight` of its v1alpha2. */
export const bundleDeployment: KindDefinition = {
  group: 'core.rukpak.io',
  version: 'v1alpha1',
  kind: 'BundleDeployment',
  plural: 'bundledeployments',
  singular: 'bundledeployment',
  description: 'Content that is to run on this cluster: installed, kept, and upgraded when its template changes.',
  columns: [
    { name: 'Active Bundle', type: 'string', jsonPath: '.status.activeBundle' },
    { name: 'Install State', type: 'string', jsonPath: '.status.conditions[?(@.type=="Installed")].reason' },
    { name: 'Provisioner', type: 'string', jsonPath: '.spec.provisionerClassName' },
    { name: 'Age', type: 'date', jsonPath: '.metadata.creationTimestamp' },
  ],
  objectRules: [{ rule: 'self.metadata.name.size() <= 45', message: 'the name of a bundle deployment has at most 45 characters' }],
  spec: named('BundleDeploymentSpec', object('What is to run.', {
    provisionerClassName: provisionerClassName('The provisioner that installs it.'),
    template: named('BundleTemplate', object('The Bundle that is to be active. Another template is another Bundle.', {
      metadata: named('BundleTemplateMetadata', object('Of the Bundle.', {
        labels: strings('Its labels.'), annotations: strings('Its annotations.'),
      })),
      spec: bundleSpec('What the Bundle is.'),
    }, ['spec'])),
    installNamespace: string(
      'Where objects without a namespace go; made where it is not there. Without it, what a bundle suggests, or <package>-system for '
        + 'bundles of OLM, and the namespace of the provisioners for others.',
      { minLength: 1, maxLength: 63, ...rules(
        dnsLabel('installNamespace must be a valid DNS1123 label'), { rule: 'self == oldSelf', message: 'installNamespace is immutable' },
      ) },
    ),
    config: {
      'type': 'object', 'x-kubernetes-preserve-unknown-fields': true,
      'description': 'For the provisioner. Of charts, `values` is a text with YAML. Of others, the configuration of the bundle.',
    },
    preflight: named('BundlePreflight', object('Checks before anything is written.', {
      crdUpgradeSafety: named('BundleCrdUpgradeSafety', object('Whether definitions may change so that what is stored is lost.', {
        disabled: { type: 'boolean', description: 'They may.' },
      })),
    })),
  }, ['provisionerClassName', 'template'], rules(
    {
      rule: "!self.provisionerClassName.matches('^core-rukpak-io-(plain|registry|helm)$') "
        + '|| self.provisionerClassName == self.template.spec.provisionerClassName '
        + "|| (self.provisionerClassName == 'core-rukpak-io-plain' "
        + "&& self.template.spec.provisionerClassName == 'core-rukpak-io-registry')",
      message: 'a provisioner installs bundles of its own class, and core-rukpak-io-plain those of core-rukpak-io-registry as well',
      fieldPath: '.template',
    },
    {
      rule: 'has(self.installNamespace) == has(oldSelf.installNamespace)', message: 'installNamespace is neither set nor cleared later',
      fieldPath: '.installNamespace',
    },
  ))),
  status: named('BundleDeploymentStatus', object('What runs.', {
    activeBundle: string('Name of the Bundle that is installed.', { maxLength: 253 }),
    observedGeneration: { description: 'metadata.generation that this was observed of.', type: 'integer', format: 'int64', minimum: 0 },
    conditions: conditions(
      'HasValidBundle: True UnpackSuccessful; False UnpackPending, Unpacking, UnpackFailed, which are True while an older one is '
        + 'installed. '
        + 'Installed: True InstallationSucceeded, Upgrading, UninstallBlocked; False Installing, InstallFailed, UpgradeFailed, '
        + 'BundleLoadFailed, Uninstalling. Healthy: True Healthy; False Unhealthy; Unknown Unhealthy, InstallationStatusFalse, '
        + 'Uninstalling, UninstallBlocked.',
    ),
  })),
};
