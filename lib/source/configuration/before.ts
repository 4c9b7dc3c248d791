/**
 * The configuration at an upgrade. What was configured is not dropped without a word: an operator that is to watch one namespace would
 * watch them all.
 */
import { isJsonObject, type JsonObject, type JsonValue, type RecordedChoices } from '../../api';
import { BoxcutterError } from '../../errors';
import { shellWord } from '../../shell-word';
import type { Choices } from '../choices';

type Reuse = Pick<Choices, 'reuseConfig' | 'resetConfig'>;

/** Keys that a message names. */
const SHOWN = 8;

/** @throws BoxcutterError `usage-config` */
export function refuseBoth({ reuseConfig, resetConfig }: Reuse): void {
  if (reuseConfig !== true || resetConfig !== true) return;
  throw new BoxcutterError(
    'usage-config', 'input',
    '--reuse-config and --reset-config contradict each other.',
    { hint: 'Leave out one of them.' },
  );
}

/**
 * What the configuration of now is put over.
 * @param recorded undefined: it is not installed
 * @param given something is configured now
 * @throws BoxcutterError category input: `config-not-given` with the keys that were configured, never their values; `config-unknown`
 */
export function configuredBefore(
  extension: string,
  recorded: RecordedChoices | undefined,
  given: boolean,
  { reuseConfig, resetConfig }: Reuse,
): JsonObject | undefined {
  if (recorded === undefined || resetConfig === true) return undefined;
  if (reuseConfig === true) return recorded.config ?? unknown(extension);
  if (given || recorded.config === undefined) return undefined;
  const keys = keysOf(recorded.config);
  if (keys.length === 0) return undefined;
  const what = `Extension "${extension}" is configured (${listed(keys)}), but no configuration is given now.`;
  const otherwise = 'Without it, the extension would work differently.';
  throw new BoxcutterError('config-not-given', 'input', `${what} ${otherwise} Nothing was changed.`, {
    hint: 'Give it again with --config or --set, keep the recorded one with --reuse-config, or install without any with --reset-config.',
    details: { extension, keys },
  });
}

function unknown(extension: string): never {
  throw new BoxcutterError(
    'config-unknown', 'input',
    `The record does not have the configuration of extension "${extension}", so it cannot be reused.`,
    { hint: 'Give the configuration with --config or --set; if there was none, leave out --reuse-config.' },
  );
}

/** That what is reused is what somebody has written into a release, as a note; nothing when it is the installer's own. */
export function reusedOfRelease(extension: string, recorded: RecordedChoices | undefined, { reuseConfig }: Reuse): string | undefined {
  const { config, untrusted } = recorded ?? {};
  if (reuseConfig !== true || config === undefined || untrusted?.why !== 'release') return undefined;
  return `The configuration that is reused is what the release of Helm in ${untrusted.secret} said when it was adopted, `
    + 'and others may have written that. What is made with it stays within the namespace. '
    + `boxcutter get ${shellWord(extension)} config shows it; --config gives it as yours, --trust-state trusts it as it is.`;
}

/** What was configured and is not any more, as a note; nothing when nothing is left out. */
export function leftOut(recorded: RecordedChoices | undefined, config: JsonObject | undefined, { resetConfig }: Reuse): string | undefined {
  if (recorded?.config === undefined || resetConfig === true) return undefined;
  const now = new Set(keysOf(config ?? {}));
  const missing = keysOf(recorded.config).filter((key) => !now.has(key));
  return missing.length === 0 ? undefined : `No longer configured: ${listed(missing)}. (--reuse-config keeps the recorded configuration.)`;
}

/** `a.b` of every value; lists count as one. */
function keysOf(config: JsonObject, above = ''): readonly string[] {
  return Object.entries(config).flatMap(([key, value]: [string, JsonValue | undefined]) => {
    const path = `${above}${key}`;
    return isJsonObject(value) && Object.keys(value).length > 0 ? keysOf(value, `${path}.`) : [path];
  });
}

function listed(keys: readonly string[]): string {
  const more = keys.length - SHOWN;
  return `${keys.slice(0, SHOWN).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}
