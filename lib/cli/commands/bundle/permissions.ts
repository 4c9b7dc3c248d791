/** What an account must be allowed to install a package, and whether it is. */
import { words, type ArgumentsOf } from '../command';
import { bundleOptions, connection, input, installing, output, place, source } from '../options';

export const permissionsWords = words({
  name: 'permissions',
  describe: 'Print the least that an account must be allowed to install this, as roles; or check whether it is',
  positionals: { path: input },
  options: {
    'name': source.name,
    ...place,
    'for': {
      type: 'string',
      describe: 'Who gets the roles: the service account NAMESPACE/NAME, user:NAME or group:NAME; otherwise no bindings',
    },
    'engine': {
      type: 'string',
      choices: ['command', 'controller', 'olm'],
      default: 'command',
      describe: 'Who installs as that account: this command, our controller in the cluster, ' +
        'or (only to --check) OLM, by its own algorithm',
    },
    'grants': {
      type: 'string',
      choices: ['hold', 'delegate'],
      default: 'hold',
      describe: 'What roles of the package grant: the account holds it all, ' +
        'or may write just these roles with escalate and bind',
    },
    'role-name': {
      type: 'string',
      describe: 'Name of the roles and bindings; otherwise EXTENSION-installer, with the account behind it',
    },
    'check': {
      type: 'string',
      alias: 'service-account',
      describe: 'Print instead what the service account NAMESPACE/NAME lacks on the cluster',
    },
    'kubernetes-version': source['kubernetes-version'],
    ...bundleOptions,
    ...installing,
    ...output,
    ...connection,
  },
  examples: [
    [
      '$0 bundle permissions ./my-bundle -n operators --for operators/installer | kubectl apply -f -',
      'Roles and bindings for an account',
    ],
    ['$0 bundle permissions ./my-bundle -n operators --check operators/installer', 'Exit code 1: it lacks what is listed'],
  ],
});

export type BundlePermissionsArgs = ArgumentsOf<typeof permissionsWords>;
