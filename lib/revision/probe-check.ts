/** Checks of the probes that a revision carries: their shape, and what our API takes. Expressions are compiled by the engine. */
import type { ProbeAssertion, ProbeSelector, ProgressionProbe } from '../api';
import type { Finding } from '../schema/finding';
import type { Item } from './item';
import { MAX_ASSERTIONS, MAX_PROBES } from './limits';
import { isJsonObject } from './plain-json';

/** What the CRD takes: names separated by dots. */
const PORTABLE_PATH = /^[a-zA-Z0-9]+(?:\.[a-zA-Z0-9]+)*$/;
/** What the engine takes besides: list indexes and quoted keys. */
const ANY_PATH = /^\.?(?:[^.[\]"'\s]+|\[\d{1,9}\]|\[(?:"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')\])(?:\.[^.[\]"'\s]+|\[\d{1,9}\]|\[(?:"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')\])*\.?$/;
const MAX_PATH_LENGTH = 200;

type Report = (path: string, message: string, hint?: string, severity?: Finding['severity']) => void;

export interface CheckedProbes {
  /** With their paths as our API takes them. */
  readonly probes: readonly ProgressionProbe[];
  readonly findings: readonly Finding[];
}

export function checkProbes(probes: readonly ProgressionProbe[], items: readonly Item[]): CheckedProbes {
  const findings: Finding[] = [];
  if (probes.length > MAX_PROBES) {
    findings.push(finding('too-many-probes', 'progressionProbes', `there are ${probes.length} probes, and a revision has at most ${MAX_PROBES}`, 'Select several objects with one probe.'));
  }
  const checked = probes.map((probe, index) => {
    const report: Report = (path, message, hint, severity) => findings.push(finding('invalid-probe', `progressionProbes[${index}]${path}`, message, hint, severity));
    if (!isRecord(probe) || !isRecord(probe.selector) || !Array.isArray(probe.assertions) || !probe.assertions.every(isRecord)) {
      report('', 'a probe is a selector and a list of assertions');
      return probe;
    }
    checkSelector(probe.selector, items, report);
    const { length } = probe.assertions;
    if (length < 1 || length > MAX_ASSERTIONS) report('.assertions', `there are ${length} assertions; a probe has 1 to ${MAX_ASSERTIONS}`);
    return { ...probe, assertions: probe.assertions.map((assertion, i) => checkAssertion(assertion, (path, ...rest) => report(`.assertions[${i}]${path}`, ...rest))) };
  });
  return { probes: checked, findings };
}

function checkSelector(selector: ProbeSelector, items: readonly Item[], report: Report): void {
  const { type } = selector;
  if (type === 'GroupKind') {
    if (!isText(selector.groupKind?.kind) || typeof selector.groupKind.group !== 'string') report('.selector.groupKind', 'group and kind must be given');
  } else if (type === 'Label') {
    const { matchLabels, matchExpressions } = selector.label ?? {};
    if ((matchLabels === undefined) === (matchExpressions === undefined)) report('.selector.label', 'exactly one of matchLabels and matchExpressions must be given');
  } else if (type === 'Object') {
    const { object } = selector;
    if (!isText(object?.kind) || !isText(object.name) || typeof object.group !== 'string') {
      report('.selector.object', 'group, kind and name must be given');
    } else if (!items.some((it) => it.group === object.group && it.kind === object.kind && it.name === object.name && it.namespace === (object.namespace ?? ''))) {
      report('.selector.object', `the revision has no ${object.kind} ${object.namespace ? `${object.namespace}/` : ''}${object.name}, so this probe judges nothing`, 'Check the name, or remove the probe.', 'warning');
    }
  } else {
    report('.selector.type', `"${String(type)}" is not one of GroupKind, Label, Object`);
  }
}

/** The assertion with its paths in the form of our API. */
function checkAssertion(assertion: ProbeAssertion, report: Report): ProbeAssertion {
  switch (assertion.type) {
    case 'ConditionEqual':
      if (!isText(assertion.conditionEqual?.type)) report('.conditionEqual.type', 'the type of the condition must be given');
      if (!['True', 'False'].includes(assertion.conditionEqual?.status)) report('.conditionEqual.status', 'must be "True" or "False"');
      return assertion;
    case 'FieldsEqual': {
      const { fieldA, fieldB } = assertion.fieldsEqual ?? {};
      return { ...assertion, fieldsEqual: { fieldA: fieldPath(fieldA, '.fieldsEqual.fieldA', report), fieldB: fieldPath(fieldB, '.fieldsEqual.fieldB', report) } };
    }
    case 'FieldValue': {
      const { fieldPath: path, value } = assertion.fieldValue ?? {};
      if (value === undefined) report('.fieldValue.value', 'a value must be given');
      return { ...assertion, fieldValue: { fieldPath: fieldPath(path, '.fieldValue.fieldPath', report), value } };
    }
    case 'CEL':
      if (!isText(assertion.cel?.rule)) report('.cel.rule', 'a rule must be given');
      if (!isText(assertion.cel?.message)) report('.cel.message', 'a message must be given', 'It is shown while the rule is false.');
      return assertion;
    case 'KindDefault':
      return assertion;
    default:
      report('.type', `"${String((assertion as { type?: unknown }).type)}" is not one of ConditionEqual, FieldsEqual, FieldValue, CEL, KindDefault`);
      return assertion;
  }
}

function fieldPath(path: string, where: string, report: Report): string {
  if (!isText(path) || path.length > MAX_PATH_LENGTH || !ANY_PATH.test(path)) {
    report(where, `${JSON.stringify(path)} is no field path`, 'Write it like ".status.readyReplicas".');
    return path;
  }
  const plain = path.replace(/^\./, '').replace(/\.$/, '');
  if (!PORTABLE_PATH.test(plain)) {
    report(where, `"${path}" can be judged by the command, but a ClusterExtensionRevision on a cluster takes only letters, digits and dots`, 'Use a CEL probe for keys with other characters and for list items.', 'warning');
  }
  return plain;
}

function finding(code: string, path: string, message: string, hint?: string, severity: Finding['severity'] = 'error'): Finding {
  return { code, severity, message, path, ...(hint === undefined ? {} : { hint }) };
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}

function isRecord(value: unknown): boolean {
  return isJsonObject(value);
}
