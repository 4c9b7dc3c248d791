/** Where a value of a configuration was given, for messages. */
import { configIssue } from '../../../../lib/config';
import { type Layer, placeProblem } from '../../../../lib/source/configuration/layers';

const file: Layer = { file: 'values.yaml', text: 'size: 3\nstorage:\n  class: fast\n', values: { size: 3, storage: { class: 'fast' } } };
const later: Layer = { file: 'later.yaml', text: '# more\nsize: 4\n', values: { size: 4 } };
const option: Layer = { option: '--set', steps: ['storage', 'class'], text: 'slow' };

const place = (layers: readonly Layer[], ...path: readonly (string | number)[]) =>
  placeProblem(configIssue('config-unknown-key', {}, { path }), layers).origin;

test('a value of a file has the line of its key', () => {
  expect(place([file], 'storage', 'class')).toEqual({ source: 'values.yaml', line: 3 });
});

test('what comes later wins', () => {
  expect(place([file, later], 'size')).toEqual({ source: 'later.yaml', line: 2 });
  expect(place([file, later, option], 'storage', 'class')).toEqual({ source: '--set' });
});

test('a key that an option made on its way is of the option', () => {
  expect(place([option], 'storage')).toEqual({ source: '--set' });
});

test('what is missing is placed where its neighbours are', () => {
  expect(place([file], 'storage', 'size')).toEqual({ source: 'values.yaml', line: 2 });
});

test('what is missing at the top, or comes from before, has no place', () => {
  expect(place([file], 'name')).toBeUndefined();
  expect(place([], 'size')).toBeUndefined();
});
