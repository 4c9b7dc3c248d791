/** Mirrors of a registry: what one place cannot give, the next one may. */
import { defined } from '../../defined';
import { BoxcutterError, isBoxcutterError } from '../../errors';
import type { Session } from './session';

interface MirrorFailure {
  readonly mirror: string;
  readonly code: string;
  readonly message: string;
}

/** What would be so for everything else, too, and may take long to find out. */
const HOPELESS = new Set(['registry-unreachable', 'registry-tls', 'registry-unauthorized', 'registry-credentials']);

/**
 * Asks one place after the other: what one cannot give the next one may; the registry that is named has the last word. A mirror that cannot
 * be got to is not asked again.
 */
export function inTurn(sessions: readonly Session[]): <T>(attempt: (session: Session) => Promise<T>) => Promise<T> {
  const mirrors = sessions.filter(({ endpoint }) => endpoint.isMirror);
  const [registry] = sessions.filter(({ endpoint }) => !endpoint.isMirror);
  const hopeless = new Map<Session, MirrorFailure>();
  return async (attempt) => {
    const failed: MirrorFailure[] = [];
    for (const session of mirrors) {
      let failure = hopeless.get(session);
      if (failure === undefined) {
        try {
          return await attempt(session);
        } catch (error) {
          if (!isBoxcutterError(error) || error.category === 'interrupted') throw error;
          failure = { mirror: session.endpoint.base.host, code: error.code, message: error.message };
          if (HOPELESS.has(error.code)) hopeless.set(session, failure);
        }
      }
      failed.push(failure);
    }
    try {
      return await attempt(registry as Session);
    } catch (error) {
      if (!isBoxcutterError(error) || failed.length === 0) throw error;
      // In the message: a condition has no hint, and in a cluster that reaches mirrors alone, theirs is the answer that counts.
      const answers = [...new Set(failed.map(({ message }) => message))].join(' ');
      throw new BoxcutterError(error.code, error.category, `${error.message} Its mirrors were asked first: ${answers}`, {
        ...defined({ hint: error.hint }), details: { ...error.details, mirrors: failed }, cause: error,
      });
    }
  };
}
