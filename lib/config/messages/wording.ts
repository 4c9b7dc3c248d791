/** The words for issues about configurations (docs/requirements.md, configuration) and about the schemas that check them. */
import { formatPointer, type Issue, type Segment, type WordingOf, wordsOf } from '../../issue';
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
  'invalid-config': ({ problems, near = [], mayPass = false }) => {
    const messages = sentencesOf(problems);
    const parts = messages.length > SHOWN ? [...messages.slice(0, SHOWN), `and ${messages.length - SHOWN} more`] : messages;
    const hint = mayPass ? PASSING : near.length === 0 ? undefined : `Did you mean ${near.map((name) => `"${name}"`).join(' and ')}?`;
    return { message: `${CONFIG_ERROR_PREFIX}${parts.join('; ')}`, hint, parts: parts.map((part) => `${CONFIG_ERROR_PREFIX}${part}`) };
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
