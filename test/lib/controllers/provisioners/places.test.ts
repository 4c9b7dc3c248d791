import { type Asker, Places } from '../../../../lib/controllers/provisioners/content/places';

const asker = (isOfDeployment: boolean, isFailing = false): Asker => ({ isOfDeployment, isFailing });
const [OURS, OURS_FAILING, OTHERS, OTHERS_FAILING] = [asker(true), asker(true, true), asker(false), asker(false, true)];

/** Work that ends when it is told to. */
class Works {
  readonly begun: string[] = [];
  private readonly ends = new Map<string, () => void>();
  private readonly all: Promise<void>[] = [];

  constructor(private readonly places: Places) {}

  ask(name: string, host: string, who: Asker): void {
    this.all.push(this.places.in(host, who, async () => {
      this.begun.push(name);
      await new Promise<void>((resolve) => this.ends.set(name, resolve));
      if (name.startsWith('broken')) throw new Error('broken');
    }).catch(() => undefined));
  }

  async end(...names: readonly string[]): Promise<void> {
    for (const name of names) {
      await turn();
      this.ends.get(name)?.();
    }
    await turn();
  }
}

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
const works = (): Works => new Works(new Places({ atOnce: 4, ofOneHost: 2, ofOthers: 2 }));

describe('who is next', () => {
  test('two of a server, and two that are of no BundleDeployment', async () => {
    const all = works();
    for (const name of ['a1', 'a2', 'a3']) all.ask(name, 'a', OTHERS);
    for (const name of ['b1', 'b2', 'b3']) all.ask(name, 'b', OURS);
    await turn();
    expect(all.begun).toEqual(['a1', 'a2', 'b1', 'b2']);
    await all.end('a1', 'b2');
    expect(all.begun.slice(4)).toEqual(['a3', 'b3']);
  });

  test('BundleDeployments before others, what has failed after what has not, and then who came first', async () => {
    const all = works();
    for (const name of ['x', 'y']) all.ask(name, name, OTHERS);
    for (const name of ['broken', 'z']) all.ask(name, name, OURS);
    all.ask('others failing', 'd', OTHERS_FAILING);
    all.ask('others', 'e', OTHERS);
    all.ask('ours failing', 'f', OURS_FAILING);
    all.ask('ours', 'g', OURS);
    all.ask('ours later', 'h', OURS);
    await all.end('broken', 'ours', 'ours later', 'x', 'y', 'ours failing', 'others');
    expect(all.begun).toEqual(['x', 'y', 'broken', 'z', 'ours', 'ours later', 'ours failing', 'others', 'others failing']);
  });
});
