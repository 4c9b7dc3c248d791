/** The words of the command for everything that can be wrong with an input. */
import { type ConfigIssues, configWording } from '../config';
import { formatsWording } from '../formats';
import { type Finding, findingOf, type Issue, type Words } from '../issue';
import { kindWording } from '../kinds';
import { valuesWording } from './configuration/values-wording';

const UNCHECKED =
  'Leave the configuration out, or add --dangerously-accept-bundles-without-config-schema to let it pass unchecked.';

/** What lets a configuration pass is an option of the command here, not of a program. */
function invalidConfig(data: ConfigIssues['invalid-config'], issue: Issue): Words {
  const words = configWording['invalid-config'](data, issue);
  return data.mayPass === true ? { ...words, hint: UNCHECKED } : words;
}

export const sourceWording = { ...formatsWording, ...kindWording, ...valuesWording, 'invalid-config': invalidConfig };

export function inWords(issue: Issue): Finding {
  return findingOf(issue, sourceWording);
}
