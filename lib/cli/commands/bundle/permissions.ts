/** What an account must be allowed to install a package, and whether it is. */
import { words, type ArgumentsOf } from '../command';
import { bundleOptions, connection, input, installing, output, place, source } from '../options';

export const permissionsWords = words({
  name: 'permissions',
  describe: 'Print the least permissions that an account needs to install this, as roles; or check whether it has them',
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
      choices: ['command', 'controller', 'service-account', 'olm'],
      default: 'command',
      describe: 'What installs as that account: this command, our controllers in the cluster by their own rights, ' +
        'the same as the service account of an extension, or (only with --check) OLM, by its own algorithm',
    },
    'grants': {
      type: 'string',
      choices: ['hold', 'delegate'],
      default: 'hold',
      describe: 'How the account may create the roles of the package: it has all their permissions itself, ' +
        'or it has escalate and bind for just these roles',
    },
    'role-name': {
      type: 'string',
      describe: 'Name of the roles and bindings; otherwise EXTENSION-installer, followed by the account',
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
    ['$0 bundle permissions ./my-bundle -n operators --check operators/installer', 'Exit code 1 if it lacks the listed permissions'],
  ],
});

export type BundlePermissionsArgs = ArgumentsOf<typeof permissionsWords>;
