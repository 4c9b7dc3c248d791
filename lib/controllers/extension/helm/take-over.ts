/**
 * The first thing once the feature gate BoxcutterRuntime is on again: what helm installed meanwhile becomes a revision, which takes over
 * every object as it is.
 */
import { ANNOTATION_FROM_HELM } from '../../../api';
import {
  type HelmContent, type HelmMark, markOf, releaseHistory, releaseName, releaseText, type RevisionDocuments,
} from '../../helm';
import type { Outcome } from '../outcome';
import { conditionOf, type LiveExtension, type LiveRevision, revisionStates } from '../revision-facts';
import { writeRevision } from '../write-revision';
import { helmWork, type HelmPlace, mark } from './gate-off';

/**
 * A revision for each content that the release may have, oldest first; when the newest is rolled out, helm has nothing any more.
 * @returns what is reported meanwhile; undefined: it is done, or there is no release
 * @throws BoxcutterError what the server says; `release-changed` when helm is at work on the release
 */
export async function takeOver(
  extension: LiveExtension, revisions: readonly LiveRevision[], place: HelmPlace,
): Promise<Outcome | undefined> {
  const found = markOf(extension);
  if (found === undefined) return undefined;
  const work = helmWork(extension);
  const contents = contentsOf(found);
  const made = madeOf(revisions);
  const history = await releaseHistory(place.target, work);
  const due: { readonly digest: string; readonly documents: RevisionDocuments }[] = [];
  for (const { digest, bundle } of contents) {
    if (made.has(digest)) continue;
    const documents = await history.documents(digest);
    if (documents === undefined) {
      const message = `${releaseText(work)} is to be taken over, and its Secret with this version is gone, or was changed. Bring it back; `
        + 'or, if the objects of the release are gone, remove the annotation olm.operatorframework.io/helm-release of this extension.';
      return { type: 'blocked', bundle, message };
    }
    due.push({ digest, documents });
  }
  // Whoever runs helm by hand finds no release that he could take down under the revision.
  if (due.length > 0) await history.putAside(releaseName(work.extension));
  for (const { digest, documents } of due) {
    const written = await write(extension, digest, documents, [...revisions, ...made.values()], place);
    made.set(digest, written);
  }
  const last = made.get(contents.at(-1)?.digest ?? '');
  const progress = last && takingOver(last);
  if (progress !== undefined) return { type: 'waiting', message: `${releaseText(work)} ${progress}` };
  await history.forget();
  await mark(extension, undefined, place);
  return undefined;
}

/** The end of a sentence that begins with the release; undefined: the revision has everything. */
export function takingOver(revision: LiveRevision): string | undefined {
  const [facts] = revisionStates([revision]).all;
  const progress = facts && conditionOf(facts, 'Progressing');
  if (facts === undefined || progress?.reason === 'RolledOut' || conditionOf(facts, 'Succeeded')?.status === 'True') return undefined;
  return `is being taken over by revision ${facts.name}. ${progress?.message ?? ''}`.trim();
}

async function write(
  extension: LiveExtension, digest: string, { manifest, secrets }: RevisionDocuments, revisions: readonly LiveRevision[],
  { cluster, revisions: cache }: HelmPlace,
): Promise<LiveRevision> {
  const active = revisionStates(revisions).all.filter(({ lifecycleState, isLeaving }) => lifecycleState !== 'Archived' && !isLeaving);
  const metadata = { ...manifest.metadata, annotations: { ...manifest.metadata.annotations, [ANNOTATION_FROM_HELM]: digest } };
  const spec = { ...manifest.spec, collisionProtection: 'IfNoController', ...previousOf(active) } as typeof manifest.spec;
  const written = await writeRevision(cluster, extension, { manifest: { ...manifest, metadata, spec }, secrets });
  cache.note(written);
  return written;
}

function contentsOf({ applied, begun }: HelmMark): readonly HelmContent[] {
  return [...(applied === undefined ? [] : [applied]), ...begun];
}

/** By the digest of what they were made of. */
function madeOf(revisions: readonly LiveRevision[]): Map<string, LiveRevision> {
  return new Map(revisions.flatMap((revision) => {
    const digest = revision.metadata.annotations?.[ANNOTATION_FROM_HELM];
    return digest === undefined ? [] : [[digest, revision] as const];
  }));
}

function previousOf(active: readonly { readonly name: string; readonly uid: string }[]) {
  return active.length === 0 ? {} : { previous: active.map(({ name, uid }) => ({ name, uid })) };
}
