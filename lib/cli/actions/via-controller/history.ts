/** The history of revisions that the command has made for the controllers: as long as that of an extension. */
import { ANNOTATION_REQUEST, refOf } from '../../../api';
import { wordsOfAnswer } from '../../../engine';
import { controlledExtension, type ControlledRevision, HISTORY_LIMIT } from '../../../state';
import { note } from '../../output/note';
import type { Session } from '../../session';

/** Archived ones beyond the newest that are kept. What a person has made without the command stays. Pure. */
export function outdatedRevisions(family: readonly ControlledRevision[]): readonly ControlledRevision[] {
  return family.filter(({ state }) => state === 'Archived')
    .sort((a, b) => b.number - a.number)
    .slice(HISTORY_LIMIT)
    .filter(({ deleting, object }) => !deleting && object.metadata.annotations?.[ANNOTATION_REQUEST] !== undefined);
}

/** Content Secrets are dependents, so they go with it. Where it cannot be deleted, that is said, and nothing else fails of it. */
export async function forgetOutdated(extension: string, { cluster }: Session): Promise<void> {
  const found = await controlledExtension(cluster, extension);
  for (const { name, uid, object } of outdatedRevisions(found?.controlled.revisions ?? [])) {
    const answer = await cluster.delete(refOf(object), { uid });
    if (answer.type === 'object' || answer.type === 'gone' || (answer.type === 'refused' && answer.status.code === 409)) continue;
    const why = wordsOfAnswer(answer, 'its kind is not served');
    note(`${name} is older than the ${HISTORY_LIMIT} archived revisions that are kept, and could not be deleted: ${why}`);
  }
}
