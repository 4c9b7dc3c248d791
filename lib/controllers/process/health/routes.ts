/** `/healthz` and `/readyz`, as the kubelet asks for them: the status is the answer, the text is for people. */
import type { Route } from '../http/answers';
import type { Readiness } from '../manager';

/**
 * `/healthz` answers as long as the process does: nothing outside of it is a reason to start it again. `/readyz` names what is not ready.
 * @param ending fires when the process ends: it is not ready any more
 */
export function healthRoutes(readiness: () => readonly Readiness[], ending: AbortSignal): Readonly<Record<string, Route>> {
  return {
    '/healthz': () => ({ status: 200, text: 'ok\n' }),
    '/readyz': () => {
      const parts: readonly Readiness[] = [...readiness(), { name: 'process', ready: !ending.aborted }];
      const lines = parts.map(({ name, ready, why = [] }) => {
        const said = ready ? ['ready', name] : ['not ready', name, ...(why.length === 0 ? [] : [why.join(' ')])];
        return `${said.join(': ')}\n`;
      });
      return { status: parts.every(({ ready }) => ready) ? 200 : 503, text: lines.join('') };
    },
  };
}
