/** What an account must be allowed to install a package, and whether it is. */
import type { Command } from './command';
import { bundleOptions, connection, input, output, place, source } from './options';

export const permissionsCommand: Command = {
  command: 'permissions <path>',
  describe: 'Print the least that an account must be allowed to install this, as roles; or check whether it is',
  builder: (yargs) =>
    yargs
      .positional('path', input)
      .options({
        'name': source.name,
        ...place,
        'for': { type: 'string', describe: 'Who gets the roles: system:serviceaccount:NAMESPACE:NAME, user:NAME or group:NAME; otherwise no bindings' },
        'engine': { type: 'string', choices: ['command', 'controller'], default: 'command', describe: 'Who installs as that account: this command, or the controller in the cluster' },
        'grants': {
          type: 'string',
          choices: ['hold', 'delegate'],
          default: 'hold',
          describe: 'What roles of the package grant: the account holds it all, or may write just these roles with escalate and bind',
        },
        'role-name': { type: 'string', describe: 'Name of the roles and bindings; otherwise EXTENSION-installer' },
        'check': { type: 'string', describe: 'Print nothing of that, but what this account lacks on the cluster: system:serviceaccount:NAMESPACE:NAME' },
        'service-account': { type: 'string', describe: 'The same: NAMESPACE/NAME' },
        'kubernetes-version': source['kubernetes-version'],
        ...bundleOptions,
        ...output,
        ...connection,
      })
      .conflicts('check', 'service-account')
      .example('$0 bundle permissions ./my-bundle -n operators --for system:serviceaccount:operators:installer | kubectl apply -f -', 'Roles and bindings for an account')
      .example('$0 bundle permissions ./my-bundle -n operators --service-account operators/installer', 'Exit code 1: it lacks what is listed'),
  run: async (args) => (await import('../actions/bundle-permissions.js')).bundlePermissions(args),
};
