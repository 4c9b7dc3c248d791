import { words, type ArgumentsOf } from '../command';
import { bundleOptions, connection, source, standardInput, statePlace, trusting } from '../options';

export const reportWords = words({
  name: 'report',
  describe: 'Write one self-contained page about an installed extension, or about files or a bundle',
  positionals: {
    what: {
      type: 'string',
      demandOption: true,
      describe: 'File, folder or bundle, if one exists under this name or the name has a / or : in it; ' +
        'otherwise the name of an installed extension',
      coerce: standardInput,
    },
  },
  options: {
    'installed': {
      type: 'boolean',
      default: false,
      describe: 'Take the name as that of an installed extension, even if a file has this name',
    },
    'output': { type: 'string', alias: 'o', describe: 'File of the page; otherwise NAME.html in this directory' },
    'force': { type: 'boolean', default: false, describe: 'Replace a file that is not a report' },
    'open': { type: 'boolean', default: false, describe: 'Open the page, if this is a terminal' },
    'from': { type: 'string', describe: 'For an installed extension: number of the earlier revision to compare; '
      + 'otherwise the one before --to' },
    'to': { type: 'string', describe: 'For an installed extension: number of the later revision to compare; otherwise the newest' },
    'name': { type: 'string', describe: 'For files or a bundle: name of the extension; otherwise that of the file or folder' },
    ...statePlace,
    'state-key': trusting['state-key'],
    'kubernetes-version': source['kubernetes-version'],
    ...bundleOptions,
    ...connection,
  },
  examples: [
    ['$0 report dist/my-operator.k8s.yaml', 'Phases, objects, permissions and images of what cdk8s synth made; needs no cluster'],
    ['$0 report shop -n shop --open', 'With the state of each object, the history and the last difference'],
  ],
});

export type ReportArgs = ArgumentsOf<typeof reportWords>;
