/** Checks of the probes that a revision carries: their shape, and what our API takes. Expressions are compiled by the engine. */
import { GROUP, isJsonObject, refOf, selects, type KubeObject, type LabelSelector, type ProbeAssertion, type ProbeSelector, type ProgressionProbe } from '../api';
import { defined } from '../defined';
import type { Issue, Severity } from '../issue';
import { revisionIssue } from './issues';
import type { Item } from './item';
import { MAX_ASSERTIONS, MAX_PROBES } from './limits';

/** What the CRD takes: names separated by dots. */
const PORTABLE_PATH = /^[a-zA-Z0-9]+(?:\.[a-zA-Z0-9]+)*$/;
/** What the engine takes besides: list indexes and quoted keys. */
const ANY_PATH = /^\.?(?:[^.[\]"'\s]+|\[\d{1,9}\]|\[(?:"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')\])(?:\.[^.[\]"'\s]+|\[\d{1,9}\]|\[(?:"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')\])*\.?$/;
const MAX_PATH_LENGTH = 200;

type Report = (path: string, message: string, hint?: string, severity?: Severity) => void;

export interface CheckedProbes {
  /** With their paths as our API takes them. */
  readonly probes: readonly ProgressionProbe[];
  readonly issues: readonly Issue[];
}

export function checkProbes(probes: readonly ProgressionProbe[], items: readonly Item[]): CheckedProbes {
  const issues: Issue[] = [];
  if (probes.length > MAX_PROBES) {
    issues.push(issue('too-many-probes', 'progressionProbes', `there are ${probes.length} probes, and a revision has at most ${MAX_PROBES}`, 'Select several objects with one probe.'));
  }
  const checked = probes.map((probe, index) => {
    const report: Report = (path, message, hint, severity) => issues.push(issue('invalid-probe', `progressionProbes[${index}]${path}`, message, hint, severity));
    if (!isWellFormed(probe)) {
      report('', 'a probe is a selector and a list of assertions');
      return probe;
    }
    checkSelector(probe.selector, items, report);
    const { length } = probe.assertions;
    if (length < 1 || length > MAX_ASSERTIONS) report('.assertions', `there are ${length} assertions; a probe has 1 to ${MAX_ASSERTIONS}`);
    return { ...probe, assertions: probe.assertions.map((assertion, i) => checkAssertion(assertion, (path, ...rest) => report(`.assertions[${i}]${path}`, ...rest))) };
  });
  return { probes: checked, issues };
}

function isWellFormed(probe: unknown): boolean {
  if (!isJsonObject(probe) || !isJsonObject(probe['selector'])) return false;
  return Array.isArray(probe['assertions']) && probe['assertions'].every(isJsonObject);
}

function checkSelector(selector: ProbeSelector, items: readonly Item[], report: Report): void {
  let isComplete = true;
  const refuse: Report = (path, message, hint) => {
    isComplete = false;
    report(`.selector${path}`, message, hint);
  };
  const { type } = selector;
  if (type === 'GroupKind') {
    if (!isText(selector.groupKind?.kind) || typeof selector.groupKind.group !== 'string') refuse('.groupKind', 'group and kind must be given');
  } else if (type === 'Label') {
    checkLabelSelector(selector.label ?? {}, refuse);
  } else if (type === 'Object') {
    const { object } = selector;
    if (!isText(object?.kind) || !isText(object.name) || typeof object.group !== 'string') refuse('.object', 'group, kind and name must be given');
  } else {
    refuse('.type', `"${String(type)}" is not one of GroupKind, Label, Object`);
  }
  if (isComplete && !items.some((item) => mayLookAt(selector, item))) {
    report(`.selector.${MEMBERS[type]}`, `the revision has ${nothing(selector)}, so this probe judges nothing`, 'Correct it, or remove the probe.', 'warning');
  }
}

const MEMBERS: Readonly<Record<ProbeSelector['type'], string>> = { GroupKind: 'groupKind', Label: 'label', Object: 'object' };
const OPERATORS: readonly unknown[] = ['In', 'NotIn', 'Exists', 'DoesNotExist'];

/** What the CRD and the engine take: see docs/probes.md. */
function checkLabelSelector({ matchLabels, matchExpressions }: LabelSelector, refuse: Report): void {
  if ((matchLabels === undefined) === (matchExpressions === undefined)) return refuse('.label', 'exactly one of matchLabels and matchExpressions must be given');
  if (matchLabels !== undefined) {
    if (!isJsonObject(matchLabels)) return refuse('.label.matchLabels', 'must be labels with their values');
    for (const [label, value] of Object.entries(matchLabels)) if (typeof value !== 'string') refuse(`.label.matchLabels.${label}`, 'the value of a label is a text');
    return undefined;
  }
  if (!Array.isArray(matchExpressions)) return refuse('.label.matchExpressions', 'must be a list');
  for (const [index, expression] of matchExpressions.entries()) {
    const { key, operator, values } = isJsonObject(expression) ? expression : {};
    const path = `.label.matchExpressions[${index}]`;
    if (typeof key !== 'string' || key === '') refuse(`${path}.key`, 'the name of a label must be given');
    if (!OPERATORS.includes(operator)) {
      refuse(`${path}.operator`, `${operator === undefined ? 'nothing' : JSON.stringify(operator)} is not one of ${OPERATORS.join(', ')}`);
    } else {
      const wantsValues = operator === 'In' || operator === 'NotIn';
      const areTexts = Array.isArray(values) && values.length > 0 && values.every((value) => typeof value === 'string');
      if (wantsValues && !areTexts) refuse(`${path}.values`, `${String(operator)} needs a list of texts`);
      if (!wantsValues && Array.isArray(values) && values.length > 0) refuse(`${path}.values`, `${String(operator)} takes no values`);
    }
  }
  return undefined;
}

/** Whether the selector chooses the object; so it may where it asks for labels that every object is given when it is applied. */
function mayLookAt(selector: ProbeSelector, item: Item): boolean {
  if (selector.type === 'Label' && [...Object.keys(selector.label.matchLabels ?? {}), ...(selector.label.matchExpressions ?? []).map(({ key }) => key)].some((key) => key.startsWith(`${GROUP}/`))) return true;
  const object = item.object as unknown as KubeObject;
  return selects(selector, { ...refOf(object), labels: object.metadata.labels ?? {} });
}

function nothing(selector: ProbeSelector): string {
  switch (selector.type) {
    case 'GroupKind': {
      const { group, kind } = selector.groupKind;
      return `no object of kind ${kind} in ${group === '' ? 'the core group' : `group ${group}`}`;
    }
    case 'Label':
      return 'no object with these labels';
    case 'Object': {
      const { kind, namespace, name } = selector.object;
      return `no ${kind} ${namespace ? `${namespace}/` : ''}${name}`;
    }
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

function issue(code: 'invalid-probe' | 'too-many-probes', place: string, message: string, hint?: string, severity?: Severity): Issue {
  return revisionIssue(code, { place, message, ...defined({ hint }) }, { severity });
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}
