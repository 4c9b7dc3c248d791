/** The words of the command for everything that can be wrong with an input. */
import { compositionWording } from '../catalog/compose/issues';
import { loadWording } from '../catalog/load/wording';
import { validationWording } from '../catalog/validate/wording';
import { renderWording } from '../catalog/render/issues';
import { templateWording } from '../catalog/templates/issues';
import { configParts, type ConfigIssues, configWording, jointHint } from '../config';
import { formatsWording } from '../formats';
import type { Issue, Words } from '../issue';
import { kindWording } from '../kinds';
import { revisionWording } from '../revision';
import { problemHint } from './configuration/problem-hints';
import { valuesWording } from './configuration/values-wording';

const UNCHECKED =
  'Leave the configuration out, or add --dangerously-accept-bundles-without-config-schema to let it pass unchecked.';

/** What lets a configuration pass, and what gives it a value, are options of the command here, not of a program. */
function invalidConfig(data: ConfigIssues['invalid-config'], issue: Issue): Words {
  const words = configWording['invalid-config'](data, issue);
  const parts = configParts(data.problems, data.mayPass === true ? () => UNCHECKED : problemHint);
  return { ...words, hint: jointHint(parts), parts };
}

const unplaced = revisionWording['missing-namespace'];

/** The namespace of all objects that name none is an option of the command here. */
function missingNamespace(...asked: Parameters<typeof unplaced>): Words {
  return { ...unplaced(...asked), hint: 'Set metadata.namespace, or use --namespace for all objects that have none.' };
}

const catalogs = { ...loadWording, ...validationWording, ...renderWording, ...templateWording, ...compositionWording };

export const sourceWording = {
  ...catalogs, ...formatsWording, ...kindWording, ...valuesWording, 'invalid-config': invalidConfig, 'missing-namespace': missingNamespace,
};
