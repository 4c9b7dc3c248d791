/** Who approved a pending upgrade, as far as the API server tells: the field manager, and what the admission policy vouches for. Pure. */
import { ANNOTATION_APPROVED_BY, type KubeObject } from '../../api';
import { defined } from '../../defined';

export interface Approver {
  readonly manager?: string;
  readonly user?: string;
}

export function approverOf({ metadata: { annotations, managedFields } }: KubeObject): Approver {
  const holders = (managedFields ?? []).filter(({ fieldsV1 }) => hasApproved(fieldsV1)).sort((a, b) => timeOf(a) - timeOf(b));
  return defined({ manager: holders.at(-1)?.manager, user: annotations?.[ANNOTATION_APPROVED_BY] || undefined });
}

function timeOf({ time }: { readonly time?: string | null }): number {
  return time === undefined || time === null ? 0 : Date.parse(time);
}

function hasApproved(fields: unknown): boolean {
  const spec = (fields as { readonly 'f:spec'?: Readonly<Record<string, unknown>> } | undefined)?.['f:spec'];
  return spec?.['f:approved'] !== undefined;
}
