/**
 * The subcommands: a file of words, options and examples each, put together here with what they do, which is loaded when they run.
 */
import { adoptCommands } from './adopt';
import { applyWords } from './apply';
import { bundleCommands } from './bundle';
import { catalogCommands } from './catalog';
import { clusterCommands } from './cluster';
import { subcommand, type AnyCommand } from './command';
import { configWords } from './config';
import { controllerCommands } from './controller';
import { crdCommands } from './crd';
import { deleteWords } from './delete';
import { explainWords } from './explain';
import { historyWords } from './history';
import { installWords } from './install/install';
import { outdatedWords } from './install/outdated';
import { upgradeWords } from './install/upgrade';
import { approveWords } from './upgrades/approve';
import { upgradesWords } from './upgrades/upgrades';
import { importCommands } from './import';
import { initWords } from './project/init';
import { diffWords } from './installed/diff';
import { getWords } from './installed/get';
import { reportWords } from './installed/report';
import { treeWords } from './installed/tree';
import { listWords } from './list';
import { orphanWords } from './orphan';
import { pauseWords } from './pause';
import { planWords } from './plan';
import { recoverWords } from './recover';
import { renderWords } from './render';
import { resumeWords } from './resume';
import { rollbackWords } from './rollback';
import { schemaWords } from './schema';
import { statusWords } from './status';
import { synthWords } from './project/synth';

export { dashed, inCode, listsOf, positionalShape, shapeOf, valuedOptionsOf, type AnyCommand, type Command } from './command';
export { STANDARD_INPUT } from './options';

/** In the order of the help. */
export const commands: readonly AnyCommand[] = [
  subcommand(initWords, async () => (await import('../actions/project/init.js')).init),
  subcommand(synthWords, async () => (await import('../actions/project/synth.js')).synth),
  subcommand(renderWords, async () => (await import('../actions/render.js')).render),
  subcommand(applyWords, async () => (await import('../actions/apply.js')).apply),
  subcommand(planWords, async () => (await import('../actions/plan.js')).plan),
  subcommand(installWords, async () => (await import('../actions/install/install.js')).install),
  subcommand(outdatedWords, async () => (await import('../actions/install/outdated.js')).outdated),
  subcommand(upgradeWords, async () => (await import('../actions/install/upgrade.js')).upgrade),
  subcommand(upgradesWords, async () => (await import('../actions/upgrades/upgrades.js')).upgrades),
  subcommand(approveWords, async () => (await import('../actions/upgrades/approve.js')).approve),
  subcommand(explainWords, async () => (await import('../actions/explain.js')).explain),
  crdCommands,
  subcommand(listWords, async () => (await import('../actions/list.js')).list),
  subcommand(statusWords, async () => (await import('../actions/status.js')).status),
  subcommand(treeWords, async () => (await import('../actions/tree.js')).tree),
  subcommand(historyWords, async () => (await import('../actions/history.js')).history),
  subcommand(getWords, async () => (await import('../actions/get.js')).get),
  subcommand(diffWords, async () => (await import('../actions/diff.js')).diff),
  subcommand(reportWords, async () => (await import('../actions/report.js')).report),
  subcommand(deleteWords, async () => (await import('../actions/delete.js')).deleteAction),
  subcommand(rollbackWords, async () => (await import('../actions/rollback.js')).rollback),
  subcommand(pauseWords, async () => (await import('../actions/pause.js')).pause),
  subcommand(resumeWords, async () => (await import('../actions/pause.js')).resume),
  subcommand(orphanWords, async () => (await import('../actions/orphan.js')).orphan),
  subcommand(recoverWords, async () => (await import('../actions/recover.js')).recover),
  adoptCommands,
  bundleCommands,
  catalogCommands,
  subcommand(configWords, async () => (await import('../actions/config.js')).config),
  importCommands,
  subcommand(schemaWords, async () => (await import('../actions/schema.js')).schema),
  controllerCommands,
  clusterCommands,
];
