/** Which choice means something for which kind of source. A choice that nothing would look at is a mistake, and refused. */
import { BoxcutterError } from '../errors';
import { bundlesBelow, holdsBundles } from './bundles-below';
import type { BuildChoices, Choices } from './choices';
import type { SourceKind } from './source';

/** What is named: a source, or a project, which is one after its app has run. */
export type OpenedKind = SourceKind | 'project';

interface Meaning {
  /** As the command names it. */
  readonly option: string;
  readonly isGiven: (choices: Choices) => boolean;
  readonly of: readonly OpenedKind[];
  readonly refusal: (option: string, path: string) => BoxcutterError;
}

const isThere = (list: readonly string[] | undefined): boolean => list !== undefined && list.length > 0;

const noConfiguration: Meaning['refusal'] = (option, path) => {
  const bundles = bundlesBelow(path);
  if (bundles.length > 0) return holdsBundles(path, bundles);
  const why = `${path} is neither a bundle nor a project, so ${option} has nothing to configure.`;
  return new BoxcutterError('usage-config', 'input', why, {
    hint: 'Plain objects and revisions are applied as they are; configure them where they are made.',
  });
};

const noPackage: Meaning['refusal'] = (option, path) =>
  new BoxcutterError('usage-option', 'input', `${path} holds plain objects, which belong to no package, so ${option} cannot be used.`, {
    hint: `Leave out ${option}.`,
  });

const noBundle: Meaning['refusal'] = (option, path) =>
  new BoxcutterError('usage-option', 'input', `${path} is not a bundle and needs no certain Kubernetes, so ${option} cannot be used.`, {
    hint: `Leave out ${option}.`,
  });

const ownProtection: Meaning['refusal'] = (option) =>
  new BoxcutterError(
    'input-collision-protection',
    'input',
    `The input is a revision, which decides itself what to do with existing objects; ${option} is for plain objects.`,
    { hint: 'Set collisionProtection where the revision is declared.' },
  );

/** Choices that are not here mean something for every source. */
const MEANINGS: readonly Meaning[] = [
  { option: '--config', isGiven: ({ config }) => isThere(config), of: ['bundle', 'project'], refusal: noConfiguration },
  { option: '--set', isGiven: ({ set }) => isThere(set), of: ['bundle', 'project'], refusal: noConfiguration },
  { option: '--set-string', isGiven: ({ setString }) => isThere(setString), of: ['bundle', 'project'], refusal: noConfiguration },
  { option: '--set-file', isGiven: ({ setFile }) => isThere(setFile), of: ['bundle', 'project'], refusal: noConfiguration },
  { option: '--set-env', isGiven: ({ setEnv }) => isThere(setEnv), of: ['bundle', 'project'], refusal: noConfiguration },
  { option: '--reuse-config', isGiven: ({ reuseConfig }) => reuseConfig === true, of: ['bundle', 'project'], refusal: noConfiguration },
  { option: '--reset-config', isGiven: ({ resetConfig }) => resetConfig === true, of: ['bundle', 'project'], refusal: noConfiguration },
  {
    option: '--certificates',
    isGiven: ({ certificates = 'auto' }) => certificates !== 'auto',
    of: ['bundle'],
    refusal: noConfiguration,
  },
  {
    option: '--dangerously-accept-bundles-without-config-schema',
    isGiven: (choices) => choices.dangerouslyAcceptBundlesWithoutConfigSchema === true,
    of: ['bundle'],
    refusal: noConfiguration,
  },
  {
    option: '--ignore-min-kube-version',
    isGiven: ({ ignoreMinKubeVersion }) => ignoreMinKubeVersion === true,
    of: ['bundle'],
    refusal: noBundle,
  },
  { option: '--change-package', isGiven: ({ changePackage }) => changePackage === true, of: ['bundle', 'revision'], refusal: noPackage },
  {
    option: '--collision-protection',
    isGiven: ({ collisionProtection }) => collisionProtection !== undefined,
    of: ['bundle', 'objects'],
    refusal: ownProtection,
  },
];

/**
 * @param kinds what the source is, or may be
 * @throws BoxcutterError category input for a choice that means nothing for any of them: `usage-config`, `usage-option`,
 *   `input-collision-protection`; `manifests-hold-bundles` where a folder of bundles was named to be configured
 */
export function refuseMeaningless(path: string, choices: Choices, kinds: readonly OpenedKind[]): void {
  const found = MEANINGS.find(({ isGiven, of }) => isGiven(choices) && !of.some((kind) => kinds.includes(kind)));
  if (found !== undefined) throw found.refusal(found.option, path);
}

/** What a bundle is built of: besides the kinds of a source, the files of a bundle that an app declares, and a project for its code. */
export type BuildKind = SourceKind | 'declared' | 'project';

/** Of each option of `bundle build` that says something of the bundle: what it means something for. A bundle says all of it itself. */
const BUILD_MEANINGS: readonly (readonly [option: string, key: keyof BuildChoices, of: readonly BuildKind[]])[] = [
  ['--name', 'name', ['declared', 'revision', 'project']],
  ['--format', 'format', ['declared', 'revision', 'objects', 'project']],
  ['--package', 'package', ['revision', 'objects']],
  ['--package-version', 'packageVersion', ['revision', 'objects']],
  ['--namespace', 'namespace', ['revision', 'objects']],
  ['--channels', 'channels', ['revision', 'objects']],
  ['--default-channel', 'defaultChannel', ['revision', 'objects']],
  ['--kubernetes-version', 'kubernetesVersion', ['revision', 'objects']],
];

const BUILD_KINDS: Readonly<Record<BuildKind, string>> = {
  bundle: 'is a bundle already, which names its package and version',
  declared: 'declares bundles, which name their package and version',
  revision: 'holds revisions',
  objects: 'holds plain objects',
  project: 'is a project, whose package has its name and version',
};

/**
 * @param what what is built, as the beginning of a sentence
 * @throws BoxcutterError `usage-option` (input) for a choice that means nothing for it
 */
export function refuseMeaninglessBuild(what: string, choices: BuildChoices, kind: BuildKind): void {
  const found = BUILD_MEANINGS.find(([, key, of]) => choices[key] !== undefined && !of.includes(kind));
  if (found === undefined) return;
  const [option] = found;
  throw new BoxcutterError(
    'usage-option', 'input',
    `${what} ${BUILD_KINDS[kind]}, so ${option} cannot be used.`,
    { hint: `Leave out ${option}.` },
  );
}
