import { type KindDefinition, named, object, string, strings } from '../../api/schema';
import { conditions } from '../common';
import { bundleSource, immutableBundleSpec } from './source';

export const BUNDLE_PHASES = ['Pending', 'Unpacking', 'Failing', 'Unpacked'] as const;
export type BundlePhase = (typeof BUNDLE_PHASES)[number];

/** RukPak's, field for field; the digest of the content is ours. */
export const bundle: KindDefinition = {
  group: 'core.rukpak.io',
  version: 'v1alpha1',
  kind: 'Bundle',
  plural: 'bundles',
  singular: 'bundle',
  description: 'Content that provisioners unpack and make available: a bundle of Kubernetes manifests, an OLM bundle or a chart.',
  columns: [
    { name: 'Type', type: 'string', jsonPath: '.spec.source.type' },
    { name: 'Phase', type: 'string', jsonPath: '.status.phase' },
    { name: 'Provisioner', type: 'string', jsonPath: '.spec.provisionerClassName' },
    { name: 'Age', type: 'date', jsonPath: '.metadata.creationTimestamp' },
  ],
  objectRules: [{ rule: 'self.metadata.name.size() <= 52', message: 'the name of a bundle has at most 52 characters' }],
  spec: immutableBundleSpec('What it is. It never changes: other content is another Bundle.', 'bundle.spec is immutable'),
  status: named('BundleStatus', object('What became of it.', {
    phase: strings(
      'Pending: something that it needs is not there yet. Unpacking: its source is being read. Failing: that did not work, and is tried '
        + 'again. Unpacked: its content is there.',
      BUNDLE_PHASES,
    ),
    resolvedSource: bundleSource('What it was unpacked from: an image with its digest, a commit.'),
    digest: string('SHA-256 of the unpacked files. They are the same wherever and whenever they are unpacked again.', { maxLength: 128 }),
    contentURL: string('Where its content is served, for holders of the role boxcutter-bundle-reader.', { maxLength: 1000 }),
    observedGeneration: { description: 'metadata.generation that this was observed of.', type: 'integer', format: 'int64', minimum: 0 },
    conditions: conditions(
      'Unpacked: True UnpackSuccessful; False UnpackPending, Unpacking, UnpackFailed, ProcessingFinalizerFailed.',
    ),
  })),
};
