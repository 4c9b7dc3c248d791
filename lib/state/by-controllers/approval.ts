/** Who approved the upgrade that a revision rolls out: its pending upgrade goes when it is through, and this stays with the revision. */
import { ANNOTATION_APPROVAL } from '../../api';
import { defined } from '../../defined';
import { noteOf } from './note';

export interface Approval {
  /** When the controllers saw it, RFC 3339. */
  readonly at: string;
  /** Field manager of `spec.approved`: the program that set it. */
  readonly manager?: string;
  /** Absent: not known, because it was approved with something else than `boxcutter approve`. */
  readonly user?: string;
}

export function approvalAnnotation({ at, manager, user }: Approval): Readonly<Record<string, string>> {
  return { [ANNOTATION_APPROVAL]: JSON.stringify({ at, ...defined({ manager, user }) }) };
}

export function approvalOf(annotations: Readonly<Record<string, string>> | undefined): Approval | undefined {
  const { at, manager, user } = noteOf(annotations, ANNOTATION_APPROVAL) ?? {};
  if (typeof at !== 'string' || Number.isNaN(Date.parse(at))) return undefined;
  const textOf = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);
  return { at, ...defined({ manager: textOf(manager), user: textOf(user) }) };
}
