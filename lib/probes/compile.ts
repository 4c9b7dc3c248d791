/** From probes as data to a function that judges objects. */
import { refOf, selects, subjectOf, type KubeObject, type ObjectRef, type ProbeAssertion, type ProgressionProbe } from '../api';
import { defined } from '../defined';
import { isAlwaysReady } from './always-ready';
import { judgeCondition, statusOf } from './conditions';
import { judgeEqual, judgeValue } from './field-checks';
import { parseFieldPath } from './field-path';
import { judgeByKind } from './kind-defaults';
import { invalid, validateProbe, type Place } from './validate';
import { combine, failed, inWords, PASS, unknown, type Finding, type ProbeContext, type ProbeEvaluator, type ProbeVerdict } from './verdict';

type Check = (object: KubeObject, context: ProbeContext) => Finding;

/**
 * Compiles the probes of a revision. All assertions of all probes that select an object must hold; an object that none selects is
 * judged by its kind's default rule. An object that is being deleted is never ready, and one whose status is of an older generation
 * is unknown, whatever the probes say. A failure outweighs an unknown; the messages of everything that does not hold are joined.
 *
 * @throws BoxcutterError `probe-invalid` (input) for an unknown type, a missing member, a bad path or a bad CEL rule; it names the probe.
 */
export function compileProbes(probes: readonly ProgressionProbe[]): ProbeEvaluator {
  const compiled = probes.map((probe, index) => {
    validateProbe(probe, index);
    const checks = probe.assertions.map((assertion, position) => compileAssertion(assertion, { probe: index, assertion: position }));
    return { selector: probe.selector, checks };
  });

  return (object, context = {}) => {
    if (object.metadata.deletionTimestamp !== undefined) return verdictOf(failed('is being deleted'));
    const selectable = { ...refOf(object), labels: object.metadata.labels ?? {} };
    const selected = compiled.filter(({ selector }) => selects(selector, selectable));
    // Nothing is ever waited for on these, so that their readiness is known without a second look.
    if (selected.length === 0 && isAlwaysReady(object.apiVersion, object.kind)) return verdictOf(PASS);
    if (isOutdated(object)) return verdictOf(inWords(unknown('.status outdated'), 'its controller has not seen the latest change yet'));
    const checks = selected.length === 0 ? [judgeByKind] : selected.flatMap((probe) => probe.checks);
    return verdictOf(combine(checks.map((check) => check(object, context))));
  };
}

/** The sentence for conditions and reports: `Object Deployment.apps/v1 ns/name: <what does not hold>`. */
export function describeFailure(ref: ObjectRef, verdict: Pick<ProbeVerdict, 'message'>): string {
  return `Object ${subjectOf(ref)}: ${verdict.message}`;
}

function compileAssertion(assertion: ProbeAssertion, place: Place): Check {
  const check = checkOf(assertion, place);
  if (assertion.terminal !== true) return check;
  return (object, context) => {
    const finding = check(object, context);
    return finding.status === 'fail' && finding.transient !== true ? { ...finding, terminal: true } : finding;
  };
}

function checkOf(assertion: ProbeAssertion, place: Place): Check {
  switch (assertion.type) {
    case 'ConditionEqual': {
      const { type, status } = assertion.conditionEqual;
      return (object) => judgeCondition(object, type, status);
    }
    case 'FieldsEqual': {
      const a = parsed('fieldsEqual.fieldA', assertion.fieldsEqual.fieldA, place, parseFieldPath);
      const b = parsed('fieldsEqual.fieldB', assertion.fieldsEqual.fieldB, place, parseFieldPath);
      return (object) => judgeEqual(object, a, b);
    }
    case 'FieldValue': {
      const { fieldPath, value } = assertion.fieldValue;
      const path = parsed('fieldValue.fieldPath', fieldPath, place, parseFieldPath);
      return (object) => judgeValue(object, path, value);
    }
    case 'CEL': {
      const { message } = assertion.cel;
      // Loaded here and not at the top: the library takes as long to load as the rest of the command.
      // eslint-disable-next-line @typescript-eslint/no-require-imports -- a dynamic import would make compiling asynchronous
      const { compileCel } = require('./cel') as typeof import('./cel');
      return parsed('cel.rule', assertion.cel.rule, place, (rule) => compileCel(rule, message));
    }
    case 'KindDefault':
      return judgeByKind;
  }
}

function parsed<Result>(member: string, text: string, place: Place, parse: (text: string) => Result): Result {
  try {
    return parse(text);
  } catch (error) {
    throw invalid({ ...place, member }, error instanceof Error ? error.message : String(error), text, error);
  }
}

/** Controllers that report a generation report the one they looked at. A value that is no number (some write text) tells nothing. */
function isOutdated(object: KubeObject): boolean {
  const { observedGeneration } = statusOf(object);
  const { generation } = object.metadata;
  return typeof observedGeneration === 'number' && generation !== undefined && observedGeneration !== generation;
}

function verdictOf({ status, message, terminal, summary }: Finding): ProbeVerdict {
  return { status, message, terminal, ...defined({ summary }) };
}
