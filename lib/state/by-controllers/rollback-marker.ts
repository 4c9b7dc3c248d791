/** What a revision says of itself that brings back what was there before: an annotation of it, as JSON. */
import { ANNOTATION_ROLLBACK, asObject } from '../../api';
import { noteOf } from './note';

export interface RollbackMarker {
  /** Number of the revision whose content, or whose version, it brings back. */
  readonly of: number;
  /** Number of the newest revision when it was made: the one that was left. */
  readonly from: number;
  /** Of a rollback that the controllers made because an upgrade failed. Absent: a person asked for it. */
  readonly failed?: FailedUpgrade;
}

export interface FailedUpgrade {
  /** Name and version of the bundle. */
  readonly name: string;
  readonly version: string;
  /** What its revision was made of (`olm.operatorframework.io/request`), and the generation of the extension that asked for it. */
  readonly request: string;
  readonly generation: number;
  /** Reason of its condition Progressing. */
  readonly reason: string;
  /** CustomResourceDefinitions that stayed as the failed revision has them, because going back would have broken something. */
  readonly keptDefinitions?: readonly string[];
  /** What that would have been, a sentence each: at most a few. */
  readonly wouldBreak?: readonly string[];
}

export function rollbackAnnotation(marker: RollbackMarker): Readonly<Record<string, string>> {
  return { [ANNOTATION_ROLLBACK]: JSON.stringify(marker) };
}

export function rollbackMarkerOf(annotations: Readonly<Record<string, string>> | undefined): RollbackMarker | undefined {
  const found = noteOf(annotations, ANNOTATION_ROLLBACK);
  const { of, from } = found ?? {};
  if (typeof of !== 'number' || typeof from !== 'number') return undefined;
  const failed = failedOf(asObject(found?.['failed']));
  return failed === undefined ? { of, from } : { of, from, failed };
}

function failedOf(found: Readonly<Record<string, unknown>> | undefined): FailedUpgrade | undefined {
  const { name, version, request, generation, reason, keptDefinitions, wouldBreak } = found ?? {};
  if (typeof name !== 'string' || typeof version !== 'string' || typeof request !== 'string') return undefined;
  if (typeof generation !== 'number' || typeof reason !== 'string') return undefined;
  const [kept, broken] = [textsOf(keptDefinitions), textsOf(wouldBreak)];
  return {
    name, version, request, generation, reason,
    ...(kept.length === 0 ? {} : { keptDefinitions: kept }), ...(broken.length === 0 ? {} : { wouldBreak: broken }),
  };
}

function textsOf(found: unknown): readonly string[] {
  return Array.isArray(found) ? found.filter((one): one is string => typeof one === 'string') : [];
}
