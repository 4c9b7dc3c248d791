/** Which revision of a source is meant, and what may stand beside it. */
import { LABEL_OWNER, type JsonObject, type RevisionManifest } from '../../api';
import { BoxcutterError } from '../../errors';
import { formatOrigin } from '../../issue';
import type { LoadedObject } from '../../yaml';
import type { Choices } from '../choices';
import { refuseMeaningless } from '../meaning';
import type { RevisionSource } from '../source';

/** A ClusterExtensionRevision in its rollout shape (the other shape is a pending upgrade). */
export function isRollout({ kind, spec }: JsonObject): boolean {
  return kind === 'ClusterExtensionRevision' && typeof spec === 'object' && spec !== null && 'phases' in spec;
}

/**
 * @param all everything beside it, itself included
 * @throws BoxcutterError category input: `input-revisions` when it is not clear which one is meant, `input-mixed` when objects stand beside
 * it, `input-collision-protection`
 */
export function chooseRevision(
  path: string,
  revisions: readonly LoadedObject[],
  all: readonly LoadedObject[],
  choices: Choices,
): RevisionSource {
  const { name } = choices;
  const named = revisions.map(({ manifest, origin }) => ({
    manifest: manifest as unknown as RevisionManifest,
    document: manifest,
    origin,
  }));
  const chosen = named.filter(({ manifest }) => name === undefined || extensionOf(manifest) === name);
  const [first] = chosen;
  if (chosen.length !== 1 || first === undefined) {
    const names = named.map(({ manifest }) => extensionOf(manifest)).join(', ');
    const fitting = name === undefined ? '' : `, ${chosen.length} of them of extension "${name}"`;
    throw new BoxcutterError('input-revisions', 'input', `${path} holds ${named.length} revisions (${names})${fitting}.`, {
      hint: 'Apply one at a time: choose it with --name, or name its file.',
    });
  }
  refuseMeaningless(path, choices, ['revision']);
  const other = all.find(({ manifest }) => !isRollout(manifest) && manifest['kind'] !== 'Secret');
  if (other !== undefined) {
    const what = `a ${String(other.manifest['kind'])} stands beside a ClusterExtensionRevision, but belongs to no phase of it`;
    throw new BoxcutterError(
      'input-mixed', 'input',
      `${formatOrigin(other.origin)}: ${what}.`,
      { hint: 'Declare it inside the Revision, or apply it apart.' },
    );
  }
  return { kind: 'revision', path, revision: first, secrets: all.filter(({ manifest }) => manifest['kind'] === 'Secret') };
}

function extensionOf({ metadata, spec }: RevisionManifest): string {
  const label = metadata.labels?.[LABEL_OWNER];
  if (label !== undefined) return label;
  // What stands in a file is compared as text: as a pattern it could run for ever.
  const end = `-${String(spec.revision)}`;
  return metadata.name.endsWith(end) ? metadata.name.slice(0, -end.length) : metadata.name;
}
