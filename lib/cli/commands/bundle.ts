/** Packages as they arrive: looking at them, checking them, rendering, building and moving them. */
import { buildCommand } from './bundle-build';
import { fetchCommand } from './bundle-fetch';
import { permissionsCommand } from './bundle-permissions';
import { pullCommand } from './bundle-pull';
import { pushCommand } from './bundle-push';
import { group, type Command } from './command';
import { bundle, bundleOptions, output, place, source } from './options';

const subcommands: readonly Command[] = [
  {
    command: 'validate <bundle>',
    describe: 'Read a bundle and tell everything that is wrong with it',
    builder: (yargs) =>
      yargs
        .positional('bundle', bundle)
        .options({ strict: { type: 'boolean', default: false, describe: 'Warnings count as errors' }, ...output })
        .example('$0 bundle validate ./my-bundle', 'Exit code 2: there are errors'),
    run: async (args) => (await import('../actions/bundle-validate.js')).bundleValidate(args),
  },
  {
    command: 'inspect <bundle>',
    describe: 'Show what a bundle is and holds: versions, install modes, APIs, webhooks, images',
    builder: (yargs) => yargs.positional('bundle', bundle).options({ ...output }).example('$0 bundle inspect ./my-bundle', ''),
    run: async (args) => (await import('../actions/bundle-inspect.js')).bundleInspect(args),
  },
  {
    command: 'images <bundle>',
    describe: 'List the container images that a bundle needs, to mirror them',
    builder: (yargs) =>
      yargs
        .positional('bundle', bundle)
        .options({ namespace: place.namespace, ...bundleOptions, ...output })
        .example('$0 bundle images ./my-bundle', 'One a line'),
    run: async (args) => (await import('../actions/bundle-images.js')).bundleImages(args),
  },
  {
    command: 'render <bundle>',
    describe: 'Print the revision that a bundle compiles to; reaches no cluster',
    builder: (yargs) =>
      yargs
        .positional('bundle', bundle)
        .options({
          name: { type: 'string', describe: 'Name of the extension; otherwise that of the package' },
          namespace: place.namespace,
          objects: { type: 'boolean', default: false, describe: 'The plain objects, in the order in which they would be applied' },
          'kubernetes-version': source['kubernetes-version'],
          ...bundleOptions,
          output: { type: 'string', alias: 'o', choices: ['yaml', 'json'], default: 'yaml', describe: 'How to print it' },
        })
        .example('$0 bundle render ./my-bundle -n operators', 'The revision: phases, probes, content')
        .example('$0 bundle render ./my-bundle -n operators --objects | kubectl diff -f -', 'For other tools'),
    run: async (args) => (await import('../actions/bundle-render.js')).bundleRender(args),
  },
  buildCommand,
  pushCommand,
  pullCommand,
  fetchCommand,
  permissionsCommand,
];

export const bundleCommand = group('bundle', 'Check, render, build and move packages: OLM bundles, plain manifests, Helm charts', subcommands, [
  ['$0 bundle validate ./my-bundle', 'Everything that is wrong with it'],
  ['$0 bundle render ./my-bundle -n operators', 'What would be applied'],
]);
