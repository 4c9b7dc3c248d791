import {
  immutableMeaning, list, matches, named, object, rules, type Schema, string, strings, type ValidationRule,
} from '../../api/schema';

/** Types of sources, each with the field of the same name. */
export const SOURCE_TYPES = ['image', 'git', 'configMaps', 'http', 'directory'] as const;
export type SourceType = (typeof SOURCE_TYPES)[number];

/** A name of a provisioner class, as RukPak has it. */
const CLASS_NAME = '^[a-z0-9]([-a-z0-9]*[a-z0-9])?$';

export function provisionerClassName(description: string): Schema {
  return { ...string(description), maxLength: 63, pattern: CLASS_NAME };
}

/** The message has the form of RukPak's webhook. */
function ofType(type: SourceType): ValidationRule {
  const rule = `self.type != '${type}' || has(self.${type})`;
  return { rule, message: `bundle.spec.source.${type} must be set for source type "${type}"` };
}

function onlyForType(type: SourceType): ValidationRule {
  return { rule: `self.type == '${type}' || !has(self.${type})`, message: `bundle.spec.source.${type} is only for source type "${type}"` };
}

/** Written twice in a kind, in what is asked for and in what was found; so the rules of one are those of the other. */
function secretName(description: string): Schema {
  return named('BundleSourceSecret', object(description, {
    name: string('Its name.', { minLength: 1, maxLength: 253 }),
  }, ['name']), { shared: true, description: 'A Secret in the namespace of the provisioners.' });
}

const auth = (keys: string): Schema => named('BundleSourceAuth', object('Who the provisioner is to the server.', {
  secret: secretName(`A Secret in the namespace of the provisioners: ${keys}.`),
  insecureSkipVerify: {
    type: 'boolean', description: 'The certificate of the server is not verified. Whoever is in between can then give other content.',
  },
}), { shared: true, description: 'Who the provisioner is to a server.' });

/** Does not begin with a dash, which would be an option of git, and holds nothing that git refuses in names of references. */
const REFERENCE = '^[A-Za-z0-9_][A-Za-z0-9_./+@-]*$';

function gitName(description: string): Schema {
  return string(description, { minLength: 1, maxLength: 255, ...rules(
    matches(REFERENCE, 'must be the name of a git reference'),
    { rule: "!self.contains('..') && !self.contains('@{') && !self.contains('//') && !self.endsWith('/') && !self.endsWith('.lock')",
      message: 'must be the name of a git reference' },
  ) });
}

/** Without TLS, only the machine of the provisioners itself; whether that is asked is another matter. */
const ADDRESS = '^(https://[^/?#@ ]+|http://(localhost|127[.][0-9.]+|\\[::1\\])(:[0-9]+)?)([/?#][^ ]*)?$';

function address(field: string): Schema {
  return { minLength: 1, maxLength: 2000, ...rules(matches(ADDRESS, `${field} must begin with https:// and a host, without credentials`)) };
}

const MEMBERS: Readonly<Record<SourceType, Schema>> = {
  image: named('BundleImageSource', object('A container image, or a chart in a registry.', {
    // Which ones can be pulled is told in the status: S4 itself names one without a registry.
    ref: string('Reference of the image. One with a digest always stands for the same content.', { minLength: 1, maxLength: 1000 }),
    pullSecret: string(
      'Name of a Secret of type kubernetes.io/dockerconfigjson in the namespace of the provisioners.', { maxLength: 253 },
    ),
  }, ['ref']), { shared: true, description: 'A container image with a bundle in it.' }),
  git: named('BundleGitSource', object('A git repository.', {
    repository: string('Its address: https://…', address('repository')),
    directory: string(
      'Folder of the repository that holds the bundle. Without it, the root. Of a folder that is called manifests itself and has no '
        + 'folder of that name, the one above is meant.',
      { maxLength: 1000, ...rules(
        { rule: "!self.startsWith('/') && !self.split('/').exists(part, part == '..')",
          message: 'directory must be within the repository' },
      ) },
    ),
    ref: named('BundleGitRef', object('What of it.', {
      branch: gitName('Name of a branch: what it is when the bundle is unpacked.'),
      tag: gitName('Name of a tag: what it is when the bundle is unpacked.'),
      commit: string('A commit, whole: it always stands for the same content.', {
        ...rules(matches('^([0-9a-f]{40}|[0-9a-f]{64})$', 'commit must be a whole commit, in lower-case hexadecimal digits')),
        maxLength: 64,
      }),
    }, [], rules({
      rule: '[has(self.branch), has(self.tag), has(self.commit)].filter(given, given).size() == 1',
      message: 'exactly one of branch, tag and commit must be set',
    })), { shared: true, description: 'A branch, a tag or a commit.' }),
    auth: auth('username and password'),
  }, ['ref', 'repository']), { shared: true, description: 'A git repository with a bundle in it.' }),
  configMaps: list('ConfigMaps whose keys are files.', named('BundleConfigMapSource', object('One of them.', {
    configMap: named('BundleConfigMap', object('The ConfigMap; it must be immutable.', {
      name: string('Its name, in the namespace of the provisioners.', { minLength: 1, maxLength: 253 }),
    }, ['name']), { shared: true, description: 'A ConfigMap in the namespace of the provisioners.' }),
    path: string('Folder of the bundle that its keys are files of. Without it, the root.', { maxLength: 1000, default: '', ...rules(
      { rule: "!self.startsWith('/') && !self.matches('(^|/)[.][.](/|$)')", message: 'path must be within the bundle' },
    ) }),
  }, ['configMap']), { shared: true, description: 'A ConfigMap whose keys are files of a folder of a bundle.' }), {
    minItems: 1, maxItems: 64,
  }),
  http: named('BundleHttpSource', object('A file on a server.', {
    url: string('Address of a tar archive, compressed or not: a packed chart, or a bundle.', address('url')),
    auth: auth('username and password'),
  }, ['url'], rules({
    rule: '!has(self.auth) || !has(self.auth.insecureSkipVerify) || !self.auth.insecureSkipVerify',
    message: 'insecureSkipVerify is not there for source type "http"',
  })), { shared: true, description: 'A packed bundle on a server.' }),
  directory: named('BundleDirectorySource', object('A folder where the provisioners run, for tests: only if they allow it.', {
    path: string('The folder of the bundle, within those of provisioners.sourceDirectories.', { minLength: 1, maxLength: 1000, ...rules(
      { rule: "self.startsWith('/') && !self.matches('(^|/)[.][.]?(/|$)')", message: 'path must be absolute, without . and ..' },
    ) }),
  }, ['path']), { shared: true, description: 'A folder with a bundle on the machine of the provisioners.' }),
};

/** Where content comes from. */
export function bundleSource(description: string): Schema {
  return named('BundleSource', object(description, {
    type: strings('Kind of source. The field of the same name must be set.', SOURCE_TYPES),
    ...MEMBERS,
  }, ['type'], rules(...SOURCE_TYPES.map(ofType), ...SOURCE_TYPES.map(onlyForType))), {
    shared: true, description: 'Where the content of a bundle comes from.',
  });
}

/** What is asked for never changes. */
export function immutableBundleSpec(description: string, message: string): Schema {
  return bundleSpec(description, rules(immutableMeaning(bundleSpec(description), message)));
}

export function bundleSpec(description: string, extra: Schema = {}): Schema {
  return named('BundleSpec', object(description, {
    source: bundleSource('Where its content comes from.'),
    provisionerClassName: provisionerClassName(
      'The provisioner that unpacks it: core-rukpak-io-plain, core-rukpak-io-registry, core-rukpak-io-helm, or one of somebody else.',
    ),
  }, ['provisionerClassName', 'source'], extra), { shared: true, description: 'What a bundle is.' });
}
