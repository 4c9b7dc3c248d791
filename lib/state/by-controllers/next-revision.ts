/** What has been compiled, as the next revision of a family of the controllers: its number, its name, what it takes over from. Pure. */
import {
  ANNOTATION_REQUEST, type KubeObject, LABEL_REVISION_NAME, type ResolvedRevision, type RevisionManifest, type RevisionPhase,
} from '../../api';
import type { ControlledRevision } from './controlled';
import type { WrittenContent } from './write-revision';

/** The newest revision of a family, where it is of this very content and still stands. */
export function unchangedRevision(family: readonly ControlledRevision[], { digest }: ResolvedRevision): ControlledRevision | undefined {
  const newest = [...family].sort((a, b) => b.number - a.number)[0];
  if (newest === undefined || newest.state === 'Archived' || newest.deleting) return undefined;
  return newest.object.metadata.annotations?.[ANNOTATION_REQUEST] === digest ? newest : undefined;
}

/**
 * @param documents the manifest as it was compiled, and its content Secrets
 * @param family revisions of the extension that are there
 * @param namespace where the Secrets go
 */
export function nextRevision(
  documents: readonly KubeObject[], { digest }: ResolvedRevision, family: readonly ControlledRevision[], namespace: string,
): WrittenContent {
  const [first, ...secrets] = documents;
  const manifest = first as unknown as RevisionManifest;
  const { name: before = '' } = manifest.metadata;
  const number = Math.max(0, ...family.map((revision) => revision.number)) + 1;
  const name = before.replace(/-\d+$/, `-${number}`);
  const previous = [...family].sort((a, b) => a.number - b.number).filter(({ state, deleting }) => state !== 'Archived' && !deleting);
  const renamed = (secret: string): string => (secret.startsWith(`${before}-`) ? `${name}${secret.slice(before.length)}` : secret);
  const annotations = { ...manifest.metadata.annotations, [ANNOTATION_REQUEST]: digest };
  return {
    manifest: {
      ...manifest,
      metadata: { ...manifest.metadata, name, annotations },
      spec: {
        ...manifest.spec, revision: number, phases: manifest.spec.phases.map((phase) => movedPhase(phase, renamed, namespace)),
        ...(previous.length === 0 ? {} : { previous: previous.map(({ name: one, uid }) => ({ name: one, uid })) }),
      },
    } as RevisionManifest,
    secrets: secrets.map((secret) => ({
      ...secret,
      metadata: {
        ...secret.metadata, name: renamed(secret.metadata.name ?? ''), namespace,
        labels: { ...secret.metadata.labels, [LABEL_REVISION_NAME]: name },
      },
    })),
  };
}

function movedPhase(phase: RevisionPhase, renamed: (secret: string) => string, namespace: string): RevisionPhase {
  const objects = phase.objects.map((one) => (
    one.ref === undefined ? one : { ...one, ref: { ...one.ref, name: renamed(one.ref.name), namespace } }
  ));
  return { ...phase, objects };
}
