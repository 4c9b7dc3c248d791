/** Upgrade gates: what must hold of an object of a package before its next upgrade (docs/upgrade-approval.md#upgrade-gates). Pure. */
import { ANNOTATION_UPGRADE_GATE, asObject, groupOf, isJsonObject, type JsonValue, type KubeObject, type ProbeAssertion } from '../api';
import { formatPath, wordsOf } from '../issue';
import { checkProbes } from './check';
import { compileProbes } from './compile';
import { probeWording } from './issues';
import type { ProbeEvaluator } from './verdict';

interface GateCondition {
  readonly type: string;
  readonly status: 'True' | 'False' | 'Unknown';
}

type Gate =
  | { readonly conditions: readonly GateCondition[] }
  | { readonly assertions: readonly ProbeAssertion[] }
  /** It is no gate: why, as a sentence without its end. */
  | { readonly fault: string };

/** A condition of an annotation: `Upgradeable`, `Migrating=False`. */
const CONDITION = /^([A-Za-z][A-Za-z0-9_./-]{0,315})(?:=(True|False|Unknown))?$/;
const CONDITIONS_ARE_LIKE = 'it is like Upgradeable, or Migrating=False, or a JSON list of assertions, as probes have them';

/** What is wrong with the value of the annotation, as a sentence without its end; undefined: nothing. */
export function faultOfUpgradeGate(text: string): string | undefined {
  const gate = parseGate(text);
  return 'fault' in gate ? gate.fault : undefined;
}

/** The value of the annotation for conditions (`Upgradeable`, `Migrating=False`) and assertions, all of which must hold. */
export function upgradeGateOf(conditions: readonly string[], assertions: readonly ProbeAssertion[]): string {
  if (assertions.length === 0) return conditions.join(',');
  const named = conditions.flatMap((text) => text.split(',')).map((text): ProbeAssertion => {
    const [, type = text, status = 'True'] = CONDITION.exec(text.trim()) ?? [];
    // Of another status an assertion cannot be: the check of the gate says so.
    return { type: 'ConditionEqual', conditionEqual: { type, status: status as 'True' | 'False' } };
  });
  return JSON.stringify([...named, ...assertions]);
}

/**
 * Whether the gate of an object is open.
 * @returns undefined: it has none; empty: it is open; otherwise why it is closed, as a sentence without its end
 */
export function closedGate(object: KubeObject): string | undefined {
  const text = object.metadata.annotations?.[ANNOTATION_UPGRADE_GATE];
  if (text === undefined) return undefined;
  const gate = parseGate(text);
  if ('fault' in gate) return `its annotation ${ANNOTATION_UPGRADE_GATE} cannot be read: ${gate.fault}`;
  return 'conditions' in gate ? notSo(gate.conditions, object) : notHolding(text, gate.assertions, object);
}

function parseGate(text: string): Gate {
  if (text.trimStart().startsWith('[')) return parseAssertions(text);
  const parts = text.split(',').map((part) => CONDITION.exec(part.trim()));
  if (parts.some((part) => part === null)) return { fault: CONDITIONS_ARE_LIKE };
  return { conditions: parts.map((part) => ({ type: part?.[1] ?? '', status: (part?.[2] ?? 'True') as GateCondition['status'] })) };
}

function parseAssertions(text: string): Gate {
  let assertions: JsonValue;
  try {
    assertions = JSON.parse(text) as JsonValue;
  } catch {
    return { fault: CONDITIONS_ARE_LIKE };
  }
  const selector = { type: 'GroupKind', groupKind: { group: '', kind: 'Any' } };
  const { probes: [probe], issues: [issue] } = checkProbes([{ selector, assertions }]);
  if (issue === undefined) return { assertions: probe?.assertions ?? [] };
  const [, , ...path] = issue.path;
  return { fault: [formatPath(path), wordsOf(issue, probeWording).message].filter((part) => part !== '').join(': ') };
}

/** Objects change often, what is asked of them seldom. */
const compiled = new Map<string, ProbeEvaluator>();
const MOST_COMPILED = 100;

function notHolding(text: string, assertions: readonly ProbeAssertion[], object: KubeObject): string {
  const groupKind = { group: groupOf(object.apiVersion), kind: object.kind };
  const key = `${groupKind.group}/${groupKind.kind} ${text}`;
  let probe = compiled.get(key);
  if (probe === undefined) {
    if (compiled.size >= MOST_COMPILED) compiled.clear();
    compiled.set(key, probe = compileProbes([{ selector: { type: 'GroupKind', groupKind }, assertions }]));
  }
  const { status, summary, message } = probe(object);
  return status === 'pass' ? '' : (summary ?? message).slice(0, 500);
}

function notSo(wanted: readonly GateCondition[], object: KubeObject): string {
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
