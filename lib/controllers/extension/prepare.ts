/** From what was chosen to what a revision is made of: configuration, what it asks for, and the content itself. Writes nothing. */
import { ANNOTATION_BUNDLE_NAME, ANNOTATION_BUNDLE_VERSION, ANNOTATION_PROPERTIES } from '../../api';
import { defined } from '../../defined';
import { scopesIn } from '../../runtime/internal';
import type { Approval, RollbackMarker } from '../../state';
import { accountOf } from './account';
import type { Choice } from './choose-bundle';
import { configurationOf } from './configuration';
import { revisionContent, type RevisionContent } from './content';
import { requestDigest } from './generate';
import type { LiveExtension } from './revision-facts';
import { type ExtensionPlace, revisionsOf } from './place';
import { notedProperties } from './resolving';

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
  readonly approval?: Approval;
}

/** @throws InvalidConfiguration; BoxcutterError as `revisionContent` */
export async function contentFor(
  extension: LiveExtension, choice: Chosen, prepared: Prepared, { number, previous, rollback, approval }: RevisionPlace,
  place: ExtensionPlace,
): Promise<RevisionContent> {
  const { config, isConfidential, acceptUnchecked, packageName, namespace, request } = prepared;
  return revisionContent({
    extension: extension.metadata.name ?? '', bundle: choice.bundle, number, previous, request, packageName, namespace, isConfidential,
    acceptUnchecked,
    ...defined({
      progressDeadlineMinutes: extension.spec.progressDeadlineMinutes, labels: extension.metadata.labels, config, rollback, approval,
      account: accountOf(extension),
      properties: await propertiesOf(extension, choice, place), carrying: await carryingOf(choice, place),
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
  const found = candidateOf(choice);
  return found && catalogs.carrying(found.catalog, found.bundle.package, found.bundle.name);
}

/** What a catalog says of it now; or what it was installed with. */
async function propertiesOf(extension: LiveExtension, choice: Chosen, place: ExtensionPlace) {
  const found = candidateOf(choice);
  if (found !== undefined) return place.catalogs.properties(found.catalog, found.bundle.package, found.bundle.name);
  const { name, version } = choice.bundle;
  const before = revisionsOf(extension, place).map(({ metadata: { annotations = {} } }) => annotations).filter((one) => (
    one[ANNOTATION_BUNDLE_NAME] === name && one[ANNOTATION_BUNDLE_VERSION] === version && one[ANNOTATION_PROPERTIES] !== undefined
  )).at(-1);
  return before === undefined ? undefined : notedProperties(before[ANNOTATION_PROPERTIES]);
}

function candidateOf(choice: Chosen) {
  const { candidates } = choice.type === 'resolved' ? choice.resolved : choice.resolution;
  return candidates.find(({ bundle }) => bundle.name === choice.bundle.name);
}
