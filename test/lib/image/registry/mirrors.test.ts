/** What is said when neither a mirror nor the registry has it. */
import { BoxcutterError, isBoxcutterError } from '../../../../lib/errors';
import type { Endpoint } from '../../../../lib/image/registry/endpoint';
import { inTurn } from '../../../../lib/image/registry/mirrors';
import { answerError } from '../../../../lib/image/registry/problem';
import type { Session } from '../../../../lib/image/registry/session';

const session = (host: string, isMirror: boolean): Session => ({ endpoint: { isMirror, base: new URL(`https://${host}`) } }) as unknown as Session;
const sessions = [session('first.example', true), session('second.example', true), session('quay.io', false)];

async function failure(says: (host: string) => BoxcutterError): Promise<BoxcutterError> {
  const first = inTurn(sessions);
  const error: unknown = await first(({ endpoint }) => Promise.reject(says(endpoint.base.host))).then(() => undefined, (reason: unknown) => reason);
  if (!isBoxcutterError(error)) throw new Error('it did not fail as it should');
  return error;
}

test('the error is that of the registry, with what each mirror answered: whatever shows the message alone shows it', async () => {
  const error = await failure((host) => new BoxcutterError('image-not-found', 'input', `The registry ${host} has no image quay.io/a:v1.`, {
    hint: 'Check repository and tag.', details: { registry: host },
  }));
  expect(error).toMatchObject({
    code: 'image-not-found', category: 'input', hint: 'Check repository and tag.',
    message: 'The registry quay.io has no image quay.io/a:v1. Its mirrors were asked first: The registry first.example has no image quay.io/a:v1. '
      + 'The registry second.example has no image quay.io/a:v1.',
    details: { registry: 'quay.io', mirrors: [{ mirror: 'first.example', code: 'image-not-found' }, { mirror: 'second.example', code: 'image-not-found' }] },
  });
});

test('where the registry cannot be reached, the mirror that lacks the tag is named nevertheless; the same answer is said once', async () => {
  const error = await failure((host) => (host === 'quay.io' ? new BoxcutterError('registry-unreachable', 'server', 'The registry quay.io cannot be reached.')
    : new BoxcutterError('image-not-found', 'input', 'The mirror has no image.')));
  expect([error.code, error.message]).toEqual([
    'registry-unreachable', 'The registry quay.io cannot be reached. Its mirrors were asked first: The mirror has no image.',
  ]);
});

test('how long a mirror asks to wait is advice, and no part of what stands in a condition: that would be another one each time', async () => {
  const endpoint = { registry: 'quay.io', repository: 'a', isMirror: true } as unknown as Endpoint;
  const told = async (seconds: number): Promise<BoxcutterError> => failure(() => answerError(429, endpoint, 'read quay.io/a:v1', '', seconds));
  const [soon, later] = [await told(17), await told(600)];
  expect(soon.message).toBe(later.message);
  expect(soon.message).not.toMatch(/\d+ (?:seconds|minutes)/);
  expect([soon.hint, later.hint]).toEqual([expect.stringContaining('It asks to wait 17 seconds.'), expect.stringContaining('It asks to wait 10 minutes.')]);
});
