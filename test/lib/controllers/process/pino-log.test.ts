/** The log: JSON, one line a decision, and nothing that is secret or that a terminal would obey. */
import { pinoLog } from '../../../../lib/controllers';
import { BoxcutterError } from '../../../../lib/errors';

function bench(level: 'debug' | 'info' | 'warn' | 'error' = 'debug') {
  const lines: string[] = [];
  return { lines, log: pinoLog({ level, write: (line) => lines.push(line), fields: { shard: 'a' } }) };
}

test('a line has time, level, message, and the fields of its log and of its children', () => {
  const { lines, log } = bench();
  log.child({ controller: 'revision' }).info({ revision: 'web-1' }, 'rolled out');
  expect(lines).toHaveLength(1);
  expect(lines[0]).toMatch(/^\{.*\}\n$/);
  expect(JSON.parse(lines[0] ?? '')).toEqual({
    level: 'info', time: expect.stringMatching(/^20\d\d-\d\d-\d\dT.*Z$/) as string, shard: 'a', controller: 'revision', revision: 'web-1', message: 'rolled out',
  });
});

test('lines below the level are not written', () => {
  const { lines, log } = bench('warn');
  log.debug({}, 'a');
  log.info({}, 'b');
  log.warn({}, 'c');
  log.error({}, 'd');
  expect(lines.map((line) => (JSON.parse(line) as { message: string }).message)).toEqual(['c', 'd']);
});

test('an error of ours has its code and hint and no stack; a fault has its stack', () => {
  const { lines, log } = bench();
  log.warn({ err: new BoxcutterError('server-unreachable', 'server', 'No answer.', { hint: 'Wait.' }) }, 'failed');
  log.error({ err: new TypeError('x is not a function') }, 'fault');
  const [ours, fault] = lines.map((line) => (JSON.parse(line) as { err: Record<string, string> }).err);
  expect(ours).toEqual({ code: 'server-unreachable', category: 'server', message: 'No answer.', hint: 'Wait.' });
  expect(fault).toMatchObject({ message: 'x is not a function', stack: expect.stringContaining('TypeError') as string });
});

test('control characters and marks of direction in texts of others are spelled out', () => {
  const { lines, log } = bench();
  log.info({ note: '\u001b[2J\u009b\u202e' }, 'a\nb');
  expect(lines[0]).toContain('\\u001b[2J\\u009b\\u202e');
  expect(lines[0]?.trimEnd()).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u202e]/);
});

test('members that hold secrets are hidden, whoever logs them', () => {
  const { lines, log } = bench();
  log.info({ token: 's3cret', secret: { data: { key: 's3cret' } } }, 'read');
  expect(lines[0]).not.toContain('s3cret');
});

test('a line has each key once: what it says itself counts before what is on every line', () => {
  const { lines, log } = bench();
  log.child({ controller: 'revision' }).child({ controller: 'other' }).info({ shard: 'b' }, 'seen');
  expect(lines[0]?.match(/"(?:controller|shard)":"\w+"/g)).toEqual(['"shard":"b"', '"controller":"other"']);
});
