import { parseSelector } from '../../../../lib/kube/streams/selector';

test.each([
  ['app=x', [['app', 'x']]],
  ['app==x, tier', [['app', 'x'], ['tier', undefined]]],
  ['example.com/app=', [['example.com/app', '']]],
  ['app in (x)', undefined],
  ['app!=x', undefined],
  ['!app', undefined],
  ['app=x,app=y', undefined],
])('the selector %s', (selector, expected) => {
  expect(parseSelector(selector)).toEqual(expected === undefined ? undefined : new Map(expected as [string, string | undefined][]));
});
