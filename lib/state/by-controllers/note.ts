/** What a revision says of itself in an annotation, as JSON. */
import { asObject } from '../../api';

/** Who may write revisions may write anything there: what is no object counts as none. */
export function noteOf(
  annotations: Readonly<Record<string, string>> | undefined, key: string,
): Readonly<Record<string, unknown>> | undefined {
  const text = annotations?.[key];
  if (text === undefined) return undefined;
  try {
    return asObject(JSON.parse(text));
  } catch {
    return undefined;
  }
}
