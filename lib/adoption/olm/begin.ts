/** An operator of OLM (v0), named by its Subscription, as it is going to be taken over. Nothing is written. */
import { asObject, displayName, keyOf, type KubeObject, type ObjectRef, refOf } from '../../api';
import { defined } from '../../defined';
import { BoxcutterError } from '../../errors';
import type { SourceObject } from '../../revision';
import type { OperationOptions } from '../../runtime';
import { HeadRecord } from '../../state';
import { saidOf } from '../objects/said-of';
import { selected } from '../objects/select';
import { readOne } from '../take/answers';
import { prepare, type Taking } from '../take/prepare';
import { refuseOtherExtension } from '../take/same-extension';
import { isLabelled, isOfOlm, OLM_GROUP, OLM_MANAGERS, operatorLabel, withoutMarks } from './owned';

export interface OlmTarget {
  /** Name of the Subscription. */
  readonly subscription: string;
  readonly namespace: string;
  /** @default name of the package */
  readonly extension?: string;
  /** Field managers that are replaced beside those that are known. @default none */
  readonly managers?: readonly string[];
}

export interface OlmAdoption {
  readonly extension: string;
  readonly taking: Taking;
  readonly subscription: KubeObject;
  readonly version: KubeObject;
}

type Place = Pick<OperationOptions, 'cluster' | 'stateNamespace' | 'stateKey' | 'trustState' | 'onNote'>;

/**
 * @throws BoxcutterError `subscription-not-found`, `subscription-not-ready`, `extension-exists`, `nothing-to-adopt`, `adoption-invalid`
 *   (input), `object-unreadable`, `server-*` (server)
 */
export async function beginOlm({ subscription: name, namespace, extension: named, managers = [] }: OlmTarget, place: Place): Promise<OlmAdoption> {
  const { cluster, onNote } = place;
  const subscription = await required({ apiVersion: `${OLM_GROUP}/v1alpha1`, kind: 'Subscription', namespace, name }, place);
  const packageName = textOf(asObject(subscription['spec'])?.['name']) ?? name;
  refuseUnusual(name, 'spec.name', packageName);
  const csv = textOf(asObject(subscription['status'])?.['installedCSV']);
  if (csv === undefined) throw notReady(name, 'nothing of it is installed yet');
  refuseUnusual(name, 'status.installedCSV', csv);
  const version = await required({ apiVersion: `${OLM_GROUP}/v1alpha1`, kind: 'ClusterServiceVersion', namespace, name: csv }, place);
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
    extension, namespace, objects, packageName,
    former: { controllers: [{ kind: 'ClusterServiceVersion', name: csv }] }, managers,
    ...defined({ version: textOf(spec['version']) }),
  }, cluster, record.owner.context);
  refuseOtherExtension(record, taking);
  return { extension, taking, subscription, version };
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

async function required(ref: ObjectRef, { cluster }: Place): Promise<KubeObject> {
  const found = await readOne(ref, cluster);
  if (found !== undefined) return found;
  const what = `There is no ${ref.kind} ${ref.name} in namespace ${ref.namespace ?? ''}.`;
  throw new BoxcutterError('subscription-not-found', 'input', what, {
    hint: 'kubectl get subscriptions.operators.coreos.com -A lists them. What an adoption that was broken off left: '
      + 'boxcutter adopt objects with the label operators.coreos.com/PACKAGE.NAMESPACE as selector.',
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
