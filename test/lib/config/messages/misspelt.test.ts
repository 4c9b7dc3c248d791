/** Keys that are nearly right. */
import { configWording, validateConfig } from '../../../../lib/config';
import { inWords } from '../../in-words';

const closed = (properties: object) => ({ type: 'object', properties, additionalProperties: false });
const schema = closed({ replicas: { type: 'integer' }, image: closed({ tag: {} }) });

test('what was probably meant is a hint, and no part of the message', () => {
  const [finding] = inWords(validateConfig(schema, { replica: 1, image: { tags: 'x' }, colour: 'red' }, { bundle: 'web' }).issues, configWording);
  expect(finding?.message).toMatch(/^invalid bundle configuration: (?:unknown key '[\w.]+'(?:; )?){3}$/);
  expect(finding?.hint?.split(/ (?=Did)/).sort()).toEqual(['Did you mean "replicas"?', 'Did you mean "tag"?']);
  expect(finding?.parts?.map(({ message, hint }) => [message, hint])).toEqual(expect.arrayContaining([
    ["unknown key 'replica'", 'Did you mean "replicas"?'],
    ["unknown key 'image.tags'", 'Did you mean "tag"?'],
    ["unknown key 'colour'", undefined],
  ]));
});

test('a key that resembles none gets no hint', () => {
  expect(inWords(validateConfig(schema, { colour: 'red' }, { bundle: 'web' }).issues, configWording)[0]).not.toHaveProperty('hint');
});
