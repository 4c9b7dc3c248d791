import { findLossyInteger } from '../../../lib/api';
import { cpuMilliseconds } from '../../support/cpu-time';

test.each([
  ['{"a":9007199254740993}', '9007199254740993', ['a']],
  ['{"a":[1,{"b":-9007199254740993}]}', '-9007199254740993', ['a', 1, 'b']],
  ['{"here":"here.","x":9223372036854775807}', '9223372036854775807', ['x']],
  ['[9007199254740992,9007199254740993]', '9007199254740993', [1]],
  ['9007199254740993', '9007199254740993', []],
])('%s changes when it is read', (text, digits, path) => {
  expect(findLossyInteger(text)).toEqual({ digits, path });
});

test.each([
  ['small ones', '{"a":123456789012345,"b":9007199254740991}'],
  ['those that a double holds', '{"a":9007199254740992,"b":10000000000000000,"c":-9223372036854775808}'],
  ['those that the server rounds, too', '{"a":18446744073709551615,"b":9223372036854775809}'],
  ['digits in texts', '{"a":"9007199254740993","9007199254740993":1,"b":"x\\"9007199254740993"}'],
  ['fractions and powers, which the server rounds, too', '{"a":9007199254740993.5,"b":9007199254740993e1,"c":0.12345678901234567}'],
  ['what is no JSON', '9007199254740993}'],
])('%s do not', (what, text) => {
  expect(findLossyInteger(text)?.path).toEqual(what === 'what is no JSON' ? [] : undefined);
});

test('ten megabytes of digits are looked through in no time', () => {
  const startedAt = cpuMilliseconds();
  expect(findLossyInteger(`["${'1234567890'.repeat(1_000_000)}"]`)).toBeUndefined();
  expect(findLossyInteger(`"${'\\'.repeat(1_000_000)}1234567890123456`)).toBeUndefined();
  expect(cpuMilliseconds() - startedAt).toBeLessThan(1_000);
});
