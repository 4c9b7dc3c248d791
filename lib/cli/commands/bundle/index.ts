/** Packages as they arrive: looking at them, checking them, rendering, building and moving them. */
import { subcommand, type CommandGroup } from '../command';
import { buildWords } from './build';
import { fetchWords } from './fetch';
import { imagesWords } from './images';
import { inspectWords } from './inspect';
import { permissionsWords } from './permissions';
import { pullWords } from './pull';
import { pushWords } from './push';
import { renderWords } from './render';
import { validateWords } from './validate';

export const bundleCommands: CommandGroup = {
  name: 'bundle',
  describe: 'Check, render, build and move packages: OLM bundles, plain manifests, Helm charts',
  subcommands: [
    subcommand(validateWords, async () => (await import('../../actions/bundle/validate.js')).bundleValidate),
    subcommand(inspectWords, async () => (await import('../../actions/bundle/inspect.js')).bundleInspect),
    subcommand(imagesWords, async () => (await import('../../actions/bundle/images.js')).bundleImages),
    subcommand(renderWords, async () => (await import('../../actions/bundle/render.js')).bundleRender),
    subcommand(buildWords, async () => (await import('../../actions/bundle/build.js')).bundleBuild),
    subcommand(pushWords, async () => (await import('../../actions/bundle/push.js')).bundlePush),
    subcommand(pullWords, async () => (await import('../../actions/bundle/pull.js')).bundlePull),
    subcommand(fetchWords, async () => (await import('../../actions/bundle/fetch.js')).bundleFetch),
    subcommand(permissionsWords, async () => (await import('../../actions/bundle/permissions.js')).bundlePermissions),
  ],
  examples: [
    ['$0 bundle validate ./my-bundle', 'Everything that is wrong with it'],
    ['$0 bundle render ./my-bundle -n operators', 'What would be applied'],
  ],
};
