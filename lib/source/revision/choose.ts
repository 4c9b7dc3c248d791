/** Which revision of a source is meant, and what may stand beside it. */
import { LABEL_OWNER, type JsonObject, type RevisionManifest } from '../../api';
import { BoxcutterError } from '../../errors';
import { formatOrigin } from '../../issue';
import type { LoadedObject } from '../../yaml';
import type { LoadedRevision, RevisionSource, Source } from '../source';
import { contentRefs, refersTo } from './content-refs';

/** A ClusterExtensionRevision in its rollout shape (the other shape is a pending upgrade). */
export function isRollout({ kind, spec }: JsonObject): boolean {
  return kind === 'ClusterExtensionRevision' && typeof spec === 'object' && spec !== null && 'phases' in spec;
}

/**
 * @param path what the objects are called in messages
 * @param objects all that are there
 * @param name of several revisions, the one of this extension, or of this name
 * @throws BoxcutterError category input: `input-revisions` when it is not clear which one is meant, `input-mixed` when objects stand beside
 * it that would be lost
 */
export function chooseRevision(path: string, objects: readonly LoadedObject[], name: string | undefined): RevisionSource {
  const chosen = chooseRevisions(path, objects, name);
  const [revision] = chosen;
  if (revision !== undefined && chosen.length === 1) return revision;
  throw severalRevisions(path, chosen);
}

/** More than one, where only one can be meant. */
export function severalRevisions(path: string, sources: readonly Source[]): BoxcutterError {
  const names = sources.map((source) => (source.kind === 'revision' ? extensionOf(source.revision.manifest) : source.path)).join(', ');
  return new BoxcutterError('input-revisions', 'input', `${path} holds ${sources.length} revisions (${names}).`, {
    hint: 'Choose one with --name, or name its file.',
  });
}

/**
 * @param name the one of this extension, or of this name; undefined: all of them, in their order
 * @throws BoxcutterError category input: as {@link chooseRevision}
 */
export function chooseRevisions(path: string, objects: readonly LoadedObject[], name: string | undefined): readonly RevisionSource[] {
  const revisions = objects.filter(({ manifest }) => isRollout(manifest)).map(loadedRevision);
  const isMeant = ({ manifest }: LoadedRevision): boolean => extensionOf(manifest) === name || manifest.metadata.name === name;
  const chosen = name === undefined ? revisions : revisions.filter(isMeant);
  if (name !== undefined && chosen.length !== 1) {
    const names = revisions.map(({ manifest }) => extensionOf(manifest)).join(', ');
    const what = `${path} holds ${revisions.length} revisions (${names}), ${chosen.length} of them of extension "${name}".`;
    throw new BoxcutterError('input-revisions', 'input', what, {
      hint: 'Choose one with --name, or name its file.',
    });
  }
  refuseOthers(objects, revisions);
  const secrets = objects.filter(({ manifest }) => manifest['kind'] === 'Secret');
  return chosen.map((revision) => ({ kind: 'revision', path, revision, secrets }));
}

function loadedRevision({ manifest, origin }: LoadedObject): LoadedRevision {
  return { manifest: manifest as unknown as RevisionManifest, document: manifest, origin };
}

/** Secrets may stand beside a revision when they hold its content, or that of another one. Everything else would be lost. */
function refuseOthers(objects: readonly LoadedObject[], revisions: readonly LoadedRevision[]): void {
  const refs = revisions.flatMap(({ manifest }) => contentRefs(manifest));
  const other = objects.find(({ manifest }) => !isRollout(manifest) && !refs.some((ref) => refersTo(ref, manifest)));
  if (other === undefined) return;
  const what = `a ${String(other.manifest['kind'])} is beside a ClusterExtensionRevision, but belongs to none of its phases`;
  throw new BoxcutterError('input-mixed', 'input', `${formatOrigin(other.origin)}: ${what}.`, {
    hint: 'Declare it inside the Revision; or keep it in another file, and name that of the revision.',
  });
}

/** The extension that a revision is of. */
export function extensionOf({ metadata, spec }: RevisionManifest): string {
  const label = metadata.labels?.[LABEL_OWNER];
  if (label !== undefined) return label;
  // What stands in a file is compared as text: as a pattern it could run for ever.
  const end = `-${String(spec.revision)}`;
  return metadata.name.endsWith(end) ? metadata.name.slice(0, -end.length) : metadata.name;
}
