/** An upgrade that leads nowhere says why, as `outdated` does, and how a restriction is lifted. */
import type { OpenedCatalogs } from '../../../source';
import { note } from '../../output/note';
import type { Chosen } from './choose';
import type { Intent } from './intent';
import { prospectOf } from './prospect';
import type { Survey } from './survey';

/** Who names an extension and gets nothing newer is told what keeps it away. */
export function heldBackNotes(chosen: readonly Chosen[], intents: readonly Intent[], survey: Survey, opened: OpenedCatalogs): void {
  for (const intent of intents) {
    if (!chosen.some(({ extension, action }) => extension === intent.extension && action === 'same')) continue;
    const present = survey.installed.find((one) => one.extension === intent.extension && one.stateNamespace === survey.stateNamespace);
    const why = present && prospectOf(present, intent, { ...survey, catalogs: opened.catalogs }).why;
    if (why !== undefined) note(`Held back: ${why}${liftText(intent)}`);
  }
}

/** A restriction that is on record may be forgotten by who set it. */
function liftText({ version = '', channels = [] }: Intent): string {
  const options = [...(version === '' ? [] : ['--version \'\'']), ...(channels.length === 0 ? [] : ['--channel \'\''])];
  return options.length === 0 ? '' : `. To lift what is on record: ${options.join(' ')}`;
}
