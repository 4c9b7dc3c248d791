/** From a configured source to the revision that it is. */
import type { JsonObject, KubeObject, ResolvedRevision } from '../api';
import { defined } from '../defined';
import { BoxcutterError } from '../errors';
import type { Bundle, RenderResult } from '../formats';
import { isOurDefinition } from '../kinds';
import { compile as compileObjects, type CompiledRevision, type SourceObject } from '../revision';
import type { ConfiguredBundle } from './bundle/configure';
import type { RevisionDetails } from './bundle/render';
import type { Choices } from './choices';
import { configure, type Configured, type ConfiguredObjects } from './configure';
import { open } from './open';
import { refuseIssues } from './refuse-issues';
import { contentSourceOf } from './repository';
import { compileRevision } from './revision/compile';
import { withScopes } from './scopes';
import type { Compiled, Source } from './source';
import type { Surroundings } from './surroundings';

/** @throws BoxcutterError category `input` with every finding, each with file, document and field; of a bundle also `kubernetes-too-old` */
export async function compile(configured: Configured, surroundings: Surroundings): Promise<Compiled> {
  switch (configured.kind) {
    case 'objects':
      return documented(await fromObjects(configured, surroundings));
    case 'revision':
      return compileRevision(configured, surroundings);
    case 'bundle': {
      const { config = {}, certificates, untrusted } = configured;
      const { compiled, hooksNotRun } = await (await import('./bundle/render.js')).compileBundle(configured, surroundings);
      // After mistakes of the user: what the cluster lacks is no news beside those.
      await (await import('./bundle/requirements.js')).checkRequirements(configured.source, configured, surroundings);
      const configSecrets = await secretsOf(configured.source.bundle, config);
      const bundle = (await import('./bundle/installed.js')).installedBundle(configured);
      return documented(compiled, { config, bundle, ...defined({ configSecrets, certificates, untrusted, hooksNotRun }) });
    }
  }
}

/** A configured bundle as the revision that a controller makes. @throws BoxcutterError as {@link compile} */
export async function compileRevisionOf(
  configured: ConfiguredBundle, surroundings: Surroundings, details: RevisionDetails,
): Promise<CompiledRevision> {
  const { compiled } = await (await import('./bundle/render.js')).compileBundle(configured, surroundings, details);
  await (await import('./bundle/requirements.js')).checkRequirements(configured.source, configured, surroundings);
  return compiled;
}

/** Opened, configured, compiled. @throws BoxcutterError as each of them */
export async function readRevision(path: string, choices: Choices, surroundings: Surroundings): Promise<Compiled> {
  return readSource(await open(path, choices, surroundings), choices, surroundings);
}

/** Configured, compiled. @throws BoxcutterError as each of them */
export async function readSource(source: Source, choices: Choices, surroundings: Surroundings): Promise<Compiled> {
  const compiled = await compile(await configure(source, choices, surroundings), surroundings);
  if (surroundings.rollsOut !== true) return compiled;
  return { ...compiled, resolved: { ...compiled.resolved, ...defined({ source: contentSourceOf(source.path) }) } };
}

/** The objects of a bundle, before they make a revision. @throws BoxcutterError `input-invalid` with everything that is wrong with them */
export async function render(configured: ConfiguredBundle, surroundings: Surroundings): Promise<RenderResult> {
  return (await import('./bundle/render.js')).renderConfigured(configured, surroundings);
}

function documented(
  compiled: CompiledRevision,
  chosen: Pick<ResolvedRevision, 'config' | 'configSecrets' | 'certificates' | 'bundle' | 'untrusted' | 'hooksNotRun'> = {},
): Compiled {
  const documents = () => [compiled.manifest as unknown as KubeObject, ...compiled.contentSecrets];
  return { resolved: { ...compiled.resolved, ...chosen }, documents };
}

/** Kept beside the configuration, so that who shows it later needs no schema. */
async function secretsOf(bundle: Bundle, config: JsonObject): Promise<readonly string[] | undefined> {
  if (Object.keys(config).length === 0) return undefined;
  const [{ configSchemaOf }, { secretPointers }] = await Promise.all([import('../formats/index.js'), import('../config/index.js')]);
  const found = secretPointers(configSchemaOf(bundle), config);
  return found.length === 0 ? undefined : found;
}

async function fromObjects(configured: ConfiguredObjects, surroundings: Surroundings): Promise<CompiledRevision> {
  const { source: { objects: written, path }, extension, namespace, kubernetesVersion, collisionProtection, takeOverCrds } = configured;
  const objects = await withScopes(written, surroundings.scopeOf);
  const { compiled, issues } = compileObjects({
    extension,
    objects: takeOverCrds === true ? objects.map(takenOver) : objects,
    ...defined({ namespace, kubernetesVersion, collisionProtection, largePhases: surroundings.rollsOut }),
  });
  refuseIssues(issues, surroundings.onNote, undefined, surroundings);
  if (compiled === undefined) throw new BoxcutterError('compile', 'input', `${path} could not be compiled.`);
  return compiled;
}

/** A definition of our own API is adopted, whoever has it. */
function takenOver(object: SourceObject): SourceObject {
  return isOurDefinition(object.manifest) ? { ...object, collisionProtection: 'None' } : object;
}
