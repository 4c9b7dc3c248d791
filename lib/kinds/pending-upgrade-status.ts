/** The status of a pending upgrade: who approved it, and what it would do. */
import { list, named, object, type Schema, string } from '../api/schema';

/** Entries and characters: all of it together stays far below what the API server takes for an object (`MAX_UPGRADE_BYTES`). */
const TEXT = { maxLength: 1024 };

const count = (description: string): Schema => ({ description, type: 'integer', format: 'int32', minimum: 0 });

const texts = (description: string): Schema => list(description, { type: 'string', ...TEXT }, { maxItems: 200 });

export const approvedBy: Schema = named(
  'UpgradeApprover',
  object('Who approved a pending upgrade, as far as the API server tells.', {
    manager: string('Field manager of `spec.approved`: the program that set it, like `kubectl-patch`.', { maxLength: 128 }),
    user: string(
      'User who approved it with `boxcutter approve`. The admission policy of the controllers takes no other name than that of who asks; ' +
        'where it is not installed, it is what the user said.',
      TEXT,
    ),
  }),
);

const change: Schema = named(
  'UpgradeFieldChange',
  object(
    'A field that would change. Without values: they are secret.',
    {
      path: string('Where it is.', TEXT),
      before: string('Its value as JSON, cut when it is long. Absent: it is not there.', TEXT),
      after: string('Its value then. Absent: it goes.', TEXT),
    },
    ['path'],
  ),
);

const changedObject: Schema = named(
  'UpgradeObject',
  object(
    'What the upgrade would do to one object.',
    {
      action: string(
        'create, change, replace (it is deleted and made anew), adopt, hand-over, recover, delete, orphan, release; collision, refused, ' +
          'wait, unforeseen: the upgrade would not get through as things are.',
        { maxLength: 32 },
      ),
      object: string('`Deployment.apps/v1 namespace/name`', TEXT),
      message: string('Why, where the action does not say it.', TEXT),
      changes: list('Fields that would change.', change, { maxItems: 50 }),
    },
    ['action', 'object'],
  ),
);

const counts: Schema = named(
  'UpgradeCounts',
  object('How many objects there are of each action.', {
    create: count('Made.'),
    change: count('Changed in place.'),
    replace: count('Deleted and made anew.'),
    delete: count('Deleted.'),
    unchanged: count('Left as they are.'),
    other: count('All others.'),
  }),
);

const defaultChange: Schema = named(
  'UpgradeDefaultChange',
  object(
    'A default of the configuration that is another one in the new version, and counts because nothing else is configured there.',
    {
      path: string('Where it is in `spec.config`.', TEXT),
      before: string('The default as JSON. Absent: there was none.', TEXT),
      after: string('The new default. Absent: there is none any more.', TEXT),
    },
    ['path'],
  ),
);

const dependency: Schema = named(
  'UpgradeDependency',
  object(
    'A package that would be installed with the upgrade.',
    {
      package: string('Its name.', TEXT),
      version: string('Its version, as catalogs have it now.', { maxLength: 253 }),
      needs: string('What it is needed for.', TEXT),
    },
    ['package'],
  ),
);

/** What approving would do, as the controllers worked it out with dry runs. */
export const upgradeChanges: Schema = named(
  'UpgradeChanges',
  object(
    'Of a pending upgrade: what approving it would do, worked out when it was found, and again when the configuration or what is ' +
      'installed has changed.',
    {
      basis: string('Digest of what this was worked out for.', TEXT),
      from: string('Version that is installed.', { maxLength: 253 }),
      content: string(
        'The content that is approved: the image with its digest, or a digest of what the catalog carries. Put down once. When the same ' +
          'version turns out to be other content, it is not installed, and has to be approved anew.',
        TEXT,
      ),
      digest: string(
        'Digest of all that is approved: of the content, of its objects as they were rendered, and of the names of packages that are '
          + 'installed with it. `boxcutter approve --digest` compares it.',
        { maxLength: 128 },
      ),
      rendered: string(
        'Digest of the objects of the content as they were rendered for this. When others are rendered as soon as it is approved, they are '
          + 'not installed, and it has to be approved anew. Of a chart that makes values up, the places where it puts them do not count.',
        { maxLength: 128 },
      ),
      dependencies: list(
        'Packages that would be installed with it, because the extension says `dependencies: Install`. One that is not among them makes '
          + 'it another upgrade, which has to be approved anew.',
        dependency, { maxItems: 50 },
      ),
      counts,
      objects: list(
        'Objects that would not stay as they are. Those that stand in the way stand first, then those that decide what others may do.',
        changedObject, { maxItems: 300 },
      ),
      omitted: count('Objects that would not stay as they are, and are not in the list because it would be too long.'),
      definitions: texts('What changes of CustomResourceDefinitions would break. With errors among them, the upgrade is refused.'),
      permissions: texts('What roles and bindings of the package would grant in addition. What is powerful stands first.'),
      imagesAdded: texts('Images that are new.'),
      imagesRemoved: texts('Images that are not used any more.'),
      defaults: list('Defaults of the configuration that would change.', defaultChange, { maxItems: 100 }),
      problem: string('Why it could not be worked out, or not whole.', { maxLength: 4096 }),
    },
  ),
);
