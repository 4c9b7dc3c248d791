/** From a source and what the user chose for it to something that can be compiled. */
import { basename, resolve } from 'node:path';
import type { CollisionProtection } from '../api';
import { defined } from '../defined';
import { BoxcutterError } from '../errors';
import type { ConfiguredBundle } from './bundle/configure';
import type { Choices } from './choices';
import type { BundleSource, ObjectsSource, RevisionSource, Source } from './source';
import type { Surroundings } from './surroundings';

export type Configured = ConfiguredObjects | ConfiguredRevision | ConfiguredBundle;

export interface ConfiguredObjects {
  readonly kind: 'objects';
  readonly source: ObjectsSource;
  readonly extension: string;
  /** Of namespaced objects that name none. */
  readonly namespace?: string;
  readonly kubernetesVersion?: string;
  readonly collisionProtection?: CollisionProtection;
  /** Of the definitions of our own API: `None`, whatever holds for the rest. */
  readonly takeOverCrds?: boolean;
}

export interface ConfiguredRevision {
  readonly kind: 'revision';
  readonly source: RevisionSource;
  readonly kubernetesVersion?: string;
}

export function configure(source: BundleSource, choices: Choices, surroundings: Surroundings): Promise<ConfiguredBundle>;
/**
 * @throws BoxcutterError category input: `usage-name` for objects from standard input without a name; for bundles what is wrong with the
 *   configuration as far as no schema is needed, `package-differs`, `certificates-needed`, `usage-namespace`
 */
export function configure(source: Source, choices: Choices, surroundings: Surroundings): Promise<Configured>;
export async function configure(source: Source, choices: Choices, surroundings: Surroundings): Promise<Configured> {
  const { namespace, kubernetesVersion, collisionProtection, takeOverCrds, name } = choices;
  switch (source.kind) {
    case 'objects':
      return {
        kind: 'objects', source, extension: name ?? defaultName(source.path), ...defined({
          namespace,
          kubernetesVersion,
          collisionProtection,
          takeOverCrds,
        }),
      };
    case 'revision':
      return { kind: 'revision', source, ...defined({ kubernetesVersion }) };
    case 'bundle':
      return (await import('./bundle/configure.js')).configureBundle(source, choices, surroundings);
  }
}

/** The name of the folder or file, as far as it can be a name. */
function defaultName(path: string): string {
  if (path === '-') {
    throw new BoxcutterError('usage-name', 'input', 'Objects from standard input need a name for the extension.', {
      hint: 'Add --name EXTENSION.',
    });
  }
  const name = basename(resolve(path)).replace(/(\.k8s)?\.(ya?ml|json)$/i, '').toLowerCase();
  return name.replace(/[^a-z0-9.-]+/g, '-').replace(/^[^a-z0-9]+|[^a-z0-9]+$/g, '');
}
