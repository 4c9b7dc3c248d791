import { words, type ArgumentsOf } from '../command';
import { reaching } from '../options';
import { anyCatalog } from './options';

export const graphWords = words({
  name: 'graph',
  describe: 'Draw which version may follow which, channel by channel',
  positionals: { catalog: anyCatalog },
  options: {
    'package': { type: 'string', alias: 'p', describe: 'Draw only this package' },
    'channel': { type: 'string', describe: 'Draw only channels with this name' },
    'minimum-edge': { type: 'string', describe: 'Name of a bundle: draw its package from this version on' },
    'minimum-version': { type: 'string', describe: 'Draw nothing older than this version' },
    'v0': {
      type: 'boolean',
      default: false,
      describe: 'Mark the edges that OLM v0 ignores, and the bundles that it drops from the channel',
    },
    ...reaching,
    'output': {
      type: 'string', alias: 'o', choices: ['mermaid', 'dot', 'svg', 'html', 'json'], default: 'mermaid',
      describe: 'What to write: text for Mermaid or Graphviz, a picture, a page, or data',
    },
  },
  examples: [
    ['$0 catalog graph ./catalog -o html > graph.html', 'A page that shows how to reach each version'],
    ['$0 catalog graph ./catalog -p keda -o svg > keda.svg', 'A picture of the channels of one package'],
    ['$0 catalog graph ./catalog --minimum-edge keda.v2.15.0', 'Text for Mermaid, as GitHub draws it'],
  ],
});

export type CatalogGraphArgs = ArgumentsOf<typeof graphWords>;
