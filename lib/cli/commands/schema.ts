import { words, type ArgumentsOf } from './command';

/** The schemas, by the name of their file, and what they check. */
export const EDITOR_SCHEMAS = {
  kinds: 'files with objects of any kind; those of other kinds are ignored',
  clusterextension: 'a ClusterExtension',
  clusterextensionrevision: 'a revision, as synth and render write it, or by hand',
  clustercatalog: 'a ClusterCatalog',
  registries: 'the settings of registries, registries.yaml',
} as const;

export type EditorSchema = keyof typeof EDITOR_SCHEMAS;

export const schemaWords = words({
  name: 'schema',
  describe: 'Print a JSON Schema with which an editor completes and checks files',
  positionals: {
    what: {
      type: 'string', choices: Object.keys(EDITOR_SCHEMAS) as readonly EditorSchema[],
      describe: 'What the files hold; without it, list the schemas',
    },
  },
  examples: [
    ['$0 schema kinds > kinds.json', 'For the settings of an editor'],
    ['$0 schema', 'What there is, and the files in this installation'],
  ],
});

export type SchemaArgs = ArgumentsOf<typeof schemaWords>;
