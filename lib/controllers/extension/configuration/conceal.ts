/** What is wrong with a configuration, without a value of it: places, rules and types may be known, what stands there may not. Pure. */
import type { ConfigIssues } from '../../../config';
import { isBoxcutterError } from '../../../errors';
import type { Issue } from '../../../issue';

/** The same issue for a configuration that comes from a Secret. */
export function concealed(issue: Issue): Issue {
  if (issue.code !== 'invalid-config') return issue;
  const data = issue.data as unknown as ConfigIssues['invalid-config'];
  return { ...issue, data: { ...data, problems: data.problems.map(concealedProblem) } as unknown as Issue['data'] };
}

function concealedProblem(problem: Issue): Issue {
  const { decidedBy: _decided, ...data } = problem.data as Readonly<Record<string, unknown>>;
  const closest = data['closest'] as readonly Issue[] | undefined;
  return {
    ...problem,
    data: {
      ...data,
      ...(data['got'] === undefined ? {} : { got: { hidden: true } }),
      ...(closest === undefined ? {} : { closest: closest.map(concealedProblem) }),
      // A rule beyond JSON Schema, or a chart, says what it likes.
      ...(data['reason'] === undefined ? {} : { reason: 'it breaks a rule of the bundle (not shown, as it may quote the Secret)' }),
    },
  };
}

/** Errors that may quote what was rendered: everything but those that are about the cluster or the bundle alone. */
const SAFE: ReadonlySet<string> = new Set([
  'kubernetes-too-old', 'certificates-needed', 'requirements-unmet', 'packages-missing', 'helm-missing', 'helm-too-old',
]);

/** Could the message tell something of a configuration? */
export function isTelling(error: unknown): boolean {
  return !isBoxcutterError(error) || (error.category !== 'server' && !SAFE.has(error.code));
}
