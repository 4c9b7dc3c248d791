/** From a configured source to the revision that it is. */
import type { KubeObject, ResolvedRevision } from '../api';
import { defined } from '../defined';
import { BoxcutterError } from '../errors';
import type { RenderResult } from '../formats';
import { compile as compileObjects, type CompiledRevision } from '../revision';
import type { ConfiguredBundle } from './bundle/configure';
import type { Choices } from './choices';
import { configure, type Configured, type ConfiguredObjects } from './configure';
import { open } from './open';
import { refuseIssues } from './refuse-issues';
import { compileRevision } from './revision/compile';
import type { Compiled } from './source';
import type { Surroundings } from './surroundings';

/** @throws BoxcutterError category `input` with every finding, each with file, document and field; of a bundle also `kubernetes-too-old` */
export async function compile(configured: Configured, surroundings: Surroundings): Promise<Compiled> {
  switch (configured.kind) {
    case 'objects':
      return documented(fromObjects(configured, surroundings));
    case 'revision':
      return compileRevision(configured, surroundings);
    case 'bundle': {
      const { config = {}, certificates, untrusted } = configured;
      const { compiled, hooksNotRun } = (await import('./bundle/render.js')).compileBundle(configured, surroundings);
      // After mistakes of the user: what the cluster lacks is no news beside those.
      await (await import('./bundle/requirements.js')).checkRequirements(configured.source.bundle, configured, surroundings);
      return documented(compiled, { config, ...defined({ certificates, untrusted, hooksNotRun }) });
    }
  }
}

/** Opened, configured, compiled. @throws BoxcutterError as each of them */
export async function readRevision(path: string, choices: Choices, surroundings: Surroundings): Promise<Compiled> {
  const source = await open(path, choices, surroundings);
  return compile(await configure(source, choices, surroundings), surroundings);
}

/** The objects of a bundle, before they make a revision. @throws BoxcutterError `input-invalid` with everything that is wrong with them */
export async function render(configured: ConfiguredBundle, surroundings: Surroundings): Promise<RenderResult> {
  return (await import('./bundle/render.js')).renderConfigured(configured, surroundings);
}

function documented(
  { resolved, manifest, contentSecrets }: CompiledRevision,
  chosen: Pick<ResolvedRevision, 'config' | 'certificates' | 'untrusted' | 'hooksNotRun'> = {},
): Compiled {
  return { resolved: { ...resolved, ...chosen }, documents: [manifest as unknown as KubeObject, ...contentSecrets] };
}

function fromObjects(configured: ConfiguredObjects, surroundings: Surroundings): CompiledRevision {
  const { source: { objects, path }, extension, namespace, kubernetesVersion, collisionProtection } = configured;
  const { compiled, issues } = compileObjects({
    extension,
    objects,
    ...defined({ namespace, kubernetesVersion, collisionProtection, largePhases: surroundings.rollsOut }),
  });
  refuseIssues(issues, surroundings.onNote, undefined, surroundings);
  if (compiled === undefined) throw new BoxcutterError('compile', 'input', `${path} could not be compiled.`);
  return compiled;
}
