import {
  dnsLabel, dnsSubdomain, immutable, type KindDefinition, labelSelector, list, listByKey, matches, named, namedDnsSubdomain, object, rules,
  type Schema,
  string, strings, unionMember,
} from '../api/schema';
import { conditions, progressDeadlineMinutes } from './common';
import { release, startsWithVersion, versionExpression } from './version-expression';

const source: Schema = named(
  'ClusterExtensionSource',
  object(
    'Where the content of the extension comes from.',
    {
      sourceType: strings('Kind of source. The field of the same name must be set.', ['Catalog']),
      catalog: named(
        'ClusterExtensionCatalogSource',
        object(
          'A package of the catalogs on the cluster (ClusterCatalog).',
          {
            packageName: string('Name of the package. It cannot change: another package is another extension.', {
              maxLength: 253,
              ...rules(immutable('packageName is immutable'), namedDnsSubdomain('packageName')),
            }),
            version: string(
              'Version or range of versions that may be installed: `1.2.3`, `>=1.0.0, <2.0.0`, `~1.2 || ^2`; space and comma mean and. ' +
                'Without it every version may be. Upgrades within a range happen by themselves.',
              { maxLength: 64, ...rules(versionExpression) },
            ),
            channels: list(
              'Channels of the package that bundles may come from, together with `version`. Without it all channels count.',
              { type: 'string', maxLength: 253, ...rules(dnsSubdomain('channels entries must be valid DNS1123 subdomains')) },
              { maxItems: 256 },
            ),
            selector: labelSelector(
              'Catalogs to look in, by their labels. Every catalog has the label `olm.operatorframework.io/metadata.name` with its name. ' +
                'Without it all count.',
            ),
            upgradeConstraintPolicy: strings(
              'CatalogProvided: upgrades follow the upgrade paths of the catalog. SelfCertified: any version that `version` allows, ' +
                'also an older one; whether that works is then the user’s responsibility.',
              ['CatalogProvided', 'SelfCertified'],
              { default: 'CatalogProvided' },
            ),
            dependencies: strings(
              'What is done about packages and kinds that the bundle needs. Report (also when it is not set): where they are missing, ' +
                'the bundle is not eligible. Install: an extension is made of each package that is missing, in the same namespace, ' +
                'with the same service account and the same upgradeApproval, and the revision waits for it. Such extensions stay ' +
                'when this one goes.',
              ['Report', 'Install'],
            ),
          },
          ['packageName'],
        ),
      ),
    },
    ['sourceType'],
    rules(unionMember('sourceType', 'Catalog', 'catalog')),
  ),
);

const install: Schema = named(
  'ClusterExtensionInstall',
  object(
    'How the content is installed.',
    {
      preflight: named(
        'ClusterExtensionPreflight',
        object(
          'Checks before anything is written.',
          {
            crdUpgradeSafety: named(
              'CrdUpgradeSafety',
              object(
                'The check that an upgrade of a CRD loses no data and breaks no stored object.',
                {
                  enforcement: strings('Strict (also when `install` is not set): the check must pass. None: it is left out; data ' +
                    'may be lost.', [
                    'None',
                    'Strict',
                  ]),
                },
                ['enforcement'],
              ),
            ),
          },
          [],
          rules({
            rule: 'has(self.crdUpgradeSafety)',
            message: 'at least one of [crdUpgradeSafety] are required when preflight is specified',
          }),
        ),
      ),
    },
    [],
    rules({ rule: 'has(self.preflight)', message: 'at least one of [preflight] are required when install is specified' }),
  ),
);

/** A key of an object in `spec.namespace`. */
function keyOf(name: string, kind: 'Secret' | 'ConfigMap'): Schema {
  return named(name, object(
    `The ${kind} in \`spec.namespace\` that holds the configuration. It is watched: a change makes another revision.`,
    {
      name: string(`Name of the ${kind}.`, { minLength: 1, maxLength: 253, ...rules(namedDnsSubdomain('name')) }),
      key: string('Key of its data under which the configuration is: one JSON or YAML document, an object.', {
        minLength: 1, maxLength: 253, default: 'config.yaml',
        ...rules(matches('^[-._a-zA-Z0-9]+$', 'key must consist of letters, digits, hyphens, underscores or periods')),
      }),
    },
    ['name'],
  ));
}

const config: Schema = named(
  'ClusterExtensionConfig',
  object(
    'Configuration of the bundle. It is checked against the schema that the bundle brings.',
    {
      configType: strings('Where the configuration is.', ['Inline', 'Secret', 'ConfigMap']),
      inline: {
        description: 'The configuration itself: an object with at least one property.',
        type: 'object',
        minProperties: 1,
        'x-kubernetes-preserve-unknown-fields': true,
      },
      secret: keyOf('ClusterExtensionConfigSecret', 'Secret'),
      configMap: keyOf('ClusterExtensionConfigConfigMap', 'ConfigMap'),
      dangerouslyAcceptBundlesWithoutConfigSchema: {
        description: 'Lets the configuration pass unchecked where the bundle brings no schema for it. A misspelt key then does nothing, ' +
          'and nobody says so.',
        type: 'boolean',
      },
    },
    ['configType'],
    rules(
      unionMember('configType', 'Inline', 'inline'), unionMember('configType', 'Secret', 'secret'),
      unionMember('configType', 'ConfigMap', 'configMap'),
    ),
  ),
);

const maintenanceWindow: Schema = named(
  'MaintenanceWindow',
  object(
    'When upgrades may begin.',
    {
      schedule: string(
        'When it opens, as a cron expression of five fields (minute, hour, day of the month, month, day of the week): `0 2 * * SAT`.',
        { minLength: 9, maxLength: 256, ...rules(matches('^[^ ]+( +[^ ]+){4}$', 'schedule must have five fields')) },
      ),
      durationMinutes: {
        description: 'So many minutes it stays open.',
        type: 'integer',
        format: 'int32',
        minimum: 1,
        maximum: 44_640,
      },
      timeZone: string('Time zone of the schedule, as the IANA names it: `Europe/Berlin`.', {
        minLength: 1, maxLength: 64, default: 'UTC',
        ...rules(matches('^[A-Za-z0-9_+/-]+$', 'timeZone must be the name of a time zone, like Europe/Berlin')),
      }),
    },
    ['schedule', 'durationMinutes'],
  ),
);

const upgradeApproval: Schema = named(
  'UpgradeApproval',
  object(
    'Who decides that an upgrade happens. Without it, as the controllers are configured. A first install needs no approval.',
    {
      mode: strings(
        'Manual: an upgrade waits until its ClusterExtensionRevision `<extension>-<version>` is approved. ' +
          'Automatic: it happens by itself.',
        ['Manual', 'Automatic'],
      ),
      within: strings(
        'With Automatic: only upgrades that change no more than the patch version, or the minor version, happen by themselves. The ' +
          'others wait for approval.',
        ['Patch', 'Minor'],
      ),
      soakMinutes: {
        description: 'With Automatic: so many minutes after it was found, an upgrade happens by itself. It may be approved earlier.',
        type: 'integer',
        format: 'int32',
        minimum: 0,
        maximum: 525_600,
      },
      windows: list(
        'With Automatic: an upgrade begins by itself only while one of these windows is open. It may be approved at any time. What has ' +
          'begun goes on when a window closes.',
        maintenanceWindow,
        { minItems: 1, maxItems: 20 },
      ),
    },
    ['mode'],
    rules({
      rule: "self.mode == 'Automatic' || (!has(self.within) && !has(self.soakMinutes) && !has(self.windows))",
      message: 'within, soakMinutes and windows need the mode Automatic',
    }),
  ),
);

const serviceAccount: Schema = named(
  'ClusterExtensionServiceAccount',
  object(
    'ServiceAccount in `namespace` as which everything of the extension is written and read. Without it, the controllers do that by ' +
      'their own rights. Later versions of OLM ignore it.',
    {
      name: string('Name of the ServiceAccount.', {
        minLength: 1,
        maxLength: 253,
        ...rules(immutable('name is immutable once set but may be cleared'), namedDnsSubdomain('name')),
      }),
    },
    ['name'],
    { minProperties: 1 },
  ),
);

const installed: Schema = named(
  'ClusterExtensionInstallStatus',
  object(
    'What is installed.',
    {
      bundle: named(
        'BundleMetadata',
        object(
          'The installed bundle.',
          {
            name: string('Name of the bundle.', { maxLength: 253, ...rules(namedDnsSubdomain('name')) }),
            version: string('Version of the bundle.', { maxLength: 253, ...rules(startsWithVersion) }),
            release: string('Release of the bundle: which of several builds of one version it is. Empty for a bundle without.', {
              maxLength: 20,
              ...rules(release),
            }),
          },
          ['name', 'version'],
        ),
      ),
    },
    ['bundle'],
  ),
);

/** ClusterExtension, field for field and rule for rule as OLM's API has it. */
export const clusterExtension: KindDefinition = {
  kind: 'ClusterExtension',
  plural: 'clusterextensions',
  singular: 'clusterextension',
  description: 'A package that is to be installed on the cluster and kept up to date.',
  columns: [
    { name: 'Installed Bundle', type: 'string', jsonPath: '.status.install.bundle.name' },
    { name: 'Version', type: 'string', jsonPath: '.status.install.bundle.version' },
    { name: 'Installed', type: 'string', jsonPath: ".status.conditions[?(@.type=='Installed')].status" },
    { name: 'Progressing', type: 'string', jsonPath: ".status.conditions[?(@.type=='Progressing')].status" },
    { name: 'Age', type: 'date', jsonPath: '.metadata.creationTimestamp' },
  ],
  spec: named(
    'ClusterExtensionSpec',
    object(
      'What the extension should be.',
      {
        namespace: string('Namespace for the namespaced objects of the extension that name none. It cannot change.', {
          maxLength: 63,
          ...rules(immutable('namespace is immutable'), dnsLabel('namespace must be a valid DNS1123 label')),
        }),
        serviceAccount,
        source,
        install,
        config,
        upgradeApproval,
        onUpgradeFailure: strings(
          'What happens when an upgrade fails for good: a probe says that waiting is pointless, or `progressDeadlineMinutes` have ' +
            'passed. Stop (also when it is not set): it stays where it is, and says so. Rollback: a new revision brings back the ' +
            'content of the installed one; the version that failed takes a person’s approval then, whatever `upgradeApproval` says.',
          ['Stop', 'Rollback'],
        ),
        progressDeadlineMinutes: progressDeadlineMinutes(),
      },
      ['namespace', 'source'],
    ),
  ),
  status: named(
    'ClusterExtensionStatus',
    object('What was observed of the extension.', {
      conditions: conditions(
        'Installed: whether a bundle is installed. Progressing: whether something is being changed or tried, or why it is not. ' +
          'Available: as its revision has it. Deprecated, PackageDeprecated, ChannelDeprecated, BundleDeprecated: what the catalog ' +
          'says about them.',
      ),
      install: installed,
      activeRevisions: listByKey(
        'Revisions of the extension that are not archived: the installed one and those that are rolling out.',
        'name',
        named(
          'RevisionStatus',
          object(
            'A revision that is not archived.',
            {
              name: string('Name of the ClusterExtensionRevision.', { maxLength: 253 }),
              conditions: conditions('Progressing and Available of the revision, as long as it has not succeeded once.'),
            },
            ['name'],
          ),
        ),
      ),
    }),
  ),
};
