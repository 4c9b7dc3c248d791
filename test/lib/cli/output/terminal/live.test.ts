import { EventEmitter } from 'node:events';
import { live, rowsOf, type Drawing, type LiveStream } from '../../../../../lib/cli/output/terminal/live';

describe('rows that a picture takes', () => {
  test.each<[string, string, number, number, number]>([
    ['as it was drawn', 'title\n  ✓ one\n  … two', 80, 80, 3],
    ['in a wider terminal', 'title\n  ✓ one', 40, 120, 2],
    ['in a narrower one, wrapped', `title\n${'x'.repeat(40)}`, 40, 20, 3],
    ['in a narrower one, a line that was wrapped when it was drawn', 'x'.repeat(50), 40, 20, 3],
    ['an empty line', 'a\n\nb', 40, 40, 3],
    ['colours take no room', `\u001B[32m${'x'.repeat(20)}\u001B[39m`, 20, 20, 1],
  ])('%s', (_, text, drawn, width, rows) => {
    expect(rowsOf(text, drawn, width)).toBe(rows);
  });
});

describe('a live picture', () => {
  class Terminal extends EventEmitter {
    columns = 40;
    readonly written: string[] = [];
    write(text: string): void {
      this.written.push(text);
    }
  }
  let terminal: Terminal;
  let said: string[];
  const drawing = (): Drawing => Object.assign((text: string) => void said.push(`draw ${text}`), {
    clear: () => void said.push('clear'),
    done: () => void said.push('done'),
  });
  beforeEach(() => {
    terminal = new Terminal();
    said = [];
  });
  const open = (): ReturnType<typeof live> => live(terminal as unknown as LiveStream, drawing(), () => void said.push('again'));
  afterEach(() => jest.restoreAllMocks());

  test('after a change of size all of it is taken away, as the terminal has wrapped it, and drawn anew', () => {
    const picture = open();
    picture.draw(['title', 'x'.repeat(40)]);
    terminal.columns = 15;
    terminal.emit('resize');
    expect(terminal.written).toEqual(['\r\u001B[4A\u001B[0J']);
    expect(said.slice(1)).toEqual(['done', 'again']);
    picture.end();
    terminal.emit('resize');
    expect(terminal.written).toHaveLength(1);
  });

  test('Ctrl-Z takes it away and leaves the cursor visible before it stops; fg draws it anew below what the shell wrote', () => {
    const kill = jest.spyOn(process, 'kill').mockReturnValue(true);
    const before = process.listenerCount('SIGTSTP');
    const picture = open();
    picture.draw(['title']);
    process.emit('SIGTSTP');
    expect(said.slice(1)).toEqual(['clear', 'done']);
    expect(kill).toHaveBeenCalledWith(process.pid, 'SIGSTOP');
    // A clock that was due meanwhile comes before the signal.
    picture.draw(['title']);
    expect(said).toHaveLength(3);
    process.emit('SIGCONT');
    expect(said.slice(3)).toEqual(['done', 'again']);
    expect(terminal.written).toEqual([]);
    picture.end();
    expect(process.listenerCount('SIGTSTP')).toBe(before);
  });
});
