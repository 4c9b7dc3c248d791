/** Whether an extension needs another revision, which number it gets, and which old ones go. Pure. */
import { createHash } from 'node:crypto';
import type { JsonObject } from '../../api';
import { canonicalJson } from '../../api/canonical-json';
import { defined } from '../../defined';
import type { RevisionBundle, RevisionFacts, RevisionStates } from './revision-facts';
import { markOfFailure } from './rollback';

/** Everything that a revision is made of. */
export interface RevisionRequest {
  readonly bundle: Pick<RevisionBundle, 'name' | 'version' | 'release'>;
  readonly packageName: string;
  readonly namespace: string;
  /**
   * The configuration; of one in a Secret, a digest with a key that nobody else has: one without would give away what is easy to guess.
   */
  readonly config?: JsonObject;
  /** Without a schema it passes unchecked: to take that back is to ask for a check. */
  readonly acceptUnchecked?: boolean;
}

/**
 * Equal requests give equal revisions: neither image nor catalog take part, so that the same version is not installed again because its
 * image or its catalog moved. So an extension that is as it should be needs no pull.
 */
export function requestDigest({ bundle, packageName, namespace, config, acceptUnchecked }: RevisionRequest): string {
  const { name, version, release } = bundle;
  const request = {
    bundle: { name, version, ...defined({ release }) }, packageName, namespace,
    ...defined({ config, acceptUnchecked: acceptUnchecked === true ? true : undefined }),
  };
  return `sha256:${createHash('sha256').update(canonicalJson(request)).digest('hex')}`;
}

export type Generation =
  /** The newest revision is of this very request. */
  | { readonly type: 'unchanged'; readonly revision: RevisionFacts }
  | {
      readonly type: 'new';
      readonly number: number;
      /** Revisions that are active when it is made: it takes their objects over. */
      readonly previous: readonly Pick<RevisionFacts, 'name' | 'uid'>[];
    };

/**
 * The newest revision decides, not any: a way back to what was before is a rollout of its own, since what came after has changed the
 * cluster. Numbers are never used twice, those of archived revisions included.
 */
export function generationOf({ all }: RevisionStates, request: string): Generation {
  const newest = all.at(-1);
  if (newest?.request === request && newest.lifecycleState !== 'Archived' && !newest.isLeaving) {
    return { type: 'unchanged', revision: newest };
  }
  const previous = all
    .filter(({ lifecycleState, isLeaving }) => lifecycleState !== 'Archived' && !isLeaving)
    .map(({ name, uid }) => ({ name, uid }));
  return { type: 'new', number: (newest?.number ?? 0) + 1, previous };
}

/** Archived revisions that are kept for looking back and for going back. */
export const KEPT_ARCHIVED = 5;

/**
 * Archived revisions beyond those that are kept, oldest first. Active ones never go, nor does the one that says which version failed: that
 * version is not tried again before somebody approves it.
 */
export function outdatedRevisions({ all, archived }: RevisionStates): readonly RevisionFacts[] {
  const mark = markOfFailure(all)?.uid;
  return archived.slice(0, Math.max(0, archived.length - KEPT_ARCHIVED)).filter(({ isLeaving, uid }) => !isLeaving && uid !== mark);
}
