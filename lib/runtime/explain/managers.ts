/** Who wrote an object last, and when. Pure. */
import type { KubeObject } from '../../api';
import { defined } from '../../defined';
import type { Interference } from '../../engine';

export interface ManagerLine {
  readonly manager: string;
  /** `Apply` or `Update`. */
  readonly operation: string;
  /** `status`, `scale`: only that part. */
  readonly subresource?: string;
  /** RFC 3339. */
  readonly at?: string;
}

/** One of our fields that another client holds or changed. */
export interface ChangedField extends Interference {
  readonly at?: string;
}

/** Managers that are kept of an object. */
const MANAGER_LIMIT = 4;

/** The latest first. */
export function managersOf(object: KubeObject): readonly ManagerLine[] {
  const lines = (object.metadata.managedFields ?? []).map(({ manager = 'unknown', operation = '', subresource, time }) => ({
    manager, operation, ...(subresource === undefined || subresource === '' ? {} : { subresource }), ...defined({ at: time }),
  }));
  return lines.sort((a, b) => ((a.at ?? '') < (b.at ?? '') ? 1 : -1)).slice(0, MANAGER_LIMIT);
}

export function changedFields(object: KubeObject, interference: readonly Interference[]): readonly ChangedField[] {
  return interference.map((field) => {
    const at = object.metadata.managedFields?.find(
      ({ manager, subresource }) => manager === field.manager && (subresource ?? '') === '',
    )?.time;
    return { ...field, ...defined({ at }) };
  });
}
