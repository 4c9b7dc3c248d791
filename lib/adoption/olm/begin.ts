/** An operator of OLM (v0), named by its Subscription, as it is going to be taken over. Nothing is written. */
import { asObject, displayName, type JsonObject, keyOf, type KubeObject, type ObjectRef, type OlmOperator, refOf } from '../../api';
import { defined } from '../../defined';
import { BoxcutterError } from '../../errors';
import type { SourceObject } from '../../revision';
import { HeadRecord } from '../../state';
import { saidOf } from '../objects/said-of';
import { selected } from '../objects/select';
import { readOne } from '../take/answers';
import { activeKeepers, refuseActive } from '../take/keepers';
import { OLM_GROUP, withoutMarks } from '../take/olm-marks';
import { prepare, type Taking } from '../take/prepare';
import { refuseOtherExtension } from '../take/same-extension';
import { type Begun, findBegun } from './begun';
import { isLabelled, isOfOlm, OLM_MANAGERS, operatorLabel } from './owned';
import type { OlmPlace, OlmTarget } from './target';

export interface OlmAdoption {
  readonly extension: string;
  readonly operator: OlmOperator;
  readonly taking: Taking;
  /** Absent: an adoption that was broken off has deleted it. */
  readonly subscription?: KubeObject;
  /** Absent: it has deleted that as well. */
  readonly version?: KubeObject;
}

/** An earlier adoption is complete: nothing is left to do. */
export interface AdoptedFromOlm {
  readonly extension: string;
  readonly operator: OlmOperator;
  readonly isAdopted: true;
}

/**
 * Where the Subscription is gone, the record of an adoption that was broken off says what it was, and what it had installed.
 * @throws BoxcutterError `subscription-not-found`, `subscription-not-ready`, `extension-exists`, `nothing-to-adopt`, `adoption-invalid`,
 *   `state-untrusted` (input), `manager-active` (collision), `object-unreadable`, `server-*`, `state-*` (server)
 */
export async function beginOlm(target: OlmTarget, place: OlmPlace): Promise<OlmAdoption | AdoptedFromOlm> {
  const { subscription: name, namespace } = target;
  const subscription = await readOne({ apiVersion: `${OLM_GROUP}/v1alpha1`, kind: 'Subscription', namespace, name }, place.cluster);
  if (subscription !== undefined && subscription.metadata.deletionTimestamp === undefined) return beginWith(subscription, target, place);
  const begun = await findBegun(target, place);
  if (begun === undefined) throw notFound('Subscription', name, namespace);
  const { record: { extension }, operator, content } = begun;
  return content === undefined ? { extension, operator, isAdopted: true } : goOn({ ...begun, content }, target, place);
}

async function beginWith(subscription: KubeObject, target: OlmTarget, place: OlmPlace): Promise<OlmAdoption> {
  const { subscription: name, namespace, extension: named, managers = [] } = target;
  const { cluster, onNote } = place;
  const packageName = textOf(asObject(subscription['spec'])?.['name']) ?? name;
  refuseUnusual(name, 'spec.name', packageName);
  const csv = textOf(asObject(subscription['status'])?.['installedCSV']);
  if (csv === undefined) throw notReady(name, 'nothing of it is installed yet');
  refuseUnusual(name, 'status.installedCSV', csv);
  const version = await readOne(versionRef(csv, namespace), cluster);
  if (version === undefined) throw notFound('ClusterServiceVersion', csv, namespace);
  const phase = textOf(asObject(version['status'])?.['phase']);
  if (phase !== 'Succeeded') throw notReady(name, `ClusterServiceVersion ${csv} is in phase ${phase ?? 'unknown'}`);
  const extension = named ?? packageName;
  const record = await HeadRecord.read(extension, place);
  const labels = [`olm.owner=${csv}`, operatorLabel(packageName, namespace)];
  const lists = await Promise.all(labels.map((label) => selected(label, namespace, cluster, onNote)));
  const its = lists.flat().filter((object) => !isOfOlm(object) && isLabelled(object, csv, packageName, namespace));
  const found = new Map(its.map((object) => [keyOf(refOf(object)), object]));
  const objects = [...found.values()].flatMap(sourceOf);
  const spec = asObject(version['spec']) ?? {};
  const taking = await prepare({
    extension, namespace, objects, packageName, managers, former: formerOf(csv), ...defined({ version: textOf(spec['version']) }),
  }, cluster, record.owner.context);
  // Labels go after the Subscription: as long as it is there, what an adoption that was broken off has recorded is still selected.
  refuseOtherExtension(record, taking);
  // Its owners may say that another version has it.
  const keepers = await activeKeepers(taking.seen, cluster);
  refuseActive(keepers.filter(({ ref }) => ref.kind !== 'ClusterServiceVersion' || ref.name !== csv || ref.namespace !== namespace));
  const operator = { namespace, subscription: name, version: { name: csv, uid: version.metadata.uid ?? '' } };
  return { extension, operator, taking: withOperator(operator, taking), subscription, version };
}

/** Its Subscription is gone, and perhaps the labels of its objects: they are those that the record names. */
async function goOn(
  { record, operator, content }: Required<Begun>, { managers = [] }: OlmTarget, { cluster, stateNamespace }: OlmPlace,
): Promise<OlmAdoption> {
  const { extension } = record;
  const { namespace, version: { name, uid } } = operator;
  const { packageName, untrusted } = content;
  // Who may write the state of one namespace is not to have the versions of another one deleted.
  if (untrusted !== undefined && namespace !== stateNamespace) throw untrustedRecord(extension, untrusted.secret);
  const objects = content.phases.flatMap((phase) => phase.objects.map(({ object }): SourceObject => (
    { manifest: object as unknown as JsonObject, origin: { source: displayName(refOf(object)) } })));
  const taking = await prepare({
    extension, namespace, objects, managers, former: formerOf(name), ...defined({ packageName, version: content.version }),
  }, cluster, record.owner.context);
  const version = await readOne(versionRef(name, namespace), cluster);
  if (version !== undefined && version.metadata.uid !== uid) throw installedAnew(name, namespace);
  return { extension, operator, taking: withOperator(operator, taking, untrusted), ...defined({ version }) };
}

function withOperator(takenFromOlm: OlmOperator, taking: Taking, untrusted?: Taking['revision']['untrusted']): Taking {
  return { ...taking, revision: { ...taking.revision, takenFromOlm, ...defined({ untrusted }) } };
}

function versionRef(name: string, namespace: string): ObjectRef {
  return { apiVersion: `${OLM_GROUP}/v1alpha1`, kind: 'ClusterServiceVersion', namespace, name };
}

function formerOf(csv: string): { readonly controllers: readonly { readonly kind: string; readonly name: string }[] } {
  return { controllers: [{ kind: 'ClusterServiceVersion', name: csv }] };
}

/** It becomes part of a selector of labels: what is no name would choose other objects than those of the operator. */
function refuseUnusual(subscription: string, field: string, text: string): void {
  if (/^[A-Za-z0-9]([-A-Za-z0-9._]*[A-Za-z0-9])?$/.test(text)) return;
  throw notReady(subscription, `${field} is no name: ${JSON.stringify(text)}`);
}

function sourceOf(object: KubeObject): readonly SourceObject[] {
  const said = saidOf(object, OLM_MANAGERS);
  if (said === undefined) return [];
  return [{ manifest: withoutMarks(said), origin: { source: displayName(refOf(object)) } }];
}

function notFound(kind: string, name: string, namespace: string): BoxcutterError {
  return new BoxcutterError('subscription-not-found', 'input', `There is no ${kind} ${name} in namespace ${namespace}.`, {
    hint: 'kubectl get subscriptions.operators.coreos.com -A lists the Subscriptions. An adoption that was broken off goes on with the '
      + 'same namespace of its state, and the same name of the extension, as it was begun with.',
  });
}

function installedAnew(name: string, namespace: string): BoxcutterError {
  const what = `ClusterServiceVersion ${namespace}/${name} is another one than when the adoption was broken off`;
  return new BoxcutterError('manager-active', 'collision', `${what}: OLM has installed it anew. Nothing was changed.`, {
    hint: 'Subscribe to it again, and adopt it by its Subscription.',
  });
}

function untrustedRecord(extension: string, secret: string): BoxcutterError {
  const what = `Secret ${secret} has no valid seal, and the operator that it names is in another namespace. Nothing was changed.`;
  return new BoxcutterError('state-untrusted', 'input', what, {
    hint: ({ option }) => `If you know who wrote the record of extension "${extension}", trust it with ${option('trustState', true)}.`,
  });
}

function notReady(name: string, why: string): BoxcutterError {
  return new BoxcutterError('subscription-not-ready', 'input', `Subscription ${name} cannot be adopted: ${why}. Nothing was changed.`, {
    hint: 'Wait until OLM has finished, or approve its InstallPlan.',
  });
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}
