import { DelayQueue, type FenceAnswer } from '../../../../lib/engine/run/delay-queue';

const HELD: FenceAnswer = { held: true, message: '' };

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

/** A queue, and what came of its requests. */
function queueWith(fence?: (before: 'write' | 'delete') => Promise<FenceAnswer>): { queue: DelayQueue; told: string[] } {
  const told: string[] = [];
  const queue: DelayQueue = new DelayQueue(fence, () => void told.push(`problem: ${queue.problem ?? 'none'}`));
  return { queue, told };
}

test('a request is sent when its delay is over, not before', () => {
  const { queue, told } = queueWith();
  queue.later(1, 100, () => told.push('sent'), () => told.push('dropped'));
  jest.advanceTimersByTime(99);
  expect(told).toEqual([]);
  jest.advanceTimersByTime(1);
  expect(told).toEqual(['sent']);
});

test('what is given up is dropped once, and never sent', () => {
  const { queue, told } = queueWith();
  queue.later(1, 100, () => told.push('sent 1'), () => told.push('dropped 1'));
  queue.later(2, 200, () => told.push('sent 2'), () => told.push('dropped 2'));
  queue.dropAll();
  queue.dropAll();
  jest.advanceTimersByTime(1_000);
  expect(told).toEqual(['dropped 1', 'dropped 2']);
});

test('what is to be kept is not given up', () => {
  const { queue, told } = queueWith();
  queue.later(1, 100, () => told.push('sent 1'), () => told.push('dropped 1'));
  queue.later(2, 100, () => told.push('sent 2'), () => told.push('dropped 2'));
  queue.dropAll(new Set([2]));
  jest.advanceTimersByTime(1_000);
  expect(told).toEqual(['dropped 1', 'sent 2']);
});

test('what was sent cannot be dropped any more', () => {
  const { queue, told } = queueWith();
  queue.later(1, 100, () => told.push('sent'), () => told.push('dropped'));
  jest.advanceTimersByTime(100);
  queue.dropAll();
  expect(told).toEqual(['sent']);
});

test('at the end of a run nothing is said of what is left', () => {
  const { queue, told } = queueWith();
  queue.later(1, 100, () => told.push('sent'), () => told.push('dropped'));
  expect(queue.clear()).toHaveLength(1);
  jest.advanceTimersByTime(1_000);
  expect(told).toEqual([]);
});

describe('the fence', () => {
  test('that is not given holds', async () => {
    const { queue, told } = queueWith();
    queue.ask('delete', 1, ({ held }) => told.push(`held: ${held}`), () => told.push('dropped'));
    await jest.advanceTimersByTimeAsync(0);
    expect(told).toEqual(['held: true']);
  });

  test.each(['write', 'delete'] as const)('is asked what it is about: %s', async (before) => {
    const fence = jest.fn(() => Promise.resolve({ held: false, message: 'another run has it' }));
    const { queue, told } = queueWith(fence);
    queue.ask(before, 1, ({ held, message }) => told.push(`${held}: ${message}`), () => undefined);
    await jest.advanceTimersByTimeAsync(0);
    expect(fence).toHaveBeenCalledWith(before);
    expect(told).toEqual(['false: another run has it']);
  });

  test('that cannot be asked is asked again, ever more rarely, and the problem is reported until there is an answer', async () => {
    let asked = 0;
    const { queue, told } = queueWith(() => {
      asked += 1;
      return asked < 3 ? Promise.reject(new Error('no connection.')) : Promise.resolve(HELD);
    });
    queue.ask('delete', 1, () => told.push('answered'), () => told.push('dropped'));
    await jest.advanceTimersByTimeAsync(0);
    expect(told).toEqual(['problem: no connection']);
    await jest.advanceTimersByTimeAsync(100);
    expect(asked).toBe(2);
    await jest.advanceTimersByTimeAsync(199);
    expect(asked).toBe(2);
    await jest.advanceTimersByTimeAsync(1);
    expect(told).toEqual(['problem: no connection', 'problem: no connection', 'problem: none', 'answered']);
  });

  test('that throws where it should reject could not be asked, either', async () => {
    const { queue, told } = queueWith(() => {
      throw new Error('broken');
    });
    queue.ask('write', 1, () => told.push('answered'), () => told.push('dropped'));
    await jest.advanceTimersByTimeAsync(0);
    expect(told).toEqual(['problem: broken']);
    queue.dropAll();
    await jest.advanceTimersByTimeAsync(60_000);
    expect(told).toEqual(['problem: broken', 'dropped']);
  });

  test('whose answer comes after the request was given up changes nothing', async () => {
    let answer: (held: FenceAnswer) => void = () => undefined;
    const { queue, told } = queueWith(() => new Promise((resolve) => (answer = resolve)));
    queue.ask('write', 1, () => told.push('answered'), () => told.push('dropped'));
    queue.dropAll();
    answer(HELD);
    await jest.advanceTimersByTimeAsync(0);
    expect(told).toEqual(['dropped']);
  });
});
