/** Upgrade gates: conditions of an object of a package that let the next upgrade happen (docs/upgrade-approval.md#upgrade-gates). Pure. */
import { ANNOTATION_UPGRADE_GATE, asObject, isJsonObject, type KubeObject } from '../api';

export interface UpgradeGateCondition {
  readonly type: string;
  readonly status: 'True' | 'False' | 'Unknown';
}

/** A condition of an annotation: `Upgradeable`, `Migrating=False`. */
const CONDITION = /^([A-Za-z][A-Za-z0-9_./-]{0,315})(?:=(True|False|Unknown))?$/;

/** Undefined: the text is no list of conditions. */
export function parseUpgradeGate(text: string): readonly UpgradeGateCondition[] | undefined {
  const parts = text.split(',').map((part) => CONDITION.exec(part.trim()));
  if (parts.some((part) => part === null)) return undefined;
  return parts.map((part) => ({ type: part?.[1] ?? '', status: (part?.[2] ?? 'True') as UpgradeGateCondition['status'] }));
}

/**
 * Whether the gate of an object is open.
 * @returns undefined: it has none; empty: it is open; otherwise why it is closed, as a sentence without its end
 */
export function closedGate(object: KubeObject): string | undefined {
  const text = object.metadata.annotations?.[ANNOTATION_UPGRADE_GATE];
  if (text === undefined) return undefined;
  const wanted = parseUpgradeGate(text);
  if (wanted === undefined) return `its annotation ${ANNOTATION_UPGRADE_GATE} cannot be read: it is like Upgradeable, or Migrating=False`;
  const found = asObject(object['status'])?.['conditions'];
  const conditions = Array.isArray(found) ? found.filter(isJsonObject) : [];
  return wanted.flatMap(({ type, status }) => {
    const condition = conditions.find((one) => one['type'] === type);
    if (condition?.['status'] === status) return [];
    const { message } = condition ?? {};
    const why = typeof message === 'string' && message !== '' ? ` (${message.slice(0, 500)})` : '';
    return [condition === undefined ? `missing condition "${type}"` : `condition "${type}" is not "${status}"${why}`];
  }).join(' and ');
}
