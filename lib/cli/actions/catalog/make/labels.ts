import { BoxcutterError } from '../../../../errors';

/** `KEY=VALUE` each. @throws BoxcutterError `usage-label` */
export function labelsIn(given: readonly string[] = []): Readonly<Record<string, string>> {
  return Object.fromEntries(given.map((text) => {
    const [, key, value] = /^([^=]+)=(.*)$/s.exec(text) ?? [];
    if (key !== undefined && value !== undefined) return [key, value];
    throw new BoxcutterError('usage-label', 'input', `${text} is not a label.`, { hint: 'Write it as --label key=value.' });
  }));
}
