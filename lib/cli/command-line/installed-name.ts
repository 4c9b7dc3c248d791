/** The name of an installed extension, as subcommands take it that are about what is installed. */
import { BoxcutterError } from '../../errors';
import { shellWord } from '../../shell-word';

/**
 * Whoever comes from `plan` and `apply` names content. No name has a slash.
 * @throws BoxcutterError `usage-extension` (input)
 */
export function refuseContent(text: unknown): void {
  if (typeof text !== 'string' || !text.includes('/')) return;
  const isUrl = /^https?:\/\//i.test(text);
  const what = `${isUrl ? withoutSecrets(text) : text} is a ${isUrl ? 'URL' : 'path'}`;
  const message = `${what}, and this subcommand is about what is installed: it takes the name of an extension.`;
  throw new BoxcutterError('usage-extension', 'input', message, {
    hint: `What an apply of it would change: boxcutter plan ${isUrl ? 'URL' : shellWord(text)}. What is installed: boxcutter list -A`,
  });
}

/** What may be a password is not repeated. */
function withoutSecrets(text: string): string {
  if (!URL.canParse(text)) return 'What is named';
  const { origin, pathname } = new URL(text);
  return origin + pathname;
}
