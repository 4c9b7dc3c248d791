/** One turn of the version controller: what the release and the configuration want becomes a version, and what is over goes. */
import { keyOf, refOf } from '../../../api';
import {
  chosenComponents, isSameSource, lacksImage, manifestsError, missingTypes, revisionContentId, sortedSubstitutions, transportComponents,
  type Component, type RenderedComponent,
} from '../../../capi';
import { defined } from '../../../defined';
import { BoxcutterError, isBoxcutterError, messageOf } from '../../../errors';
import { isSettled, type TurnEnd, wordsOfAnswer, writeStatus } from '../../process';
import {
  ownerReferenceTo, revisionConfigMap, storedRevision, unmanagedOf, versionsOf,
  type Config, type ConfigStatus, type RevisionConfigMap, type Version,
} from '../model';
import { CONFIG_KIND, CONFIG_NAME, VERSION_MANAGER } from '../names';
import type { Report } from '../operator/conditions';
import { unmanagedDefinitions } from '../installer/phases';
import { notWritten, type ClusterApiPlace, type ClusterApiSettings } from '../place';
import { imageKey, imageOfProvider, imagesOf, manifestImages, overridesOf, strangeOverrides } from '../source/images-of-release';
import { MOST_VERSIONS, renumbered, statusWith, versionStep, type Wanted } from './decide';

/** What a registry lacks may be there a moment later: a release is mirrored while it is rolled out. */
const MAY_COME: readonly string[] = ['image-not-found', 'image-blob-missing'];
/** Platforms that have no provider of their own. */
const WITHOUT_PROVIDER: readonly string[] = ['None', 'External', ''];

/** @throws BoxcutterError category `server`: tried again */
export async function versionTurn(place: ClusterApiPlace): Promise<TurnEnd | void> {
  const config = place.configs.get(CONFIG_NAME);
  if (config?.metadata.deletionTimestamp !== undefined) return;
  try {
    if (config === undefined) return await withoutConfig(place);
    place.operator.say('Version', await decideAndWrite(config, place));
  } catch (error) {
    const isFinal = isBoxcutterError(error) && error.category === 'input' && !MAY_COME.includes(error.code);
    place.operator.say('Version', { reason: isFinal ? 'NonRetryableError' : 'EphemeralError', message: messageOf(error) });
    if (!isFinal) throw error;
  } finally {
    await place.operator.write();
  }
}

/** How soon the server is asked again whether there is a configuration. */
const ASK_AGAIN_MS = 30_000;

/** That none was seen is no proof: only the server's word that it is gone takes anything down. A kind that is not served says nothing. */
async function withoutConfig(place: ClusterApiPlace): Promise<TurnEnd | void> {
  const answer = await place.cluster.get({ ...CONFIG_KIND, name: CONFIG_NAME });
  if (answer.type === 'gone') {
    await removeAll(place);
    place.operator.say('Version', waiting('ClusterAPI cluster'));
    return;
  }
  const why = answer.type === 'object' ? 'it is not shown yet' : wordsOfAnswer(answer, 'its kind is not served');
  place.operator.say('Version', waiting(`ClusterAPI cluster, of which nothing is known: ${why}. What is installed stays`));
  return { againInMs: ASK_AGAIN_MS };
}

/**
 * Without a configuration nothing is to be installed. The garbage collector would do the same, when it gets to it. It has let go of the
 * versions of a configuration that was deleted with `--cascade=orphan`: they stay, and all that they have installed.
 */
async function removeAll(place: ClusterApiPlace): Promise<void> {
  for (const configMap of [...place.revisions.list()]) {
    const { deletionTimestamp, ownerReferences = [] } = configMap.metadata;
    const isOwned = ownerReferences.some(({ kind }) => kind === CONFIG_KIND.kind);
    if (storedRevision(configMap) !== undefined && deletionTimestamp === undefined && isOwned) await remove(configMap, place);
  }
}

/** Names of definitions that no provider brings, and of images, may be meant for a later release, or are a mistake in writing. */
function success(unmanaged: readonly string[], rendered: readonly RenderedComponent[], strange: readonly string[]): Report {
  const components = rendered.map(({ component, objects }) => ({ name: component.profile.name, objects }));
  const brought = new Set(unmanagedDefinitions(components, unmanaged).map(({ metadata: { name } }) => name));
  const unknown = unmanaged.filter((name) => !brought.has(name));
  const notes = [
    ...(unknown.length === 0 ? []
      : [`spec.unmanagedCRDs names what no provider of this release brings, so nothing is required of it: ${unknown.join(', ')}`]),
    ...(strange.length === 0 ? []
      : [`spec.imageOverrides names images that this release does not have, so nothing is installed from them: ${strange.join(', ')}`]),
  ];
  return { reason: 'AsExpected', message: ['Success', ...notes].join('; ') };
}

function waiting(what: string): Report {
  return { reason: 'WaitingOnExternal', message: `Waiting on ${what}` };
}

async function decideAndWrite(config: Config, place: ClusterApiPlace): Promise<Report> {
  const versions = standingVersions(config, place);
  // First of all: what there is goes on being kept, and belongs to this configuration, whatever a new version waits for.
  const isStaying = await takeOver(versions, config, place);
  if (isStaying && versionsOf(config).length < versions.length) await writeVersions(versions, config, place);
  const platform = place.platform();
  if (platform === undefined) return waiting('Infrastructure PlatformStatus');
  const { components, strange } = await allComponents(config, place).catch(async (error: unknown): Promise<never> => {
    await keepStanding(config, place).catch((second: unknown) => {
      place.context.log.warn({ err: second }, `what is installed could not be looked after either: ${messageOf(second)}`);
    });
    throw error;
  });
  const chosen = chosenComponents(components, platform);
  const required = WITHOUT_PROVIDER.includes(platform) ? ['core'] : ['core', 'infrastructure'];
  const missing = missingTypes(chosen, required);
  if (missing.length > 0) return waiting(`manifests of ${missing.join(' and ')} for ${platform} of release ${place.settings.release}`);
  const imageless = chosen.filter(lacksImage);
  if (imageless.length > 0) return waiting(imagesText(imageless, place.settings));
  const substitutions = sortedSubstitutions(place.settings.substitutions);
  const rendered = place.rendering.all(chosen, substitutions);
  refuseDuplicates(rendered);
  const wanted: Wanted = {
    release: place.settings.release, contentId: revisionContentId(rendered.map(({ contentId }) => contentId), substitutions),
    unmanaged: unmanagedOf(config), substitutions,
    components: chosen.map(({ profile: { name }, source }) => ({ name, source })),
  };
  const step = versionStep(wanted, versions, config.status?.currentVersion);
  if (step.type === 'full') {
    const message = `max number of revisions reached: ${MOST_VERSIONS} versions are installed or on the way.`;
    throw new BoxcutterError('capi-versions-full', 'input', message, {
      hint: 'Put right what keeps the newest version from being installed: see Installer in the conditions.',
    });
  }
  if (step.type === 'make') {
    const made = await makeVersion(step.version, rendered, config, place);
    await writeVersions([made, ...versions], config, place);
    return success(wanted.unmanaged, rendered, strange);
  }
  const [newest] = versions;
  if (newest !== undefined) await ensureConfigMap(newest, rendered, config, place);
  await leave(step.leave, versions, config, place);
  return success(wanted.unmanaged, rendered, strange);
}

/** With the placeholder no Pod would start, and what ran before would be changed to that. */
function imagesText(components: readonly Component[], { namespace, imagesConfigMap }: ClusterApiSettings): string {
  const keys = components.map(({ profile: { name }, provider }) => `${provider === undefined ? '' : imageKey(provider)} (of ${name})`);
  return `the images of the release in ConfigMap ${namespace}/${imagesConfigMap}, for manifests that have a placeholder for them: `
    + `the key ${keys.join(', ')}; or name them in spec.imageOverrides`;
}

/** Of a component that a release has in an image and in a ConfigMap, the image counts. */
async function allComponents(
  config: Config, place: ClusterApiPlace,
): Promise<{ readonly components: readonly Component[]; readonly strange: readonly string[] }> {
  const images = imagesOf(place.imagesConfigMap());
  const overrides = overridesOf(config);
  const inImages = await imageComponents(manifestImages(images, overrides), place);
  const names = new Set(inImages.map(({ profile: { name } }) => name));
  const transported = transportedComponents(config, place);
  return {
    components: [...inImages, ...transported.filter(({ profile: { name } }) => !names.has(name))],
    strange: strangeOverrides(images, overrides, transported),
  };
}

async function imageComponents(refs: readonly string[], place: ClusterApiPlace): Promise<readonly Component[]> {
  const found = await place.images.all(refs);
  return found.flatMap(({ ref, profiles }) => profiles.map(({ profile, content }): Component => (
    { profile: content, image: ref, source: { image: ref, ...(profile === undefined ? {} : { profile }) } }
  )));
}

function transportedComponents(config: Config, place: ClusterApiPlace): readonly Component[] {
  const images = imagesOf(place.imagesConfigMap());
  const overrides = overridesOf(config);
  const { settings: { release }, transport } = place;
  return transportComponents(transport.list(), { release, images: (provider) => imageOfProvider(images, overrides, provider) });
}

/**
 * While what is wanted cannot be read, what is installed is still looked after: when the ConfigMap of its version is missing it is made
 * again, where its own manifests can be had.
 */
async function keepStanding(config: Config, place: ClusterApiPlace): Promise<void> {
  const versions = standingVersions(config, place);
  const [newest] = versions;
  if (newest === undefined) return;
  if (place.revisions.get(newest.name, place.settings.namespace) !== undefined) return;
  const sources = newest.components ?? [];
  const refs = sources.flatMap(({ image }) => image ?? []);
  const there = [...await imageComponents(refs, place), ...transportedComponents(config, place)];
  const chosen = sources.flatMap(({ name, image, profile: folder, configMaps = [] }) => {
    const source = image === undefined ? { configMaps } : { image, ...defined({ profile: folder }) };
    return there.find(({ profile, source: own }) => profile.name === name && isSameSource(own, source)) ?? [];
  });
  const substitutions = newest.manifestSubstitutions ?? [];
  const rendered = place.rendering.all(chosen, substitutions);
  const contentId = revisionContentId(rendered.map((one) => one.contentId), substitutions);
  if (contentId === newest.contentID) await ensureConfigMap(newest, rendered, config, place);
}

/** A configuration that has none yet goes on with what an earlier one has left: it was let go, or its status was lost. */
function standingVersions(config: Config, { revisions }: ClusterApiPlace): readonly Version[] {
  const own = versionsOf(config);
  if (own.length > 0) return own;
  const left = [...revisions.list()].filter(({ metadata }) => metadata.deletionTimestamp === undefined);
  return versionsOf({ status: { versions: left.flatMap((configMap) => storedRevision(configMap)?.version ?? []) } });
}

/**
 * They go with this configuration, too. Not when it leaves without them (`--cascade=orphan`), which we may not have heard yet.
 * @returns whether they belong to it
 */
async function takeOver(versions: readonly Version[], config: Config, place: ClusterApiPlace): Promise<boolean> {
  const { settings: { namespace }, revisions, cluster } = place;
  const isOwn = ({ uid }: { readonly uid: string }): boolean => uid === config.metadata.uid;
  const loose = versions.flatMap(({ name }) => revisions.get(name, namespace) ?? [])
    // One of another client may have the name.
    .filter((configMap) => storedRevision(configMap) !== undefined)
    .filter(({ metadata: { deletionTimestamp, ownerReferences = [] } }) => deletionTimestamp === undefined && !ownerReferences.some(isOwn));
  const [first] = loose;
  if (first === undefined) return true;
  if (await isLeaving(config, first, cluster)) return false;
  for (const configMap of loose) {
    const { uid, resourceVersion, ownerReferences = [] } = configMap.metadata;
    const others = ownerReferences.filter(({ kind }) => kind !== CONFIG_KIND.kind);
    const answer = await cluster.patch(refOf(configMap), [
      { op: 'test', path: '/metadata/uid', value: uid },
      { op: 'test', path: '/metadata/resourceVersion', value: resourceVersion },
      { op: 'add', path: '/metadata/ownerReferences', value: [...others, ownerReferenceTo(config)] },
    ], VERSION_MANAGER);
    if (answer.type === 'object') revisions.note(answer.object as RevisionConfigMap);
    else if (!isSettled(answer)) throw notWritten(configMap, answer);
  }
  return true;
}

/** Asked of the server: what was let go for its deletion was let go after that. */
async function isLeaving(config: Config, letGo: RevisionConfigMap, cluster: ClusterApiPlace['cluster']): Promise<boolean> {
  const answer = await cluster.get(refOf(config));
  if (answer.type === 'gone') return true;
  if (answer.type !== 'object') throw notWritten(letGo, answer);
  const { uid, deletionTimestamp } = answer.object.metadata;
  return uid !== config.metadata.uid || deletionTimestamp !== undefined;
}

function refuseDuplicates(rendered: readonly RenderedComponent[]): void {
  const seen = new Map<string, string>();
  for (const { component: { profile: { name } }, objects } of rendered) {
    for (const object of objects) {
      const key = keyOf(refOf(object));
      const first = seen.get(key);
      if (first !== undefined) throw manifestsError(
        `Component ${name}`, `duplicate object found in phases: ${object.kind} ${object.metadata.name ?? ''} is in ${first} as well`,
      );
      seen.set(key, name);
    }
  }
}

/** How many numbers may be taken by others. */
const MOST_TAKEN = 16;

/** @returns the version as it was made: with a later number, where the name of the next one is that of a ConfigMap of another client */
async function makeVersion(
  first: Version, rendered: readonly RenderedComponent[], config: Config, place: ClusterApiPlace,
): Promise<Version> {
  for (let version = first; ; version = renumbered(version, place.settings.release)) {
    try {
      await ensureConfigMap(version, rendered, config, place);
      return version;
    } catch (error) {
      const isLast = version.revision - first.revision >= MOST_TAKEN;
      if (!isBoxcutterError(error) || error.code !== 'capi-revision-taken' || isLast) throw error;
      place.context.log.warn({ version: version.name }, `${error.message} The next number is used.`);
    }
  }
}

/** The ConfigMap comes before the version in the status: a version always has an owner for its objects. */
async function ensureConfigMap(
  version: Version, rendered: readonly RenderedComponent[], config: Config, place: ClusterApiPlace,
): Promise<void> {
  const { settings: { namespace }, cluster, revisions } = place;
  const wanted = revisionConfigMap(version, rendered, config, namespace);
  const live = revisions.get(version.name, namespace);
  const own = live && storedRevision(live);
  if (live !== undefined && own === undefined) throw taken(wanted);
  if (live?.metadata.deletionTimestamp === undefined && own?.version.contentID === version.contentID) return;
  const answer = live === undefined ? await cluster.create(wanted, { fieldManager: VERSION_MANAGER }) : undefined;
  if (answer?.type === 'object') {
    revisions.note(answer.object as RevisionConfigMap);
    return;
  }
  if (answer?.type === 'refused' && answer.status.reason === 'AlreadyExists') await refuseTaken(wanted, place);
  // One that a version had before that is not there any more; or that was made for a status that was never written.
  if (live !== undefined && live.metadata.deletionTimestamp === undefined) await remove(live, place);
  if (answer !== undefined) throw notWritten(wanted, answer);
  const why = 'an earlier one of this name has to go first';
  throw new BoxcutterError('capi-revision-not-written', 'server', `ConfigMap ${namespace}/${version.name} could not be made: ${why}.`);
}

/** What the cache does not know may be one of ours that is new, or one without our label. @throws BoxcutterError `capi-revision-taken` */
async function refuseTaken(wanted: RevisionConfigMap, { cluster }: ClusterApiPlace): Promise<void> {
  const there = await cluster.get(refOf(wanted));
  if (there.type !== 'object' || storedRevision(there.object as RevisionConfigMap) !== undefined) return;
  throw taken(wanted);
}

function taken({ metadata: { namespace = '', name = '' } }: RevisionConfigMap): BoxcutterError {
  const message = `ConfigMap ${namespace}/${name} is there already, and holds no version: another client has made it. It is left as it is; `
    + 'the version of that name needs it deleted.';
  return new BoxcutterError('capi-revision-taken', 'collision', message);
}

/** First their ConfigMaps, whose objects go; then their entries. */
async function leave(older: readonly Version[], versions: readonly Version[], config: Config, place: ClusterApiPlace): Promise<void> {
  const { settings: { namespace }, revisions } = place;
  const gone: string[] = [];
  for (const { name } of older) {
    const configMap = revisions.get(name, namespace);
    if (configMap === undefined || storedRevision(configMap) === undefined) gone.push(name);
    else if (configMap.metadata.deletionTimestamp === undefined) await remove(configMap, place);
  }
  await writeVersions(versions.filter(({ name }) => !gone.includes(name)), config, place);
}

/** As it was seen alone: whom it belongs to may have changed since. */
async function remove(configMap: RevisionConfigMap, { cluster }: ClusterApiPlace): Promise<void> {
  const { uid = '', resourceVersion = '' } = configMap.metadata;
  const answer = await cluster.delete(refOf(configMap), { uid, resourceVersion });
  if (!isSettled(answer)) throw notWritten(configMap, answer);
}

async function writeVersions(versions: readonly Version[], config: Config, { cluster, configs }: ClusterApiPlace): Promise<void> {
  const { generation } = config.metadata as { readonly generation?: number };
  const written = await writeStatus<Config>(
    cluster, config, (live) => statusWith(versions, generation, live.status as ConfigStatus | undefined),
  );
  if (written.type === 'written') configs.note(written.object);
}
