/** The question of `apply --plan`. */
import { PassThrough } from 'node:stream';
import { ask } from '../../../../../lib/cli/actions/operation/ask';

function answer(type: (input: PassThrough) => void): Promise<boolean> {
  const [input, output] = [new PassThrough(), new PassThrough()];
  const answered = ask('Apply this? [y/N] ', input, output);
  type(input);
  return answered;
}

test.each<[string, string, boolean]>([
  ['y', 'y\n', true], ['yes in capitals', 'YES\n', true], ['nothing', '\n', false], ['n', 'n\n', false], ['something else', 'yup\n', false],
])('%s', async (_what, typed, yes) => {
  await expect(answer((input) => void input.write(typed))).resolves.toBe(yes);
});

test('the end of the input is no', async () => {
  await expect(answer((input) => void input.end())).resolves.toBe(false);
});

test('Ctrl-C ends the command', async () => {
  await expect(answer((input) => void input.write('\u0003'))).rejects.toMatchObject({ code: 'interrupted', category: 'interrupted' });
});
