/** The in-cluster part. */
import { subcommand, type CommandGroup } from '../command';
import { controllerCrdsWords } from './crds';
import { controllerDockerfileWords } from './dockerfile';
import { controllerManifestsWords } from './manifests';
import { controllerRunWords } from './run';

export const controllerCommands: CommandGroup = {
  name: 'controller',
  describe: 'Run the controllers that install and keep the extensions of a cluster',
  otherwise: 'run',
  subcommands: [
    subcommand(controllerRunWords, async () => (await import('../../actions/controller/run.js')).controllerRun),
    subcommand(controllerManifestsWords, async () => (await import('../../actions/controller/manifests.js')).controllerManifests),
    subcommand(controllerCrdsWords, async () => (await import('../../actions/controller/crds.js')).controllerCrds),
    subcommand(controllerDockerfileWords, async () => (await import('../../actions/controller/dockerfile.js')).printDockerfile),
  ],
  examples: [
    ['$0 controller', 'The same as boxcutter controller run'],
    ['$0 controller manifests --image registry.example/boxcutter:1.0.0 | kubectl apply -f -', 'Install them'],
  ],
};
