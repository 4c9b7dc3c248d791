/**
 * The subcommands as data: words, options, examples. What they do is loaded when they run.
 */
import { bundleCommand } from './bundle';
import { clusterCommand } from './cluster';
import type { Command } from './command';
import { configCommand } from './config';
import { crdCommand } from './crd';
import { importCommand } from './import';
import { bundleOptions, connection, input, output, place, refusing, running, source, statePlace, upgrading } from './options';
import { planCommands } from './plan';
import { operationCommands } from './operations';

export type { Command } from './command';
export { REPEATABLE, STANDARD_INPUT } from './options';

export const commands: readonly Command[] = [
  {
    command: 'init [directory]',
    describe: 'Start a project: a package in TypeScript that synthesises and tests',
    builder: (yargs) =>
      yargs
        .positional('directory', { type: 'string', default: '.', describe: 'Where; it must be empty or new' })
        .options({
          name: { type: 'string', describe: 'Name of the extension; otherwise that of the directory' },
          install: { type: 'boolean', default: true, describe: 'Run npm install, synthesise and test' },
          package: { type: 'string', hidden: true, describe: 'What to depend on instead of this version in the registry: a range, or a packed tarball' },
        })
        .example('$0 init my-operator', 'A new project in ./my-operator'),
    run: async (args) => (await import('../actions/init.js')).init(args),
  },
  {
    command: 'synth',
    describe: 'Synthesise the project in this directory, and show its revisions',
    builder: (yargs) =>
      yargs
        .options({
          app: { type: 'string', alias: 'a', describe: 'Command that runs the app; otherwise that of cdk8s.yaml' },
          'output-directory': { type: 'string', describe: 'Where the manifests go; otherwise that of cdk8s.yaml, otherwise dist' },
          ...output,
        })
        .example('$0 synth', 'Writes dist/ and prints phases and sizes'),
    run: async (args) => (await import('../actions/synth.js')).synth(args),
  },
  {
    command: 'render <path>',
    describe: 'Compile objects into a revision and print it; reaches no cluster',
    builder: (yargs) =>
      yargs
        .positional('path', input)
        .options({
          name: { type: 'string', describe: 'Name of the extension; otherwise that of the file or folder' },
          namespace: place.namespace,
          'kubernetes-version': source['kubernetes-version'],
          ...bundleOptions,
          output: { type: 'string', alias: 'o', choices: ['yaml', 'json'], default: 'yaml', describe: 'How to print it' },
        })
        .example('$0 render ./manifests --namespace shop', 'The revision of a folder of plain YAML'),
    run: async (args) => (await import('../actions/render.js')).render(args),
  },
  {
    command: 'apply <path>',
    describe: 'Bring an extension onto the cluster, phase by phase',
    builder: (yargs) =>
      yargs
        .positional('path', input)
        .options({
          'name': source.name,
          ...place,
          ...running,
          'plan': { type: 'boolean', default: false, describe: 'Show the plan first, and ask' },
          'yes': { type: 'boolean', alias: 'y', default: false, describe: 'With --plan: do not ask, carry it out' },
          'watch': { type: 'boolean', alias: 'w', default: false, describe: 'Then keep it so: repair what others change, until Ctrl-C' },
          'collision-protection': source['collision-protection'],
          'preflight': { type: 'string', choices: ['never', 'new-content', 'always'], default: 'new-content', describe: 'What is asked of the server by dry run before the first write' },
          'skip-unserved': source['skip-unserved'],
          'kubernetes-version': source['kubernetes-version'],
          ...refusing,
          ...bundleOptions,
          ...upgrading,
          ...output,
          ...connection,
        })
        .example('$0 apply dist/my-operator.k8s.yaml', 'What cdk8s synth made')
        .example('$0 apply ./manifests --name shop -n shop', 'A folder of plain YAML as extension shop')
        .example('kustomize build . | $0 apply - --name shop -n shop', 'Objects from another tool')
        .example('$0 apply ./keda-bundle -n keda --set watchNamespace=keda', 'An operator as its vendor ships it')
        .example('$0 apply ./manifests --plan', 'What would happen; then it asks'),
    run: async (args) => (await import('../actions/apply.js')).apply(args),
  },
  ...planCommands,
  crdCommand,
  {
    command: 'list',
    describe: 'List extensions',
    aliases: ['ls'],
    builder: (yargs) =>
      yargs
        .options({ ...statePlace, 'all-namespaces': { type: 'boolean', alias: 'A', default: false, describe: 'Whatever namespace their state is in' }, ...output, ...connection })
        .example('$0 list -A', 'All extensions of the cluster'),
    run: async (args) => (await import('../actions/list.js')).list(args),
  },
  {
    command: 'status <extension>',
    describe: 'Show an extension: its phases and objects as they are now, and why something waits',
    builder: (yargs) =>
      yargs
        .positional('extension', { type: 'string', demandOption: true })
        .options({ ...statePlace, watch: { type: 'boolean', alias: 'w', default: false, describe: 'Go on showing it, until Ctrl-C' }, ...output, ...connection })
        .example('$0 status shop -n shop', 'Exit code 0: everything is as it should be; 3: it is not'),
    run: async (args) => (await import('../actions/status.js')).status(args),
  },
  {
    command: 'history <extension>',
    describe: 'List the revisions of an extension',
    builder: (yargs) => yargs.positional('extension', { type: 'string', demandOption: true }).options({ ...statePlace, ...output, ...connection }).example('$0 history shop -n shop', ''),
    run: async (args) => (await import('../actions/history.js')).history(args),
  },
  {
    command: 'delete <extension>',
    describe: 'Take an extension down, in reverse order',
    builder: (yargs) =>
      yargs
        .positional('extension', { type: 'string', demandOption: true })
        .options({
          ...statePlace,
          ...running,
          'ignore-not-found': { type: 'boolean', default: false, describe: 'An extension that is not there is as good as deleted' },
          ...output,
          ...connection,
        })
        .example('$0 delete shop -n shop', '')
        .example('$0 delete shop -n shop --orphan', 'Forget the extension, keep its objects'),
    run: async (args) => (await import('../actions/delete.js')).deleteAction(args),
  },
  ...operationCommands,
  {
    command: 'recover <extension>',
    describe: 'Rebuild the lost state of an extension from its objects',
    builder: (yargs) => yargs.positional('extension', { type: 'string', demandOption: true }).options({ ...statePlace, ...output, ...connection }).example('$0 recover shop -n shop', ''),
    run: async (args) => (await import('../actions/recover.js')).recover(args),
  },
  bundleCommand,
  configCommand,
  importCommand,
  clusterCommand,
];
