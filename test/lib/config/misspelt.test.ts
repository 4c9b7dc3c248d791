/** Keys that are nearly right. */
import { validateConfig } from '../../../lib/config';

const closed = (properties: object) => ({ type: 'object', properties, additionalProperties: false });
const schema = closed({ replicas: { type: 'integer' }, image: closed({ tag: {} }) });

test('what was probably meant is a hint, and no part of the message', () => {
  const [finding] = validateConfig(schema, { replica: 1, image: { tags: 'x' }, colour: 'red' }, { bundle: 'web' }).findings;
  expect(finding?.message).toMatch(/^invalid bundle configuration: (?:unknown key '[\w.]+'(?:; )?){3}$/);
  expect(finding?.hint).toMatch(/^Did you mean ("replicas"|"tag") and ("replicas"|"tag")\?$/);
});

test('a key that resembles none gets no hint', () => {
  expect(validateConfig(schema, { colour: 'red' }, { bundle: 'web' }).findings[0]).not.toHaveProperty('hint');
});
