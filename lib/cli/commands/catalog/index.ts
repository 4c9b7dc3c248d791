/** Catalogs: which versions of which packages there are, and which may follow which. */
import { subcommand, type CommandGroup } from '../command';
import { catalogBuildWords } from './make/build';
import { catalogConvertWords } from './make/convert';
import { catalogDockerfileWords } from './make/dockerfile';
import { catalogInitWords } from './make/init';
import { catalogMigrateWords } from './make/migrate';
import { catalogPushWords } from './make/push';
import { catalogRenderWords } from './make/render';
import { diffWords } from './diff';
import { graphWords } from './graph';
import { listWords } from './list';
import { searchWords } from './search';
import { useWords } from './use';
import { validateWords } from './validate';

export const catalogCommands: CommandGroup = {
  name: 'catalog',
  describe: 'Make catalogs of packages, check them and look into them',
  subcommands: [
    subcommand(catalogInitWords, async () => (await import('../../actions/catalog/make/init.js')).catalogInit),
    subcommand(catalogRenderWords, async () => (await import('../../actions/catalog/make/render.js')).catalogRender),
    subcommand(catalogConvertWords, async () => (await import('../../actions/catalog/make/convert.js')).catalogConvert),
    subcommand(catalogMigrateWords, async () => (await import('../../actions/catalog/make/migrate.js')).catalogMigrate),
    subcommand(catalogBuildWords, async () => (await import('../../actions/catalog/make/build.js')).catalogBuild),
    subcommand(catalogPushWords, async () => (await import('../../actions/catalog/make/push.js')).catalogPush),
    subcommand(catalogDockerfileWords, async () => (await import('../../actions/catalog/make/dockerfile.js')).catalogDockerfile),
    subcommand(listWords, async () => (await import('../../actions/catalog/list.js')).catalogList),
    subcommand(validateWords, async () => (await import('../../actions/catalog/validate.js')).catalogValidate),
    subcommand(searchWords, async () => (await import('../../actions/catalog/search.js')).catalogSearch),
    subcommand(graphWords, async () => (await import('../../actions/catalog/graph.js')).catalogGraph),
    subcommand(diffWords, async () => (await import('../../actions/catalog/diff.js')).catalogDiff),
    subcommand(useWords, async () => (await import('../../actions/catalog/use.js')).catalogUse),
  ],
  examples: [
    ['$0 catalog list packages ./catalog', 'What there is'],
    ['$0 catalog validate ./catalog', 'Everything that is wrong with it'],
  ],
};
