/** What a request passes before it is sent: the fence, and for single deletes the guard. */
import type { ObjectRef } from '../../../../lib/api';
import { DelayQueue, type FenceAnswer } from '../../../../lib/engine/run/delay-queue';
import { Gate, type DeleteGuard } from '../../../../lib/engine/run/gate';
import type { ObjectRequest } from '../../../../lib/engine';

const namespace: ObjectRef = { apiVersion: 'v1', kind: 'Namespace', name: 'shop' };
const config: ObjectRef = { apiVersion: 'v1', kind: 'ConfigMap', namespace: 'shop', name: 'settings' };

interface Parts {
  readonly refusal?: DeleteGuard['refusal'];
  readonly fence?: FenceAnswer;
  readonly stopping?: boolean;
}

/** What happens to a request, in order. */
async function passed(
  type: ObjectRequest['type'],
  ref: ObjectRef,
  { refusal, fence, stopping = false }: Parts = {},
): Promise<readonly string[]> {
  const steps: string[] = [];
  const ask = fence === undefined ? undefined : (before: 'write' | 'delete') => {
    steps.push(`fence ${before}`);
    return Promise.resolve(fence);
  };
  const guard: DeleteGuard | undefined = refusal === undefined ? undefined : {
    concerns: ({ kind }) => kind === 'Namespace',
    refusal: (asked) => {
      steps.push(`guard ${asked.name}`);
      return refusal(asked);
    },
  };
  const gate = new Gate(new DelayQueue(ask, () => undefined), ask !== undefined, guard);
  await new Promise<void>((resolve) => {
    const way = (name: string) => (text?: unknown): void => {
      steps.push(text === undefined ? name : `${name}: ${String(text)}`);
      if (name !== 'stop') resolve();
    };
    gate.pass(1, ref, type, {
      send: way('send'), drop: way('drop'), keep: ({ message }) => way('keep')(message), lose: way('lose'), stop: way('stop'),
      isStopping: () => stopping || steps.some((step) => step.startsWith('stop')),
    });
  });
  return steps;
}

const free: FenceAnswer = { held: true, message: '' };
const nothing = (): Promise<undefined> => Promise.resolve(undefined);

const HELD = { type: 'kept', code: 'data-loss', message: 'it holds data' } as const;

test.each<[string, ObjectRequest['type'], ObjectRef, Parts, readonly string[]]>([
  ['a read', 'read', namespace, { refusal: nothing, fence: free }, ['send']],
  ['a create', 'create', config, { fence: free }, ['fence write', 'send']],
  ['a create without a fence', 'create', config, {}, ['send']],
  ['a delete that the guard is not asked about: the core has passed the fence', 'delete', config, { refusal: nothing, fence: free }, ['send']],
  [
    'a delete that nothing speaks against: looking took time, so the fence is passed again', 'delete', namespace, { refusal: nothing, fence: free },
    ['guard shop', 'fence delete', 'send'],
  ],
  [
    'a delete that the guard refuses', 'delete', namespace, { refusal: () => Promise.resolve(HELD), fence: free },
    ['guard shop', 'keep: it holds data'],
  ],
  [
    'a delete that the guard could not be asked about', 'delete', namespace, { refusal: () => Promise.reject(new Error('no route')) },
    ['guard shop', 'lose: no route'],
  ],
  [
    'a delete while another run has taken over', 'delete', namespace, { refusal: nothing, fence: { held: false, message: 'ada took over' } },
    ['guard shop', 'fence delete', 'stop: ada took over', 'drop'],
  ],
  ['a delete of what is made anew passes the fence by itself', 'replace', config, { refusal: nothing, fence: free }, ['fence delete', 'send']],
  ['and where the guard is asked, that first', 'replace', namespace, { refusal: nothing, fence: free }, ['guard shop', 'fence delete', 'send']],
  ['a trial', 'trial', namespace, { refusal: nothing, fence: free }, ['send']],
  ['a delete of a run that is ending', 'delete', namespace, { refusal: nothing, stopping: true }, ['guard shop', 'drop']],
])('%s', async (_, type, ref, parts, steps) => {
  expect(await passed(type, ref, parts)).toEqual(steps);
});
