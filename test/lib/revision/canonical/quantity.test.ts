import { canonicalQuantity } from '../../../../lib/revision';
import { notQuantities, quantityVectors } from './quantity-vectors';

describe('quantities print as the API server prints them', () => {
  test.each([
    ['1000m', '1'],
    ['1024Mi', '1Gi'],
    ['0.5', '500m'],
    ['1.5Gi', '1536Mi'],
    ['0.1Mi', '104857600m'],
    ['1e3', '1e3'],
    ['1500e3', '1500e3'],
    ['100', '100'],
    ['1000', '1k'],
  ])('%s becomes %s', (text, printed) => {
    expect(canonicalQuantity(text)).toBe(printed);
  });

  test(`all ${quantityVectors.length} vectors of the Go implementation`, () => {
    const ours = quantityVectors.map(([text, , rounded]) => {
      const [plain, inList] = [canonicalQuantity(text), canonicalQuantity(text, { resourceList: true })];
      return rounded === undefined && plain === inList ? [text, plain] : [text, plain, inList];
    });
    expect(ours).toEqual(quantityVectors);
  });

  test('numbers are quantities too', () => {
    expect([1, 0.5, 1000, 1e21].map((value) => canonicalQuantity(value))).toEqual(['1', '500m', '1k', '1e+21']);
  });

  test('printing is idempotent', () => {
    for (const [, printed] of quantityVectors) expect(canonicalQuantity(printed)).toBe(printed);
  });

  test.each([...notQuantities, '1e99999999999'])('%j is no quantity', (text) => {
    expect(canonicalQuantity(text)).toBeUndefined();
  });

  test('a size beyond the largest suffix stays as written: the Go printer loses its magnitude', () => {
    expect(canonicalQuantity('1000E')).toBe('1000E');
  });
});
