/** Catalogs: which versions of which packages there are, and which may follow which. */
import { subcommand, type CommandGroup } from '../command';
import { catalogAddWords } from './edit/add';
import { catalogAddEdgeWords } from './edit/add-edge';
import { catalogDeprecateWords } from './edit/deprecate';
import { catalogPromoteWords } from './edit/promote';
import { catalogRemoveWords } from './edit/remove';
import { catalogRemoveEdgeWords } from './edit/remove-edge';
import { catalogSetDefaultChannelWords } from './edit/set-default-channel';
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
import { serveWords } from './serve';
import { testWords } from './test';
import { useWords } from './use';
import { validateWords } from './validate';
import { whyWords } from './why';

export const catalogCommands: CommandGroup = {
  name: 'catalog',
  describe: 'Create, check and inspect catalogs of packages',
  subcommands: [
    subcommand(catalogInitWords, async () => (await import('../../actions/catalog/make/init.js')).catalogInit),
    subcommand(catalogRenderWords, async () => (await import('../../actions/catalog/make/render.js')).catalogRender),
    subcommand(catalogConvertWords, async () => (await import('../../actions/catalog/make/convert.js')).catalogConvert),
    subcommand(catalogMigrateWords, async () => (await import('../../actions/catalog/make/migrate.js')).catalogMigrate),
    subcommand(catalogAddWords, async () => (await import('../../actions/catalog/edit/add.js')).catalogAdd),
    subcommand(catalogRemoveWords, async () => (await import('../../actions/catalog/edit/remove.js')).catalogRemove),
    subcommand(catalogPromoteWords, async () => (await import('../../actions/catalog/edit/promote.js')).catalogPromote),
    subcommand(catalogDeprecateWords, async () => (await import('../../actions/catalog/edit/deprecate.js')).catalogDeprecate),
    subcommand(
      catalogSetDefaultChannelWords,
      async () => (await import('../../actions/catalog/edit/set-default-channel.js')).catalogSetDefaultChannel,
    ),
    subcommand(catalogAddEdgeWords, async () => (await import('../../actions/catalog/edit/add-edge.js')).catalogAddEdge),
    subcommand(catalogRemoveEdgeWords, async () => (await import('../../actions/catalog/edit/remove-edge.js')).catalogRemoveEdge),
    subcommand(catalogBuildWords, async () => (await import('../../actions/catalog/make/build.js')).catalogBuild),
    subcommand(catalogPushWords, async () => (await import('../../actions/catalog/make/push.js')).catalogPush),
    subcommand(catalogDockerfileWords, async () => (await import('../../actions/catalog/make/dockerfile.js')).catalogDockerfile),
    subcommand(listWords, async () => (await import('../../actions/catalog/list.js')).catalogList),
    subcommand(validateWords, async () => (await import('../../actions/catalog/validate.js')).catalogValidate),
    subcommand(whyWords, async () => (await import('../../actions/catalog/why.js')).catalogWhy),
    subcommand(searchWords, async () => (await import('../../actions/catalog/search.js')).catalogSearch),
    subcommand(graphWords, async () => (await import('../../actions/catalog/graph.js')).catalogGraph),
    subcommand(diffWords, async () => (await import('../../actions/catalog/diff.js')).catalogDiff),
    subcommand(testWords, async () => (await import('../../actions/catalog/test.js')).catalogTest),
    subcommand(serveWords, async () => (await import('../../actions/catalog/serve.js')).catalogServe),
    subcommand(useWords, async () => (await import('../../actions/catalog/use.js')).catalogUse),
  ],
  examples: [
    ['$0 catalog list packages ./catalog', 'The packages of a catalog'],
    ['$0 catalog validate ./catalog', 'Everything that is wrong with it'],
  ],
};
