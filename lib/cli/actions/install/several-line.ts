/** How several extensions ended, in one line. */
import { paint } from '../../output/terminal/paint';
import { counted } from '../../output/terminal/table';

/** @param done those before the first that was not done */
export function severalLine(names: readonly string[], done: readonly string[]): string {
  const { green, red } = paint(process.stdout);
  const [failed, ...notBegun] = names.slice(done.length);
  const all = counted(names.length, 'extension');
  if (failed === undefined) return `${all}: ${green('all done')}`;
  const parts = [
    ...(done.length === 0 ? [] : [`done: ${done.join(', ')}`]), red(`not done: ${failed}`),
    ...(notBegun.length === 0 ? [] : [`not begun: ${notBegun.join(', ')}`]),
  ];
  return `${all}; ${parts.join('; ')}`;
}
