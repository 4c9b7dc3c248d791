/** The command of the scenario in which others have changed and deleted objects: a keeper, until everything is as it should be. */
import { keepExtensions, lookAtExtension } from '../../../lib/runtime';
import { EXTENSION, type Session } from '../site';

/** A keeper never ends by itself, and does again what fails: each time it has come to rest it is looked whether it is done. */
export async function keepUntilRight({ cluster, namespace, signal, breakLock = false }: Session): Promise<string> {
  const over = new AbortController();
  let verdict = 'not yet as it should be';
  const check = async (): Promise<void> => {
    const { healthy } = await lookAtExtension(EXTENSION, { cluster, stateNamespace: namespace, signal });
    if (!healthy) return;
    verdict = 'as it should be';
    over.abort();
  };
  let checks = Promise.resolve();
  const look = (): void => {
    checks = checks.then(check);
    checks.catch(() => over.abort());
  };
  await keepExtensions({
    cluster,
    namespaces: [namespace],
    extension: EXTENSION,
    breakLock,
    signal: AbortSignal.any([signal, over.signal]),
    onEvent: ({ type }) => {
      if (type === 'steady') look();
    },
  });
  await checks;
  return verdict;
}
