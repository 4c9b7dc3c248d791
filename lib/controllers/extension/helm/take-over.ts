/**
 * The first thing once the feature gate BoxcutterRuntime is on again: what helm installed meanwhile becomes a revision, which takes over
 * every object as it is.
 */
import {
  ANNOTATION_APPROVAL, ANNOTATION_BUNDLE_CONTENT, ANNOTATION_BUNDLE_NAME, ANNOTATION_BUNDLE_REFERENCE, ANNOTATION_BUNDLE_RELEASE,
  ANNOTATION_BUNDLE_VERSION, ANNOTATION_FROM_HELM, ANNOTATION_PACKAGE_NAME, ANNOTATION_PROPERTIES, ANNOTATION_REQUEST, ANNOTATION_ROLLBACK,
  keyOf, type KubeObject, refOf, type RevisionManifest,
} from '../../../api';
import { resolveRevision } from '../../../revision';
import { contentsOf, type HelmRelease, ownOf, type RevisionDocuments, standingOf, type StoredContent } from '../../helm';
import { actingIn } from '../../process';
import { accountAnnotations, accountOf, requireAuthorized } from '../account';
import type { Outcome } from '../outcome';
import { conditionOf, type LiveExtension, type LiveRevision, revisionStates } from '../revision-facts';
import { writeRevision } from '../write-revision';
import { brokenText, type HelmPlace, ownerOf, releaseText, unreadableText } from './gate-off';

/** The end of what is said of a service account that lacks something. */
const RUNS_ON = 'Until it may do all of this, nothing is taken over, and what is installed runs on as it is.';

/**
 * A revision for each content that the release may have, oldest first; when the newest is rolled out, the record of the release goes.
 * @returns what is reported meanwhile; undefined: it is done, or there is no release
 * @throws BoxcutterError what the server says; as `requireAuthorized`
 */
export async function takeOver(
  extension: LiveExtension, release: HelmRelease | undefined, revisions: readonly LiveRevision[], place: HelmPlace,
): Promise<Outcome | undefined> {
  if (release === undefined) return undefined;
  const { helmRecord } = place;
  const what = releaseText(extension);
  const contents = contentsOf(release);
  const newest = contents.at(-1);
  const broken = unreadableText(extension, release, helmRecord);
  if (broken !== undefined || newest === undefined) return unreadable(extension, newest, broken ?? `${what} has no content.`);
  const made = madeOf(revisions);
  const due: (readonly [StoredContent, RevisionDocuments])[] = [];
  for (const content of contents) {
    if (made.has(content.digest)) continue;
    const documents = await helmRecord.documents(content);
    if (typeof documents === 'string') {
      return unreadable(extension, content, brokenText(extension, helmRecord.nameOf(content.secret), documents));
    }
    due.push([content, documents]);
  }
  const objects = due.flatMap(([, documents]) => objectsIn(documents));
  // As for an install. A deletion does not wait for rights: what an account may not do it does not do then either.
  if (extension.metadata.deletionTimestamp === undefined) await requireAuthorized(extension, objects, place.target, RUNS_ON);
  const standing = await standingOf(objects, actingIn(place.target, accountOf(extension)).cluster);
  const owner = ownerOf(extension, revisions.map(({ metadata }) => metadata.uid ?? ''), place);
  const own = new Set(ownOf(objects, standing, owner).map((object) => keyOf(refOf(object))));
  for (const [{ digest }, documents] of due) {
    const before = revisionStates([...revisions, ...made.values()]).all;
    const previous = before.filter(({ lifecycleState, isLeaving }) => lifecycleState !== 'Archived' && !isLeaving);
    const manifest = manifestOf(documents, { digest, own, previous, account: accountAnnotations(accountOf(extension)) });
    const written = await writeRevision(place.cluster, extension, { manifest, secrets: documents.secrets });
    place.revisions.note(written);
    made.set(digest, written);
  }
  const last = made.get(newest.digest);
  const progress = last && takingOver(last);
  if (progress !== undefined) return { type: 'waiting', message: `${what} ${progress}` };
  await helmRecord.forget([...release.replaced, ...contents]);
  return undefined;
}

/** The end of a sentence that begins with the release; undefined: the revision has everything. */
export function takingOver(revision: LiveRevision): string | undefined {
  const [facts] = revisionStates([revision]).all;
  const progress = facts && conditionOf(facts, 'Progressing');
  if (facts === undefined || progress?.reason === 'RolledOut' || conditionOf(facts, 'Succeeded')?.status === 'True') return undefined;
  return `is being taken over by revision ${facts.name}. ${progress?.message ?? ''}`.trim();
}

/** What the revision says of its making, as the controllers have recorded it. */
const NOTES: readonly string[] = [
  ANNOTATION_APPROVAL, ANNOTATION_BUNDLE_CONTENT, ANNOTATION_BUNDLE_NAME, ANNOTATION_BUNDLE_REFERENCE, ANNOTATION_BUNDLE_RELEASE,
  ANNOTATION_BUNDLE_VERSION, ANNOTATION_PACKAGE_NAME, ANNOTATION_PROPERTIES, ANNOTATION_REQUEST, ANNOTATION_ROLLBACK,
];

export interface TakeOverFacts {
  readonly digest: string;
  /** What helm has written, by `keyOf`: nothing else is taken from anybody. */
  readonly own: ReadonlySet<string>;
  readonly previous: readonly { readonly name: string; readonly uid: string }[];
  /** As whom it acts. */
  readonly account: Readonly<Record<string, string>>;
}

/** The revision of a content, with what holds now. */
export function manifestOf(documents: RevisionDocuments, { digest, own, previous, account }: TakeOverFacts): RevisionManifest {
  const { manifest } = documents;
  const { metadata: { annotations = {}, ...metadata }, spec } = manifest;
  const notes = Object.fromEntries(Object.entries(annotations).filter(([key]) => NOTES.includes(key)));
  const { phases } = resolveRevision(manifest, documents.secrets);
  return {
    ...manifest,
    metadata: { ...metadata, annotations: { ...notes, ...account, [ANNOTATION_FROM_HELM]: digest } },
    spec: {
      ...spec,
      collisionProtection: 'Prevent',
      phases: spec.phases.map(({ collisionProtection: _phase, ...phase }, at) => ({
        ...phase,
        objects: phase.objects.map(({ collisionProtection: _object, ...entry }, index) => {
          const object = phases[at]?.objects[index]?.object;
          const isOwn = object !== undefined && own.has(keyOf(refOf(object)));
          return isOwn ? { ...entry, collisionProtection: 'IfNoController' } : entry;
        }),
      })),
      ...(previous.length === 0 ? {} : { previous: previous.map(({ name, uid }) => ({ name, uid })) }),
    } as RevisionManifest['spec'],
  };
}

function unreadable(extension: LiveExtension, content: StoredContent | undefined, message: string): Outcome {
  if (extension.metadata.deletionTimestamp !== undefined) return { type: 'guarded', message };
  return content === undefined ? { type: 'unreadable', message } : { type: 'blocked', bundle: content.bundle, message };
}

function objectsIn({ manifest, secrets }: RevisionDocuments): readonly KubeObject[] {
  return resolveRevision(manifest, secrets).phases.flatMap((phase) => phase.objects.map(({ object }) => object));
}

/** By the digest of what they were made of. */
function madeOf(revisions: readonly LiveRevision[]): Map<string, LiveRevision> {
  return new Map(revisions.flatMap((revision) => {
    const digest = revision.metadata.annotations?.[ANNOTATION_FROM_HELM];
    return digest === undefined ? [] : [[digest, revision] as const];
  }));
}
