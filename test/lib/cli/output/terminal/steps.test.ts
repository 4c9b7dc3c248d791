/** Long work on a terminal: lines that stay, and one that says how far it is. */
import { EventEmitter } from 'node:events';
import type { Drawing, LiveStream } from '../../../../../lib/cli/output/terminal/live';
import { liveSteps } from '../../../../../lib/cli/output/terminal/steps';

test('the status is drawn in one line below the lines that stay, and taken away for them and at the end', () => {
  const said: string[] = [];
  const drawing: Drawing = Object.assign((text: string) => void said.push(`draw ${text}`), {
    clear: () => void said.push('clear'),
    done: () => void said.push('done'),
  });
  const terminal = Object.assign(new EventEmitter(), { columns: 20, write: () => undefined }) as unknown as LiveStream;
  const steps = liveSteps(terminal, drawing, (text) => void said.push(`print ${text}`));
  steps.step('building etcd');
  steps.status('10 of 90 packages');
  steps.status('a status that is longer than the terminal');
  steps.step('building kwok');
  steps.end();
  expect(said).toEqual([
    'clear', 'print building etcd', 'draw 10 of 90 packages', 'draw a status that is l…', 'clear', 'print building kwok', 'clear', 'done',
  ]);
});
