/** What is done to an extension that is there. */
import type { Command } from './command';
import { connection, output, refusing, running, source, statePlace } from './options';

const extension = { type: 'string', demandOption: true } as const;
const { wait, timeout, 'dry-run': dryRun, 'take-over': takeOver } = running;

export const operationCommands: readonly Command[] = [
  {
    command: 'rollback <extension>',
    describe: 'Go back to the content of an earlier revision, as a new revision',
    builder: (yargs) =>
      yargs
        .positional('extension', extension)
        .options({
          to: { type: 'string', describe: 'Number of the revision; otherwise the newest complete one before the current' },
          ...statePlace,
          ...running,
          'preflight': { type: 'string', choices: ['never', 'new-content', 'always'], default: 'new-content', describe: 'What is asked of the server by dry run before the first write' },
          'skip-unserved': source['skip-unserved'],
          ...refusing,
          ...output,
          ...connection,
        })
        .example('$0 rollback shop -n shop', 'To what ran before')
        .example('$0 rollback shop -n shop --to 3 --dry-run', 'What going back to revision 3 would do'),
    run: async (args) => (await import('../actions/rollback.js')).rollback(args),
  },
  {
    command: 'pause <extension>',
    describe: 'Have an extension left alone: runs report what they would do, until it is resumed',
    builder: (yargs) =>
      yargs
        .positional('extension', extension)
        .options({ reason: { type: 'string', describe: 'Shown to whoever meets the pause' }, ...statePlace, 'take-over': takeOver, ...output, ...connection })
        .example('$0 pause shop -n shop --reason "release freeze"', ''),
    run: async (args) => (await import('../actions/pause.js')).pause(args),
  },
  {
    command: 'resume <extension>',
    describe: 'End the pause of an extension; nothing is applied by that',
    builder: (yargs) => yargs.positional('extension', extension).options({ ...statePlace, 'take-over': takeOver, ...output, ...connection }).example('$0 resume shop -n shop', ''),
    run: async (args) => (await import('../actions/pause.js')).resume(args),
  },
  {
    command: 'orphan <extension> [objects..]',
    describe: 'Let go of objects of an extension, or of all: they live on without it',
    builder: (yargs) =>
      yargs
        .positional('extension', extension)
        .positional('objects', { type: 'string', array: true, describe: 'Like Deployment/web or deployment.apps/web; none: all, and the extension is forgotten' })
        .options({
          'namespace': { type: 'string', alias: 'n', describe: 'The namespace that apply was given; where a name means several objects, that of the object' },
          'state-namespace': statePlace['state-namespace'],
          wait,
          timeout,
          'dry-run': dryRun,
          'take-over': takeOver,
          ...output,
          ...connection,
        })
        .example('$0 orphan shop -n shop ConfigMap/settings', 'From now on somebody else cares for it')
        .example('$0 orphan shop -n shop', 'The same as: boxcutter delete shop -n shop --orphan'),
    run: async (args) => (await import('../actions/orphan.js')).orphan(args),
  },
];
