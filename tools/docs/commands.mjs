/**
 * The pages of docs/commands: index.md, a table of all commands by what they are for, and a page for each command with what its help says.
 *
 * Of the page of a command only what follows the marker is made here. What stands above it is written by hand, and kept.
 */
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Ends what is written by hand. */
const marker = 'What its help says, written here by `node tools/docs.mjs`:';

/** Every command has its place in one of these; the order is that of the table. */
const groups = {
  'Make a package': ['init', 'synth', 'render', 'config', 'import', 'schema'],
  'Put it on a cluster': ['plan', 'apply', 'install', 'upgrade', 'rollback', 'delete'],
  'See how it is': ['list', 'status', 'outdated', 'explain', 'tree', 'history', 'get', 'diff', 'report'],
  'Upgrades of the controllers': ['upgrades', 'approve'],
  'Look after it': ['pause', 'resume', 'orphan', 'adopt', 'recover'],
  'Packages of others, and for others': ['bundle', 'catalog', 'crd'],
  'In the cluster': ['controller'],
  'A cluster to try it on': ['cluster'],
};

/**
 * The pages by their file name, as they should be.
 *
 * @param folder docs/commands as it is; what is written by hand is taken from there
 * @param help gives what `boxcutter WORD… --help` prints
 */
export function commandPages(folder, help) {
  const overview = help();
  const commands = listed(overview, 'boxcutter').filter(({ name }) => name !== 'completion').map(({ name, isGroup, describe }) => ({
    name, describe, subcommands: isGroup ? listed(help(name), `boxcutter ${name}`) : [],
  }));
  requirePlaces(commands.map(({ name }) => name));
  const pages = commands.map((command) => [`${command.name}.md`, page(command, byHand(folder, command), help)]);
  return new Map([['index.md', index(commands, overview)], ...pages]);
}

/** Files of the folder that belong to no command. */
export function strayPages(folder, pages) {
  return existsSync(folder) ? readdirSync(folder).filter((file) => !pages.has(file)) : [];
}

/** The commands in the list of a help, each with its description, which may go over several lines. */
function listed(help, before) {
  const [, list = ''] = /\nCommands:\n([^]*?)\n\n/.exec(help) ?? [];
  const entries = list.replace(/\n {6,}/g, ' ').split('\n');
  return entries.map((entry) => {
    const [, name, shape, describe] = new RegExp(`^ {2}${before} ([\\w-]+)((?: [<[][\\w.-]+[>\\]])*) +(.*)$`).exec(entry) ?? [];
    if (name === undefined) throw new Error(`the help has a line that is not understood: ${entry}`);
    return { name, isGroup: shape === ' <command>', describe: describe.replace(/ \[or: .*\]$/, '') };
  });
}

function requirePlaces(names) {
  const placed = Object.values(groups).flat();
  const homeless = names.filter((name) => !placed.includes(name));
  if (homeless.length > 0) throw new Error(`${homeless[0]} is in no group; give it its place in tools/docs/commands.mjs`);
  const gone = placed.filter((name) => !names.includes(name));
  if (gone.length > 0) throw new Error(`there is no command ${gone[0]}; take it out of tools/docs/commands.mjs`);
}

/** What stands above the marker; for a new command its name and its description. */
function byHand(folder, { name, describe }) {
  const file = join(folder, `${name}.md`);
  const [text, rest] = existsSync(file) ? readFileSync(file, 'utf8').split(`${marker}\n`) : [`# boxcutter ${name}\n\n${describe}.\n\n`, ''];
  if (rest === undefined) throw new Error(`docs/commands/${name}.md lacks the line that ends what is written by hand: ${marker}`);
  return text;
}

function page({ name, subcommands }, prose, help) {
  const sections = subcommands.map((below) => `\n## boxcutter ${name} ${below.name}\n\n${block(help(name, below.name))}\n`);
  return `${prose}${marker}\n\n${block(help(name))}\n${sections.join('')}`;
}

function index(commands, overview) {
  const rowsOf = ({ name, describe, subcommands }) => [
    `| [\`${name}\`](${name}.md) | ${describe} |`,
    ...subcommands.map((below) => `| [\`${name} ${below.name}\`](${name}.md#boxcutter-${name}-${below.name}) | ${below.describe} |`),
  ];
  const tables = Object.entries(groups).map(([title, names]) => {
    const rows = names.flatMap((name) => rowsOf(commands.find((command) => command.name === name)));
    return `## ${title}\n\n| command | what it does |\n|---|---|\n${rows.join('\n')}\n`;
  });
  return `# Commands

All commands by what they are for; each has a page of its own. This page is made by \`node tools/docs.mjs\`; do not edit it.

The most frequent lines: [cheat sheet](../cheat-sheet.md). Exit codes: [exit-codes.md](../exit-codes.md). Documents of \`-o json\`:
[output.md](../output.md). Errors: [errors.md](../errors.md).

${tables.join('\n')}
## Completion

\`\`\`console
$ boxcutter completion bash >> ~/.bashrc
$ boxcutter completion zsh >> ~/.zshrc
$ boxcutter completion fish > ~/.config/fish/completions/boxcutter.fish
\`\`\`

## boxcutter --help

${block(overview)}
`;
}

function block(text) {
  return `\`\`\`text\n${text.trimEnd()}\n\`\`\``;
}
