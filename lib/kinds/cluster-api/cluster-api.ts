import {
  exactlyOneOf, type KindDefinition, list, listByKey, matches, named, object, rules, type Schema, string, strings,
} from '../../api/schema';
import { crdNames, imageReference, positiveNumber } from './common';

const UNMANAGED = 'Names of CustomResourceDefinitions that somebody else manages on this cluster. Their providers are installed without '
  + 'them, once they are compatible. Names may be added, and never removed.';

const version: Schema = named('ClusterApiVersion', object('One revision of the installation.', {
  name: string('Release and number; also the name of the ConfigMap that owns its objects.', { minLength: 1, maxLength: 255 }),
  revision: positiveNumber('Ascending from 1.'),
  contentID: string('SHA-256 over everything that it installs.', { minLength: 1, maxLength: 255 }),
  unmanagedCRDs: crdNames('Those that somebody else managed when it was made.'),
  manifestSubstitutions: listByKey('Values of variables in its manifests.', 'key', named('ClusterApiSubstitution', object('A variable.', {
    key: string(
      'Its name.', { minLength: 1, maxLength: 255, ...rules(matches('^[A-Za-z_][A-Za-z0-9_]*$', 'key must be the name of a variable')) },
    ),
    value: string('Its value; may be empty.', { maxLength: 4096 }),
  }, ['key', 'value'])), { minItems: 1, maxItems: 32 }),
  components: list('What is installed, in this order.', named('ClusterApiComponent', object('The manifests of one provider.', {
    // With dots, which OpenShift does not take: providers are made of packages, and have their names.
    name: string(
      'Name of the component.', {
        minLength: 1, maxLength: 255, ...rules(matches('^[A-Za-z0-9.-]+$', 'name must consist of letters, digits, . and -')),
      },
    ),
    configMaps: list('Transport ConfigMaps, all slices of the provider in their order.', { type: 'string', minLength: 1, maxLength: 253 }, {
      minItems: 1, maxItems: 64,
    }),
    image: imageReference('Image with the manifests, by its digest.'),
    profile: string('Folder of the image; without it, the image has only one.', {
      minLength: 1, maxLength: 255, ...rules(matches('^[a-zA-Z0-9_-]+$', 'profile must consist of letters, digits, - and _')),
    }),
  }, [], rules(
    exactlyOneOf('configMaps', 'image'),
    { rule: '!has(self.profile) || has(self.image)', message: 'profile is forbidden when image is not set' },
  ))), { minItems: 1, maxItems: 32 }),
}, ['contentID', 'name', 'revision'], rules({ rule: 'self == oldSelf', message: 'existing versions are immutable, but may be removed' })));

/** The configuration of the operator, with the names of its design; docs/cluster-api.md says which names of the built one it takes. */
export const clusterApi: KindDefinition = {
  group: 'operator.openshift.io',
  version: 'v1alpha1',
  kind: 'ClusterAPI',
  plural: 'clusterapis',
  singular: 'clusterapi',
  description: 'How Cluster API and its providers are installed on this cluster. There is one, named cluster.',
  columns: [
    { name: 'Current', type: 'string', jsonPath: '.status.currentVersion' },
    { name: 'Desired', type: 'string', jsonPath: '.status.desiredVersion' },
    { name: 'Mode', type: 'string', jsonPath: '.spec.installerMode' },
    { name: 'Age', type: 'date', jsonPath: '.metadata.creationTimestamp' },
  ],
  objectRules: [
    { rule: "self.metadata.name == 'cluster'", message: "clusterapi is a singleton, .metadata.name must be 'cluster'" },
    { rule: '!has(oldSelf.status) || has(self.status)', message: 'status may not be removed once set' },
  ],
  spec: named('ClusterApiSpec', object('How it should be installed.', {
    installerMode: strings(
      'Managed: versions are installed and kept. Paused: what would change is reported, and nothing is written. Without it, Managed.',
      ['Managed', 'Paused'],
    ),
    unmanagedCRDs: crdNames(UNMANAGED, 'unmanagedCRDs'),
    unmanagedCustomResourceDefinitions: crdNames(
      `The same under the name that it has in OpenShift: both lists count. ${UNMANAGED}`, 'unmanagedCustomResourceDefinitions',
    ),
    imageOverrides: listByKey(
      'For development and fixes: images in place of those of the release.', 'image',
      named('ClusterApiImageOverride', object('One image in place of another.', {
        image: string('Key of the image in the ConfigMap of the release, aws-cluster-api-controllers.', { minLength: 1, maxLength: 253 }),
        ref: imageReference('Image that is used instead, by its digest.'),
      }, ['image', 'ref'])), { maxItems: 32 },
    ),
  }, [], rules(
    neverUnset('unmanagedCRDs'), neverUnset('unmanagedCustomResourceDefinitions'),
  ))),
  status: named('ClusterApiStatus', object('What is installed, and what is to be.', {
    currentVersion: string('The version that is installed whole.', { minLength: 1, maxLength: 255 }),
    desiredVersion: string('The newest version.', { minLength: 1, maxLength: 255 }),
    observedRevisionGeneration: {
      description: 'metadata.generation that the newest version was made for.', type: 'integer', format: 'int64', minimum: 1,
      maximum: Number.MAX_SAFE_INTEGER, ...rules({ rule: 'self >= oldSelf', message: 'observedRevisionGeneration may not decrease' }),
    },
    versions: listByKey('All that are installed, or are on the way.', 'name', version, {
      minItems: 1, maxItems: 16,
      ...rules(
        { rule: 'self.all(v, self.exists_one(w, w.revision == v.revision))', message: 'each version must have a unique revision number' },
        {
          rule: 'self.all(v, oldSelf.exists(w, w.name == v.name) || oldSelf.all(w, w.revision < v.revision))',
          message: 'new versions must have a revision number greater than all existing versions',
        },
      ),
    }),
  }, ['desiredVersion', 'versions'], rules(
    {
      rule: '!has(self.currentVersion) || self.versions.exists(v, v.name == self.currentVersion)',
      message: 'currentVersion must be the name of a version',
    },
    {
      rule: 'self.versions.exists(v, v.name == self.desiredVersion && self.versions.all(w, w.revision <= v.revision))',
      message: 'desiredVersion must be the name of the version with the highest revision number',
    },
    {
      rule: '!has(oldSelf.observedRevisionGeneration) || has(self.observedRevisionGeneration)',
      message: 'observedRevisionGeneration may not be unset once set',
    },
  ))),
};

function neverUnset(field: string): { readonly rule: string; readonly message: string } {
  return { rule: `!has(oldSelf.${field}) || has(self.${field})`, message: `${field} cannot be unset once set` };
}
