import { isCoveredBy, isLater } from '../../../../lib/kube/streams/versions';

test('versions compare as numbers of any length; what is not a number cannot be compared', () => {
  expect([isLater('10', '9'), isLater('9', '10'), isLater('9', '9')]).toEqual([true, false, false]);
  expect(isLater('99999999999999999999', '99999999999999999998')).toBe(true);
  expect([isLater('b', 'a'), isLater('1', undefined), isLater(undefined, '1')]).toEqual([false, false, false]);
  expect([
    isCoveredBy('9', '10'),
    isCoveredBy('10', '10'),
    isCoveredBy('11', '10'),
    isCoveredBy('a', 'a'),
  ]).toEqual([true, true, false, false]);
});
