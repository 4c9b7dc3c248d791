/** The words for issues about configurations (docs/requirements.md, configuration) and about the schemas that check them. */
import { type Finding, formatPointer, type Issue, type Segment, type WordingOf, wordsOf, type WordsPart } from '../../issue';
import { fieldText } from './field-path';
import type { ConfigIssues } from './issues';
import { decidedText, gotText, listOf, ruleText, shortList } from './phrases';
import { faultWords } from '../schema/schema-wording';

/** What every message about a configuration begins with (docs/requirements.md, configuration). */
const CONFIG_ERROR_PREFIX = 'invalid bundle configuration: ';

const PASSING = 'Leave the configuration out, or set dangerouslyAcceptBundlesWithoutConfigSchema to let it pass unchecked.';

/** Problems that one message lists. */
const SHOWN = 100;

export const configWording: WordingOf<ConfigIssues> = {
  'invalid-config': ({ problems, mayPass = false }) => {
    const parts = configParts(problems, mayPass ? () => PASSING : nearHint);
    return { message: `${CONFIG_ERROR_PREFIX}${parts.map(({ message }) => message).join('; ')}`, hint: jointHint(parts), parts };
  },
  'config-unknown-key': ({ decidedBy }, { path }) => ({ message: `unknown key '${fieldText(path)}'${decidedText(decidedBy)}` }),
  'config-missing-field': ({ neededBy, alternatives, values, decidedBy }, { path }) => {
    const fields = alternatives ?? [path];
    const needed = neededBy === undefined ? '' : `, which ${quoted(neededBy)} needs`;
    const allowed = values === undefined ? '' : `, which must be one of ${shortList(values)}`;
    return { message: `missing required field ${listOf(fields.map(quoted), 'or')}${needed}${allowed}${decidedText(decidedBy)}` };
  },
  'config-wrong-type': ({ expected, found, decidedBy }, { path }) => ({
    message: `invalid type${forField(path)} got ${found} expected ${expected.join(' or ')}${decidedText(decidedBy)}`,
  }),
  'config-invalid-value': ({ broken, got, closest = [], decidedBy }, { path }) => {
    const near = closest.length === 0 ? '' : ` (closest: ${sentencesOf(closest).join(', ')})`;
    return { message: `invalid value${forField(path)} ${ruleText(broken)}${gotText(got)}${near}${decidedText(decidedBy)}` };
  },
  'config-invalid-key': ({ broken, decidedBy }, { path }) => ({
    message: `invalid key ${quoted(path)} ${ruleText(broken)}${decidedText(decidedBy)}`,
  }),
  'config-unsupported': ({ bundle }) => ({ message: `bundle '${bundle}' does not support configuration` }),
  'config-refused': ({ chart, field, reason }) => ({
    message: `chart ${chart}${field === undefined ? '' : `, field '${field}'`}: ${reason}`,
  }),
  'config-rule-broken': ({ reason }, { path }) => ({ message: `invalid value${forField(path)}: ${reason}` }),
  'config-too-deep': ({ levels }) => ({ message: `it is nested deeper than ${levels} levels` }),
  'config-too-long': ({ characters }) => ({ message: `it has more than ${characters} characters` }),
  'config-too-slow': () => ({ message: 'it is so large that checking it by this schema would take too long' }),
  'invalid-config-schema': ({ bundle, reason }) => {
    const { why, hint } = faultWords(reason, sentencesOf);
    return { message: `bundle '${bundle}' is invalid: its configuration schema cannot be used: ${why}`, hint };
  },
  'unused-config-default': ({ bundle }, { path }) => ({
    message: `the default at #${formatPointer(path)} of the configuration schema of bundle '${bundle}' is never filled in`,
    hint: 'Defaults count where they hold in any case: in properties, allOf and what these refer to.',
    place: formatPointer(path),
  }),
  'open-config-schema': ({ bundle }, { path }) => ({
    message: `the configuration schema of bundle '${bundle}' lets unknown keys pass`,
    hint: 'Set additionalProperties to false, so that misspelt keys are reported.',
    place: path.map((segment) => (segment === ITEMS ? ITEMS : `.${segment}`)).join('').replace(/^\./, ''),
  }),
};

/** In the path of an open place: every item of a list. */
export const ITEMS = '[]';

/** Hints that the whole repeats of its parts. */
const REPEATED = 3;

/** The single problems of a configuration, each once, and not too many; with what to do about each. */
export function configParts(problems: readonly Issue[], hintOf: (problem: Issue) => string | undefined): readonly WordsPart[] {
  const parts = new Map<string, WordsPart>();
  for (const problem of problems) {
    const { message } = wordsOf(problem, configWording);
    if (!parts.has(message)) parts.set(message, { message, hint: hintOf(problem), origin: problem.origin });
  }
  const all = [...parts.values()];
  return all.length > SHOWN ? [...all.slice(0, SHOWN), { message: `and ${all.length - SHOWN} more` }] : all;
}

/** A finding about a configuration as one for each problem, for readers who want a line each; any other as it is. */
export function eachProblem(finding: Finding): readonly Finding[] {
  const { parts, hint: _, ...rest } = finding;
  if (parts === undefined) return [finding];
  return parts.map(({ message, ...part }) => ({ ...rest, ...part, message: `${CONFIG_ERROR_PREFIX}${message}` }));
}

/** What to do about all of it, for readers who get the parts as one text. */
export function jointHint(parts: readonly WordsPart[]): string | undefined {
  const hints = [...new Set(parts.flatMap(({ hint }) => hint ?? []))].slice(0, REPEATED);
  return hints.length === 0 ? undefined : hints.join(' ');
}

/** `Did you mean "replicas"?` */
export function nearHint({ code, data }: Issue): string | undefined {
  const near = code === 'config-unknown-key' ? data['near'] : undefined;
  return typeof near === 'string' ? `Did you mean "${near}"?` : undefined;
}

/** What each of the issues says; what several say is said once. */
function sentencesOf(issues: readonly Issue[]): readonly string[] {
  return [...new Set(issues.map((issue) => wordsOf(issue, configWording).message))];
}

function forField(path: readonly Segment[]): string {
  return path.length === 0 ? '' : ` for field ${quoted(path)}`;
}

function quoted(path: readonly Segment[]): string {
  return `'${fieldText(path)}'`;
}
