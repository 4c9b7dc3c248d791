import { BoxcutterError } from '../../errors';

/**
 * @param option as it was typed: `--to`
 * @throws BoxcutterError `usage-revision` (input)
 */
export function revisionNumber(text: string | undefined, option: string): number | undefined {
  if (text === undefined) return undefined;
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text);
  throw new BoxcutterError('usage-revision', 'input', `${option} ${text} is not the number of a revision.`, {
    hint: 'To list the numbers: boxcutter history EXTENSION',
  });
}
