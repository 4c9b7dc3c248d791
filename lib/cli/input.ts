/**
 * From what the user names (file, folder, standard input) to a resolved revision.
 */
import { basename, resolve } from 'node:path';
import { LABEL_OWNER, type CollisionProtection, type JsonObject, type KubeObject, type ResolvedRevision, type RevisionManifest } from '../api';
import { BoxcutterError } from '../errors';
import { compile, resolveRevision, type CompiledRevision } from '../revision';
import { formatFindings, type Finding } from '../schema';
import { loadManifests, type LoadedObject } from '../yaml';

export interface InputOptions {
  /** File, folder, or `-`. */
  readonly path: string;
  /** Name of the extension; among several revisions in the input, which one. */
  readonly name?: string | undefined;
  readonly namespace?: string | undefined;
  readonly kubernetesVersion?: string | undefined;
  /** For plain objects: what to do with those that exist and that no revision manages. */
  readonly collisionProtection?: CollisionProtection | undefined;
  readonly onNote: (note: string) => void;
}

export interface Input {
  readonly resolved: ResolvedRevision;
  /** Absent when the input was a revision already. */
  readonly compiled?: CompiledRevision;
  /** The documents as they came, when the input was a revision already. */
  readonly documents?: readonly KubeObject[];
}

/** @throws BoxcutterError category `input` with every finding, each with file, document and field */
export async function readInput(options: InputOptions): Promise<Input> {
  const loaded = loadManifests(options.path, options.path === '-' ? { stdin: await readStdin() } : {});
  loaded.notes.forEach(options.onNote);
  refuseFindings(loaded.findings, options.onNote);
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
    throw new BoxcutterError('input-mixed', 'input', `${other.origin}: a ${String(other.manifest['kind'])} stands beside a ClusterExtensionRevision, but belongs to no phase of it.`, {
      hint: 'Declare it inside the Revision, or apply it apart.',
    });
  }
  return { resolved: resolveRevision(first.manifest, secrets), documents: [first.manifest as unknown as KubeObject, ...secrets] };
}

function extensionOf({ metadata, spec }: RevisionManifest): string {
  return metadata.labels?.[LABEL_OWNER] ?? metadata.name.replace(new RegExp(`-${spec.revision}$`), '');
}

function compileObjects(objects: readonly LoadedObject[], options: InputOptions): Input {
  const { namespace, kubernetesVersion, collisionProtection } = options;
  const { compiled, findings } = compile({
    extension: options.name ?? defaultName(options.path),
    objects: objects.map(({ manifest, origin }) => ({ manifest, origin })),
    ...(namespace === undefined ? {} : { namespace }),
    ...(kubernetesVersion === undefined ? {} : { kubernetesVersion }),
    ...(collisionProtection === undefined ? {} : { collisionProtection }),
  });
  refuseFindings(findings, options.onNote);
  if (compiled === undefined) throw new BoxcutterError('compile', 'input', `${options.path} could not be compiled.`);
  return { resolved: compiled.resolved, compiled };
}

/** The name of the folder or file, as far as it can be a name. */
function defaultName(path: string): string {
  if (path === '-') throw new BoxcutterError('usage-name', 'input', 'Objects from standard input need a name for the extension.', { hint: 'Add --name EXTENSION.' });
  return basename(resolve(path)).replace(/(\.k8s)?\.(ya?ml|json)$/i, '').toLowerCase().replace(/[^a-z0-9.-]+/g, '-').replace(/^[^a-z0-9]+|[^a-z0-9]+$/g, '');
}

/** Mistakes that are shown: whoever has more mends these first. All of them are in the document of `-o json`. */
const SHOWN = 40;

function refuseFindings(findings: readonly Finding[], onNote: (note: string) => void): void {
  const errors = findings.filter(({ severity }) => severity === 'error');
  const warnings = findings.filter(({ severity }) => severity === 'warning');
  if (warnings.length > 0) onNote(formatFindings(warnings));
  if (errors.length === 0) return;
  const rest = errors.length > SHOWN ? `\n… and ${errors.length - SHOWN} more` : '';
  throw new BoxcutterError('input-invalid', 'input', `${errors.length === 1 ? 'The input has a mistake' : `The input has ${errors.length} mistakes`}; nothing was written:\n${formatFindings(errors.slice(0, SHOWN))}${rest}`, {
    details: { findings: errors },
  });
}

async function readStdin(): Promise<string> {
  if (process.stdin.isTTY) process.stderr.write('Reading objects from standard input; end with Ctrl-D.\n');
  const chunks: Buffer[] = [];
  for await (const chunk of process.stdin) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}
