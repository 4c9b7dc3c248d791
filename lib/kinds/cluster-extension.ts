import {
  dnsLabel, dnsSubdomain, immutable, type KindDefinition, labelSelector, list, listByKey, named, namedDnsSubdomain, object, rules,
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

const config: Schema = named(
  'ClusterExtensionConfig',
  object(
    'Configuration of the bundle. It is checked against the schema that the bundle brings.',
    {
      configType: strings('Where the configuration is.', ['Inline']),
      inline: {
        description: 'The configuration itself: an object with at least one property.',
        type: 'object',
        minProperties: 1,
        'x-kubernetes-preserve-unknown-fields': true,
      },
    },
    ['configType'],
    rules(unionMember('configType', 'Inline', 'inline')),
  ),
);

const serviceAccount: Schema = named(
  'ClusterExtensionServiceAccount',
  object(
    'ServiceAccount in `namespace` that acts for the extension. Later versions of OLM ignore it, so it may be left out.',
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
