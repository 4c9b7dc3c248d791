/** From probes as data to a function that judges objects. */
import { refOf, subjectOf, type KubeObject, type ObjectRef, type ProbeAssertion, type ProgressionProbe } from '../api';
import { defined } from '../defined';
import { BoxcutterError } from '../errors';
import { formatPath, type Issue, wordsOf } from '../issue';
import { judgeOf, type Judge } from './assertions';
import { checkProbes } from './check';
import { statusOf } from './conditions';
import { probeWording } from './issues';
import { isAlwaysReady } from './kind-defaults/always-ready';
import { judgeByKind } from './kind-defaults';
import { selects } from './selectors';
import { combine, failed, inWords, PASS, unknown, type Finding, type ProbeEvaluator, type ProbeVerdict } from './verdict';

/** Steps of all CEL rules about one object: what two of them may take, about half a second. */
const MOST_STEPS = 4_000_000;

/**
 * Compiles the probes of a revision. All assertions of all probes that select an object must hold; an object that none selects is
 * judged by its kind's default rule. An object that is being deleted is never ready, and one whose status is of an older generation
 * is unknown, whatever the probes say. A failure outweighs an unknown; the messages of everything that does not hold are joined.
 *
 * @throws BoxcutterError `probe-invalid` (input) for what `checkProbes` finds; it names the probe.
 */
export function compileProbes(probes: readonly ProgressionProbe[]): ProbeEvaluator {
  const { probes: checked, issues: [first] } = checkProbes(probes);
  if (first !== undefined) throw invalid(first);
  const compiled = checked.map(({ selector, assertions }) => ({ selector, checks: assertions.map(compileAssertion) }));

  return (object, context = {}) => {
    if (object.metadata.deletionTimestamp !== undefined) return verdictOf(failed('is being deleted'));
    const selectable = { ...refOf(object), labels: object.metadata.labels ?? {} };
    const selected = compiled.filter(({ selector }) => selects(selector, selectable));
    // Nothing is ever waited for on these, so that their readiness is known without a second look.
    if (selected.length === 0 && isAlwaysReady(object.apiVersion, object.kind)) return verdictOf(PASS);
    if (isOutdated(object)) return verdictOf(inWords(unknown('.status outdated'), 'its controller has not seen the latest change yet'));
    const checks = selected.length === 0 ? [judgeByKind] : selected.flatMap((probe) => probe.checks);
    const budget = { left: MOST_STEPS };
    return verdictOf(combine(checks.map((check) => check(object, context, budget))));
  };
}

/** The sentence for conditions and reports: `Object Deployment.apps/v1 ns/name: <what does not hold>`. */
export function describeFailure(ref: ObjectRef, verdict: Pick<ProbeVerdict, 'message'>): string {
  return `Object ${subjectOf(ref)}: ${verdict.message}`;
}

function compileAssertion(assertion: ProbeAssertion): Judge {
  const judge = judgeOf(assertion);
  if (assertion.terminal !== true) return judge;
  return (object, context, budget) => {
    const finding = judge(object, context, budget);
    return finding.status === 'fail' && finding.transient !== true ? { ...finding, terminal: true } : finding;
  };
}

function invalid(issue: Issue): BoxcutterError {
  const [probe, member, position] = issue.path;
  const path = formatPath(['spec', 'progressionProbes', ...issue.path]);
  const { message, hint } = wordsOf(issue, probeWording);
  const assertion = member === 'assertions' ? position : undefined;
  const what = probe === undefined ? 'The probes are not valid' : `Probe ${probe} is not valid`;
  const details = { ...defined({ probe, assertion }), path };
  return new BoxcutterError('probe-invalid', 'input', `${what}: ${path}: ${message}.`, { details, ...defined({ hint }) });
}

/** Controllers that report a generation report the one they looked at. A value that is no number (some write text) says nothing. */
function isOutdated(object: KubeObject): boolean {
  const { observedGeneration } = statusOf(object);
  const { generation } = object.metadata;
  return typeof observedGeneration === 'number' && generation !== undefined && observedGeneration !== generation;
}

function verdictOf({ status, message, terminal, summary }: Finding): ProbeVerdict {
  return { status, message, terminal, ...defined({ summary }) };
}
