/** The name of an installed extension, as subcommands take it that are about what is installed. */
import { BoxcutterError } from '../../errors';
import { shellWord } from '../../shell-word';

const OF_CONTROLLERS = /^clusterextension\/[^/]+$/i;

/**
 * Whoever comes from `plan` and `apply` names content. No name has a slash, but for `clusterextension/NAME`: one of the controllers.
 * @throws BoxcutterError `usage-extension` (input)
 */
export function refuseContent(text: unknown): void {
  if (typeof text !== 'string' || !text.includes('/') || OF_CONTROLLERS.test(text)) return;
  const isUrl = /^https?:\/\//i.test(text);
  const what = `${isUrl ? withoutSecrets(text) : text} is a ${isUrl ? 'URL' : 'path'}`;
  const message = `${what}, but this subcommand takes the name of an installed extension.`;
  throw new BoxcutterError('usage-extension', 'input', message, {
    hint: `To see what an apply of it would change: boxcutter plan ${isUrl ? 'URL' : shellWord(text)}. To list what is installed: `
      + 'boxcutter list -A',
  });
}

/** What may be a password is not repeated. */
function withoutSecrets(text: string): string {
  if (!URL.canParse(text)) return 'What is named';
  const { origin, pathname } = new URL(text);
  return origin + pathname;
}
