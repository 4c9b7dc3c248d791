/** The words of the command for everything that can be wrong with an input. */
import { type ConfigIssues, configWording, fieldText } from '../config';
import { formatsWording } from '../formats';
import type { Issue, Words } from '../issue';
import { kindWording } from '../kinds';
import { revisionWording } from '../revision';
import { valuesWording } from './configuration/values-wording';

const UNCHECKED =
  'Leave the configuration out, or add --dangerously-accept-bundles-without-config-schema to let it pass unchecked.';

/** What lets a configuration pass, and what gives it a value, are options of the command here, not of a program. */
function invalidConfig(data: ConfigIssues['invalid-config'], issue: Issue): Words {
  const words = configWording['invalid-config'](data, issue);
  if (data.mayPass === true) return { ...words, hint: UNCHECKED };
  return { ...words, hint: words.hint ?? missingValues(data.problems) ?? textValues(data.problems) };
}

/** How to give the keys that are missing at the top: `--set watchNamespace=NAMESPACE`. */
function missingValues(problems: readonly Issue[]): string | undefined {
  const keys = problems.flatMap(({ code, path }) => (code === 'config-missing-field' && path.length === 1 ? [String(path[0])] : []));
  if (keys.length === 0) return undefined;
  return `Give it: ${keys.map((key) => `--set ${key}=${key === 'watchNamespace' ? 'NAMESPACE' : 'VALUE'}`).join(' ')}`;
}

/** Keys that a hint spells out. */
const SPELLED = 3;

/** How to give text that reads like a number, true, false or null: `--set` takes it for that. */
function textValues(problems: readonly Issue[]): string | undefined {
  const keys = problems.flatMap((problem) => (isTextAsScalar(problem) ? [fieldText(problem.path)] : []));
  if (keys.length === 0) return undefined;
  const options = keys.slice(0, SPELLED).map((key) => `--set-string ${key}=VALUE`).join(' ');
  return `Give it as text: ${options}${keys.length > SPELLED ? ' …' : ''}; in a file, in quotes.`;
}

function isTextAsScalar({ code, data }: Issue): boolean {
  const { expected, found } = data as Partial<ConfigIssues['config-wrong-type']>;
  return code === 'config-wrong-type' && expected?.includes('string') === true && ['number', 'boolean', 'null'].includes(found ?? '');
}

const unplaced = revisionWording['missing-namespace'];

/** The namespace of all objects that name none is an option of the command here. */
function missingNamespace(...asked: Parameters<typeof unplaced>): Words {
  return { ...unplaced(...asked), hint: 'Write metadata.namespace, or name the namespace of all objects without one with --namespace.' };
}

export const sourceWording = {
  ...formatsWording, ...kindWording, ...valuesWording, 'invalid-config': invalidConfig, 'missing-namespace': missingNamespace,
};
