/** What the user of a package may configure. */
import { words, type ArgumentsOf } from './command';
import { bundle, output } from './options';

export const configWords = words({
  name: 'config',
  describe: 'Show what can be configured of a bundle: keys, JSON Schema, an example, TypeScript types',
  positionals: { bundle },
  options: {
    schema: { type: 'boolean', describe: 'The JSON Schema; with -o yaml as YAML', conflicts: ['example', 'types'] },
    example: { type: 'boolean', describe: 'A configuration to start from: every key with its description', conflicts: ['types'] },
    types: { type: 'boolean', describe: 'The TypeScript type of a configuration' },
    ...output,
  },
  examples: [
    ['$0 config ./my-bundle', 'The keys, their types and defaults'],
    ['$0 config ./my-bundle --example > values.yaml', 'To fill in, and give with --config values.yaml'],
  ],
});

export type ConfigArgs = ArgumentsOf<typeof configWords>;
