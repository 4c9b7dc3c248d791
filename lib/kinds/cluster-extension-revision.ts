import {
  exactlyOneOf, immutable, immutableField, type KindDefinition, listByKey, named, namedDnsSubdomain, object, onlyWith, rules, type Schema,
  string, strings, time, togetherWith,
} from '../api/schema';
import { conditions, progressDeadlineMinutes } from './common';
import { progressionProbes } from '../probes';
import { approvedBy, upgradeChanges } from './pending-upgrade-status';
import { collisionProtection, observedPhases, phases, replacementPolicy } from './revision-phases';
import { semanticVersion } from './version-expression';

/** Fields of a rollout, `<extension>-<number>`. */
const rollout: Readonly<Record<string, Schema>> = {
  lifecycleState: strings(
    'Active: rolled out and kept as it is. Paused: watched, but nothing is written. Archived: objects that no newer revision took over ' +
      'are deleted; there is no way back. A pending upgrade is always Active.',
    ['Active', 'Paused', 'Archived'],
    { default: 'Active', ...rules({ rule: "oldSelf != 'Archived' || self == 'Archived'", message: 'cannot un-archive' }) },
  ),
  revision: {
    description: 'Number of the revision within its extension, from 1: that of the revision before plus one. It cannot change.',
    type: 'integer',
    format: 'int64',
    minimum: 1,
    ...rules(immutable('revision is immutable')),
  },
  collisionProtection: collisionProtection(
    'How objects that exist already are treated; phases and objects may override it. Without it: Prevent. It cannot change.',
  ),
  replacementPolicy: replacementPolicy(
    'What becomes of an object with a change that the API server does not make in place; phases and objects may override it. Without it: ' +
      'Recreate for Jobs, Fail for everything else. It cannot change.',
  ),
  phases,
  progressionProbes,
  progressDeadlineMinutes: progressDeadlineMinutes(),
  previous: listByKey(
    'Revisions of the extension that were active when this one was made, and that it takes objects over from. It cannot change.',
    'name',
    named(
      'PreviousRevision',
      object(
        'An older revision.',
        {
          name: string('Name of the ClusterExtensionRevision.', { minLength: 1, maxLength: 253 }),
          uid: string('Its metadata.uid.', { minLength: 1, maxLength: 128 }),
        },
        ['name', 'uid'],
      ),
    ),
    { maxItems: 50 },
  ),
};

/** Fields of a pending upgrade, `<extension>-<version>`. */
const pendingUpgrade: Readonly<Record<string, Schema>> = {
  clusterExtensionRef: named(
    'ClusterExtensionRef',
    object(
      'The extension that can be upgraded. It cannot change.',
      { name: string('Name of the ClusterExtension.', { minLength: 1, maxLength: 253, ...rules(namedDnsSubdomain('name')) }) },
      ['name'],
      rules(immutable('clusterExtensionRef is immutable')),
    ),
  ),
  version: string('The version that it can be upgraded to. It cannot change: another version is another object, to be approved anew.', {
    minLength: 1,
    maxLength: 253,
    ...rules(immutable('version is immutable'), semanticVersion),
  }),
  bundleMetadata: named(
    'PendingBundle',
    object(
      'The bundle that has the version. It cannot change.',
      {
        name: string('Name of the bundle.', { minLength: 1, maxLength: 253 }),
        version: string('Version of the bundle, equal to `version`.', { minLength: 1, maxLength: 253 }),
      },
      ['name', 'version'],
      rules(immutable('bundleMetadata is immutable')),
    ),
  ),
  availableSince: time('When the upgrade was found.'),
  approved: { description: 'True: the upgrade may happen. Without it, it may not.', type: 'boolean' },
};

const spec: Schema = named(
  'ClusterExtensionRevisionSpec',
  object(
    'Either a rollout (has `phases`) or a pending upgrade (has `clusterExtensionRef`).',
    { ...rollout, ...pendingUpgrade },
    [],
    rules(
      exactlyOneOf('phases', 'clusterExtensionRef'),
      {
        rule: 'has(self.phases) == has(oldSelf.phases)',
        message: 'a rollout cannot become a pending upgrade, nor a pending upgrade a rollout',
      },
      togetherWith('revision', 'phases'),
      onlyWith('collisionProtection', 'phases'),
      onlyWith('replacementPolicy', 'phases'),
      onlyWith('progressionProbes', 'phases'),
      onlyWith('progressDeadlineMinutes', 'phases'),
      onlyWith('previous', 'phases'),
      immutableField('collisionProtection'),
      immutableField('replacementPolicy'),
      immutableField('previous'),
      {
        rule: "has(self.phases) || !has(self.lifecycleState) || self.lifecycleState == 'Active'",
        message: 'lifecycleState of a pending upgrade must be Active',
        fieldPath: '.lifecycleState',
      },
      togetherWith('version', 'clusterExtensionRef'),
      togetherWith('bundleMetadata', 'clusterExtensionRef'),
      togetherWith('availableSince', 'clusterExtensionRef'),
      onlyWith('approved', 'clusterExtensionRef'),
      {
        rule: '!has(self.bundleMetadata) || !has(self.version) || self.bundleMetadata.version == self.version',
        message: 'bundleMetadata.version must be equal to version',
        fieldPath: '.bundleMetadata.version',
      },
    ),
  ),
  {
    variants: [
      { name: 'RolloutSpec', allowed: Object.keys(rollout), required: ['lifecycleState', 'revision', 'phases'] },
      {
        name: 'PendingUpgradeSpec',
        allowed: ['lifecycleState', ...Object.keys(pendingUpgrade)],
        required: ['clusterExtensionRef', 'version', 'bundleMetadata', 'availableSince'],
      },
    ],
  },
);

/** ClusterExtensionRevision: one kind, two shapes. A shape's fields are refused in the other one. */
export const clusterExtensionRevision: KindDefinition = {
  kind: 'ClusterExtensionRevision',
  plural: 'clusterextensionrevisions',
  singular: 'clusterextensionrevision',
  description:
    'A rollout of an extension: an immutable, ordered snapshot of its objects, named `<extension>-<number>`. ' +
    'Or an upgrade of an extension that waits for approval, named `<extension>-<version>`.',
  columns: [
    { name: 'Revision', type: 'integer', jsonPath: '.spec.revision', description: 'Number of a rollout.' },
    { name: 'State', type: 'string', jsonPath: '.spec.lifecycleState' },
    { name: 'Available', type: 'string', jsonPath: ".status.conditions[?(@.type=='Available')].status" },
    { name: 'Progressing', type: 'string', jsonPath: ".status.conditions[?(@.type=='Progressing')].status" },
    { name: 'Upgrade To', type: 'string', jsonPath: '.spec.version', description: 'Version of a pending upgrade.' },
    { name: 'Approved', type: 'boolean', jsonPath: '.spec.approved', description: 'Whether a pending upgrade may happen.' },
    { name: 'Age', type: 'date', jsonPath: '.metadata.creationTimestamp' },
  ],
  spec,
  status: named(
    'ClusterExtensionRevisionStatus',
    object('What was observed of the revision.', {
      conditions: conditions(
        'Progressing: True RollingOut, RolloutError (it is tried again), ObjectCollisions; False RolledOut, Archived, ' +
        'ProgressDeadlineExceeded, ' +
          'Blocked, Paused. Available: True ProbesSucceeded; False ProbeFailure; Unknown Archived, Reconciling. ' +
          'Succeeded: True RolloutSuccess, once and for good. Upgradeable, of packages with upgrade gates: False UpgradeGated as long as ' +
          'one of them is closed. Of a pending upgrade: Approved, and Progressing.',
      ),
      observedPhases,
      approvedAt: time('When the controller saw that a pending upgrade was approved.'),
      approvedBy,
      upgrade: upgradeChanges,
    }),
  ),
};
