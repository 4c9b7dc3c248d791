/**
 * Hints and messages name flags. Each is one of the subcommand that prints it, whatever way leads there: every text in every file that the
 * subcommand reaches is looked at.
 */
import { existsSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import * as ts from 'typescript';
import { reachedFrom, sourceOf, walk } from '../../../support/reach';
import { COMMAND_WORDS, wordsFor } from '../../../../lib/cli/command-line/hints';
import { commands, type AnyCommand, type Command } from '../../../../lib/cli/commands';
import { adoptHelmWords } from '../../../../lib/cli/commands/adopt/helm';
import { applyWords } from '../../../../lib/cli/commands/apply';
import { rollbackWords } from '../../../../lib/cli/commands/rollback';

const root = resolve(__dirname, '..', '..', '..', '..');

/** Files whose flags are not those of the subcommand at hand, and why. */
const APART: Readonly<Record<string, string>> = {
  'lib/cli/commands': 'describes options beside each other',
  'lib/control-plane': 'arguments of other programs',
  'lib/adoption/helm/choose.ts': 'arguments of helm',
  'lib/adoption/take/keepers.ts': 'arguments of argocd',
  'lib/adoption/helm/fence.ts': 'the command; the controllers adopt as well, and give nothing back by one',
  'lib/controller-package/objects/admission.ts': 'arguments of kubectl',
  'lib/controller-package/provisioners/admission.ts': 'arguments of kubectl',
  'lib/controllers/provisioners/source/named-objects.ts': 'arguments of kubectl',
  'lib/runtime/run/trust-guard.ts': 'the command; a rollback and an adoption take what is on record',
  'lib/cli/output/plan/warnings.ts': 'a plan that would delete; adopting deletes nothing',
  'lib/catalog/write/dockerfile.ts': 'arguments of opm, and of the steps of a Dockerfile',
  'lib/controller-package/objects/workload.ts': 'arguments of controller run, in its Deployment',
  'lib/controller-package/dockerfile.ts': 'arguments of npm and of the steps of a Dockerfile',
  'lib/controllers/helm': 'arguments of helm',
  'lib/formats/helm/program': 'arguments of helm',
  'lib/git/repository.ts': 'arguments of git',
  'lib/formats/helm/render-chart.ts': 'arguments of helm',
  'lib/cli/actions/project/init-npm.ts': 'arguments of npm',
  'lib/cli/templates/configuration.ts': 'scripts of a project',
  'lib/cli/output/catalog-graph/page-style.ts': 'properties of CSS',
  'lib/cli/output/page/style.ts': 'properties of CSS',
  'lib/cli/output/report/style.ts': 'properties of CSS',
  'lib/engine/words/failures.ts': 'arguments of kubectl',
  'lib/runtime/operations/run-by-controllers.ts': 'arguments of kubectl',
  'lib/cli/output/upgrades/return.ts': 'arguments of kubectl',
  'lib/runtime/explain/by-controllers.ts': 'arguments of kubectl',
  'lib/runtime/plan/replacement.ts': 'arguments of kubectl',
  'lib/source/meaning.ts': 'an option that was given, and means nothing for the source',
  'lib/source/option-values.ts': 'an option that was given, with a wrong value',
  'lib/cli/actions/operation/trust-options.ts': 'an option that was given, with a wrong value',
  'lib/source/configuration/before.ts': 'an upgrade, which only apply and plan know of',
  'lib/source/wording.ts': 'a configuration that was given',
  'lib/source/configuration/values.ts': 'a configuration that was given; a controller gets it in an object',
  'lib/source/configuration/set-values.ts': 'a configuration that was given; a controller gets it in an object',
  'lib/source/configuration/typed-values.ts': 'a configuration that was given; a controller gets it in an object',
  'lib/source/bundle/certificates.ts': 'the command; of a controller the cluster decides who issues certificates',
  'lib/source/configuration/problem-hints.ts': 'a configuration that was given',
  'lib/source/refuse-issues.ts': 'an option that was given',
  'lib/source/bundle/requirements.ts': 'a cluster that was asked: by apply, plan and bundle permissions',
  'lib/source/project/app.ts': 'a project with several packages, of which one is meant',
  'lib/source/revision/choose.ts': 'a file with several revisions, of which one is meant',
  'lib/source/bundle/render.ts': 'the subcommand config, of a bundle that a catalog chose',
  'lib/source/configure.ts': 'objects from standard input, which become a revision',
  'lib/cli/session.ts': 'says that it is not everywhere',
  'lib/cli/command-line/line.ts': 'options that were given, as far as the subcommand that is named has them',
  'lib/cli/command-line/hints.ts': 'subcommands that plan by themselves',
  'lib/cli/output/plan/objects.ts': 'the subcommand that plans',
  'lib/cli/output/extension/state-word.ts': 'speaks of the next run',
};

interface Leaf {
  readonly words: readonly string[];
  readonly command: Command;
}

const leaves = (list: readonly AnyCommand[], before: readonly string[] = []): readonly Leaf[] => list.flatMap((command) =>
  (command.subcommands === undefined
    ? [{ words: [...before, command.name], command }]
    : leaves(command.subcommands, [...before, command.name])));
const all = leaves(commands);

const flagsOf = ({ options }: Pick<Command, 'options'>): ReadonlySet<string> =>
  new Set(Object.entries(options).flatMap(([name, { alias, type }]) => (
    [name, ...[alias ?? []].flat(), ...(type === 'boolean' ? [`no-${name}`] : [])]
  )));

/** The file of a subcommand; `resume` shares that of `pause`, and of large groups some are in folders of the group. */
function actionOf({ words }: Leaf): string {
  const [group = '', below = ''] = words[0] === 'resume' ? ['pause'] : words;
  const names = words.length === 1
    ? [group, ...['install', 'project', 'upgrades', group].map((folder) => join(folder, group))]
    : ['', 'make', 'edit'].map((folder) => join(group, folder, below));
  const files = names.map((name) => resolve(root, 'lib/cli/actions', `${name}.ts`));
  return files.find((file) => existsSync(file)) ?? files[0] ?? '';
}

const isApart = (file: string): boolean => Object.keys(APART).some((path) => file === path || file.startsWith(`${path}/`));

/** Flags in the texts of a file: those behind `boxcutter plan` are asked of that subcommand. */
function* flagsIn(file: string): Generator<{ readonly flag: string; readonly of: Leaf | undefined }> {
  const texts: string[] = [];
  walk(sourceOf(resolve(root, file)).tree, (node) => {
    if (ts.isStringLiteralLike(node) || ts.isTemplateHead(node) || ts.isTemplateMiddle(node) || ts.isTemplateTail(node)) {
      texts.push(node.text);
    }
  });
  for (const text of texts) {
    for (const { 1: flag = '', index } of text.matchAll(/--([a-z][a-z-]+)/g)) {
      const named = text.slice(0, index);
      if (/\bkubectl [^.;]*$/.test(named)) continue;
      yield { flag, of: all.find(({ words }) => new RegExp(`\\b(?:boxcutter ${words.join(' ')}|${words.join(' ')} with)\\b`).test(named)) };
    }
  }
}

const reached = new Map(all.map((leaf) => [leaf, [...reachedFrom(actionOf(leaf))].map((file) => relative(root, file))]));

test.each(all.map((leaf) => [leaf.words.join(' '), leaf] as const))('texts that %s may print name no flag that it has not', (_, leaf) => {
  const files = (reached.get(leaf) ?? []).filter((file) => !isApart(file));
  const strange = files.flatMap((file) => [...flagsIn(file)]
    .filter(({ flag, of = leaf }) => !flagsOf(of.command).has(flag))
    .map(({ flag }) => `${file}: --${flag}`));
  expect(strange).toEqual([]);
});

test('every file that is left out is reached, and names a flag that some subcommand which reaches it has not', () => {
  const needed = new Set([...reached].flatMap(([leaf, files]) => files.filter((file) => isApart(file))
    .filter((file) => [...flagsIn(file)].some(({ flag, of = leaf }) => !flagsOf(of.command).has(flag)))));
  const isNeeded = (path: string): boolean => [...needed].some((file) => file === path || file.startsWith(`${path}/`));
  expect(Object.keys(APART).filter((path) => !path.startsWith('lib/control-plane') && !isNeeded(path))).toEqual([]);
});

/** Names of options in hints that are functions: `option('breakLock', true)`. */
const optionsIn = (file: string): readonly string[] => {
  const names: string[] = [];
  walk(sourceOf(resolve(root, file)).tree, (node) => {
    if (!ts.isCallExpression(node) || !/(?:^|\.)option$/.test(node.expression.getText())) return;
    const [name] = node.arguments;
    if (name !== undefined && ts.isStringLiteral(name)) names.push(name.text);
  });
  return names;
};

const named = all.map((leaf) => [leaf.words.join(' '), leaf] as const);

test.each(named)('an option that a hint of %s names is its own, or said to be of apply, rollback or adopt helm', (_, leaf) => {
  const files = (reached.get(leaf) ?? []).filter((file) => !file.startsWith('lib/cli/'));
  const options = [...new Set(files.flatMap(optionsIn))];
  const { option } = wordsFor(leaf.command);
  const wrong = options.filter((name) => {
    const text = option(name);
    const [, flag = ''] = /^--?([a-z-]+)/.exec(text) ?? [];
    const other = [applyWords, rollbackWords, adoptHelmWords].find((words) => text.endsWith(`(of boxcutter ${words.name})`));
    return !flagsOf(other ?? leaf.command).has(flag);
  });
  expect(wrong).toEqual([]);
});

test('what takes no part in a subcommand is named with the subcommand that has it', () => {
  const wordsOf = (name: string) => wordsFor(all.find(({ words }) => words.join(' ') === name)?.command);
  expect(wordsOf('rollback').option('collisionProtection', 'None')).toBe('--collision-protection None (of boxcutter apply)');
  expect(wordsOf('apply').option('collisionProtection', 'None')).toBe('--collision-protection None');
  expect(COMMAND_WORDS.operation('applyRevision')).toBe('boxcutter apply PATH');
});
