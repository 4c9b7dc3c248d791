/**
 * From what the user names (file, folder, standard input) to a resolved revision.
 */
import { basename, resolve } from 'node:path';
import { LABEL_OWNER, type CollisionProtection, type JsonObject, type KubeObject, type ResolvedRevision, type RevisionManifest } from '../api';
import { defined } from '../defined';
import { BoxcutterError } from '../errors';
import { compile, resolveRevision, type CompiledRevision } from '../revision';
import { findingOf, formatOrigin } from '../issue';
import { loadManifests, type LoadedObject, yamlWording } from '../yaml';
import type { BundleChoices, OpenedBundle } from './bundle';
import { namesBundle } from './names-bundle';
import { refuseBoth } from './configuration/before';
import { refuseWrongOptions } from './option-values';
import { refuseFindings } from './refuse-findings';
import { readStdin } from './standard-input';
import type { Surroundings } from './surroundings';

export interface InputOptions extends BundleChoices, Surroundings {
  /** File, folder, or `-`; or a bundle: folder, chart, archive, image. */
  readonly path: string;
  /** Name of the extension; among several revisions in the input, which one. */
  readonly name?: string | undefined;
  /** For plain objects: what to do with those that exist and that no revision manages. */
  readonly collisionProtection?: CollisionProtection | undefined;
}

export interface Input {
  readonly resolved: ResolvedRevision;
  /** The input is a bundle. */
  readonly opened?: OpenedBundle;
  /** Absent when the input was a revision already. */
  readonly compiled?: CompiledRevision;
  /** The documents as they came, when the input was a revision already. */
  readonly documents?: readonly KubeObject[];
}

/** @throws BoxcutterError category `input` with every finding, each with file, document and field */
export async function readInput(options: InputOptions): Promise<Input> {
  if (namesBundle(options.path)) return compileBundle(options);
  refuseWrongOptions(options);
  refuseConfiguration(options);
  const loaded = loadManifests(options.path, options.path === '-' ? { stdin: await readStdin('objects') } : {});
  loaded.notes.forEach(options.onNote);
  refuseFindings(loaded.issues.map((issue) => findingOf(issue, yamlWording)), options.onNote, undefined, options);
  if (loaded.objects.length === 0) {
    throw new BoxcutterError('nothing-to-render', 'input', `${options.path}: nothing to render.`, { hint: 'It holds no Kubernetes object that belongs on a cluster.' });
  }
  const revisions = loaded.objects.filter(({ manifest }) => isRollout(manifest));
  return revisions.length > 0 ? readRevision(revisions, loaded.objects, options) : compileObjects(loaded.objects, options);
}

/** A ClusterExtensionRevision in its rollout shape (the other shape is a pending upgrade). */
export function isRollout(manifest: JsonObject): boolean {
  return manifest['kind'] === 'ClusterExtensionRevision' && typeof manifest['spec'] === 'object' && manifest['spec'] !== null && 'phases' in manifest['spec'];
}

function readRevision(revisions: readonly LoadedObject[], all: readonly LoadedObject[], options: InputOptions): Input {
  const manifests = revisions.map(({ manifest, origin }) => ({ manifest: manifest as unknown as RevisionManifest, origin }));
  const chosen = manifests.filter(({ manifest }) => options.name === undefined || extensionOf(manifest) === options.name);
  const [first] = chosen;
  if (chosen.length !== 1 || first === undefined) {
    const names = manifests.map(({ manifest }) => extensionOf(manifest)).join(', ');
    throw new BoxcutterError('input-revisions', 'input', `${options.path} holds ${manifests.length} revisions (${names})${options.name === undefined ? '' : `, ${chosen.length} of them of extension "${options.name}"`}.`, {
      hint: 'Apply one at a time: choose it with --name, or name its file.',
    });
  }
  if (options.collisionProtection !== undefined) {
    throw new BoxcutterError('input-collision-protection', 'input', 'The input is a revision, which says itself what to do with objects that exist; --collision-protection is for plain objects.', {
      hint: 'Set collisionProtection where the revision is declared.',
    });
  }
  const secrets = all.map(({ manifest }) => manifest as unknown as KubeObject).filter(({ kind }) => kind === 'Secret');
  const other = all.find(({ manifest }) => !isRollout(manifest) && manifest['kind'] !== 'Secret');
  if (other !== undefined) {
    throw new BoxcutterError('input-mixed', 'input', `${formatOrigin(other.origin)}: a ${String(other.manifest['kind'])} stands beside a ClusterExtensionRevision, but belongs to no phase of it.`, {
      hint: 'Declare it inside the Revision, or apply it apart.',
    });
  }
  return { resolved: resolveRevision(first.manifest, secrets), documents: [first.manifest as unknown as KubeObject, ...secrets] };
}

function extensionOf({ metadata, spec }: RevisionManifest): string {
  return metadata.labels?.[LABEL_OWNER] ?? metadata.name.replace(new RegExp(`-${spec.revision}$`), '');
}

/** A bundle, whatever its format, as a revision. */
export async function compileBundle(options: InputOptions): Promise<Input> {
  const { path, onNote, writes, kubernetesVersion, collisionProtection } = options;
  refuseWrongOptions(options);
  refuseBoth(options);
  const { openBundleInput, renderBundleInput } = await import('./bundle.js');
  const { formatOf } = await import('../formats/index.js');
  const opened = await openBundleInput(path, onNote, writes);
  const { bundle, reference } = opened;
  const { extension, namespace, objects, phases, config, certificates } = await renderBundleInput(opened, options, options);
  const { compiled, findings } = compile({
    extension,
    namespace,
    objects,
    packageName: bundle.packageName,
    bundleName: bundle.name,
    ...defined({ version: bundle.version, bundleReference: reference, phases, kubernetesVersion, collisionProtection }),
  });
  const format = formatOf(bundle);
  refuseFindings(findings.filter((finding) => !format.isAboutGenerated(finding)), onNote, `Bundle ${bundle.name}`, { writes });
  if (compiled === undefined) throw new BoxcutterError('compile', 'input', `${path} could not be compiled.`);
  const resolved = { ...compiled.resolved, config, ...defined({ certificates }) };
  return { resolved, compiled, opened };
}

/** Configuration that nothing would look at is a mistake. */
function refuseConfiguration({ path, config = [], set = [], setString = [], reuseConfig, resetConfig }: InputOptions): void {
  const options: readonly (readonly [string, boolean])[] = [
    ['--config', config.length > 0], ['--set', set.length > 0], ['--set-string', setString.length > 0],
    ['--reuse-config', reuseConfig === true], ['--reset-config', resetConfig === true],
  ];
  const [given] = options.find(([, isGiven]) => isGiven) ?? [];
  if (given === undefined) return;
  throw new BoxcutterError('usage-config', 'input', `${path} is no bundle, so there is nothing for ${given} to configure.`, {
    hint: 'Plain objects and revisions are applied as they are; configure them where they are made.',
  });
}

function compileObjects(objects: readonly LoadedObject[], options: InputOptions): Input {
  const { namespace, kubernetesVersion, collisionProtection } = options;
  const { compiled, findings } = compile({
    extension: options.name ?? defaultName(options.path),
    objects: objects.map(({ manifest, origin }) => ({ manifest, origin: formatOrigin(origin) })),
    ...defined({ namespace, kubernetesVersion, collisionProtection }),
  });
  refuseFindings(findings, options.onNote, undefined, options);
  if (compiled === undefined) throw new BoxcutterError('compile', 'input', `${options.path} could not be compiled.`);
  return { resolved: compiled.resolved, compiled };
}

/** The name of the folder or file, as far as it can be a name. */
function defaultName(path: string): string {
  if (path === '-') throw new BoxcutterError('usage-name', 'input', 'Objects from standard input need a name for the extension.', { hint: 'Add --name EXTENSION.' });
  return basename(resolve(path)).replace(/(\.k8s)?\.(ya?ml|json)$/i, '').toLowerCase().replace(/[^a-z0-9.-]+/g, '-').replace(/^[^a-z0-9]+|[^a-z0-9]+$/g, '');
}
