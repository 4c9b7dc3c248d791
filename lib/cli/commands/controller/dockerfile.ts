import { words, type ArgumentsOf } from '../command';

export const controllerDockerfileWords = words({
  name: 'dockerfile',
  describe: 'Print a Dockerfile for the image of the controllers',
  options: {
    'enable': {
      type: 'string', array: true, nargs: 1, describe: 'Systems that are off by default: cluster-api, provisioners (with the program git)',
    },
  },
  examples: [['$0 controller dockerfile | docker build -t registry.example/boxcutter:1.0.0 -', 'Build it']],
});

export type ControllerDockerfileArgs = ArgumentsOf<typeof controllerDockerfileWords>;
