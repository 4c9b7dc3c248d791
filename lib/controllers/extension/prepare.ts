/** From what was chosen to what a revision is made of: configuration, what it asks for, and the content itself. Writes nothing. */
import { defined } from '../../defined';
import { scopesIn } from '../../runtime/internal';
import type { RollbackMarker } from '../../state';
import { accountOf } from './account';
import type { Choice } from './choose-bundle';
import { configurationOf } from './configuration';
import { revisionContent, type RevisionContent } from './content';
import { requestDigest } from './generate';
import type { LiveExtension } from './revision-facts';
import type { ExtensionPlace } from './place';

export type Chosen = Exclude<Choice, { type: 'none' }>;

type Configuration = Exclude<Awaited<ReturnType<typeof configurationOf>>, { problem: string }>;

export interface Prepared extends Configuration {
  readonly packageName: string;
  readonly namespace: string;
  /** `requestDigest` of all of it. */
  readonly request: string;
}

/** @returns a text: why the configuration cannot be used */
export async function prepared(extension: LiveExtension, { bundle }: Chosen, place: ExtensionPlace): Promise<Prepared | string> {
  const configuration = await configurationOf(extension, place.configuration);
  if ('problem' in configuration) return `invalid bundle configuration: ${configuration.problem}`;
  const { config, stand, acceptUnchecked } = configuration;
  const { spec: { namespace, source: { catalog } } } = extension;
  const asked = { packageName: catalog?.packageName ?? '', namespace };
  const request = requestDigest({ bundle, ...asked, acceptUnchecked, ...defined({ config: stand ?? config }) });
  return { ...configuration, ...asked, request };
}

export interface RevisionPlace {
  readonly number: number;
  readonly previous: readonly { readonly name: string; readonly uid: string }[];
  readonly rollback?: RollbackMarker;
}

/** @throws InvalidConfiguration; BoxcutterError as `revisionContent` */
export async function contentFor(
  extension: LiveExtension, choice: Chosen, prepared: Prepared, { number, previous, rollback }: RevisionPlace, place: ExtensionPlace,
): Promise<RevisionContent> {
  const { config, isConfidential, acceptUnchecked, packageName, namespace, request } = prepared;
  return revisionContent({
    extension: extension.metadata.name ?? '', bundle: choice.bundle, number, previous, request, packageName, namespace, isConfidential,
    acceptUnchecked,
    ...defined({
      progressDeadlineMinutes: extension.spec.progressDeadlineMinutes, labels: extension.metadata.labels, config, rollback,
      account: accountOf(extension),
      properties: await propertiesOf(choice, place), carrying: await carryingOf(choice, place),
      contentSalt: isConfidential ? await place.configuration.digestKey.digestOf(`${number} ${request}`) : undefined,
    }),
  }, {
    systemNamespace: place.systemNamespace, facts: place.facts, scopeOf: scopesIn(place.target.cluster),
    pulling: place.pulling, onNote: (note) => place.log.info({}, note),
  });
}

/** Of a bundle without an image. */
async function carryingOf(choice: Chosen, { catalogs }: ExtensionPlace) {
  if (choice.bundle.reference !== undefined) return undefined;
  const { candidates } = choice.type === 'resolved' ? choice.resolved : choice.resolution;
  const found = candidates.find(({ bundle }) => bundle.name === choice.bundle.name);
  return found && catalogs.carrying(found.catalog, found.bundle.package, found.bundle.name);
}

async function propertiesOf(choice: Chosen, { catalogs }: ExtensionPlace) {
  if (choice.type !== 'resolved') return undefined;
  const { catalog, bundle } = choice.resolved;
  return catalogs.properties(catalog, bundle.package, bundle.name);
}
