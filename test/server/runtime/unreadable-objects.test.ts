/** Custom resources that the server cannot read: for a while, because a conversion webhook is away, or for good, because a version is. */
import type { KubeObject, ObjectRef } from '../../../lib/api';
import { failureHint, failureReason, type ObjectResult, type State } from '../../../lib/engine';
import { connect } from '../support/raw-client';
import { actions, Bench, objectOf, revisionOf } from '../support/extension';
import { openConversionWebhook, type ConversionWebhook } from '../support/conversion';
import { definitionOf, established } from '../support/foreign';

let bench: Bench;
let group: string;
let definition: ObjectRef;
beforeEach(async () => {
  bench = await Bench.open('unreadable');
  group = `${bench.namespace}.example.com`;
  definition = { apiVersion: 'apiextensions.k8s.io/v1', kind: 'CustomResourceDefinition', name: `widgets.${group}` };
});
afterEach(async () => {
  await bench.otherClient.delete(definition);
  await bench.close();
});

const widget = (version: string, size: number): KubeObject => bench.object('Widget', 'blue', { spec: { size } }, `${group}/${version}`);
const widgetRef = (version: string): ObjectRef => bench.ref('Widget', 'blue', `${group}/${version}`);

/** Why it failed, and what to do; empty when it did not. */
function failureOf(result: ObjectResult): readonly (string | undefined)[] {
  return result.action === 'Failed' ? [failureReason(result.cause), failureHint(result.cause)] : [];
}

/** Until this client and the other one know that the version is served. */
async function served(version: string): Promise<void> {
  await established(bench.otherClient, group);
  for (const cluster of [bench.cluster, bench.otherClient.cluster]) {
    while ((await cluster.resolve(`${group}/${version}`, 'Widget')) === undefined);
  }
}

describe('a conversion webhook that is away', () => {
  let webhook: ConversionWebhook;
  /** What is said while a run waits. */
  let said: Set<string>;
  /** The server says which webhook it is, or that its own cache of the kind, which reads through the webhook, does not follow. */
  const away = /conversion webhook for .*Widget.* failed|Too large resource version/;
  beforeEach(async () => {
    said = new Set();
    webhook = await openConversionWebhook();
    await bench.otherClient.apply(webhook.definition(group));
    await served('v2');
    await bench.apply(revisionOf([[widget('v2', 1), bench.configMap('beside', '1')]]));
  });
  afterEach(async () => {
    webhook.away = false;
    await bench.otherClient.delete(widgetRef('v1'));
    await webhook.close();
  });

  /** The webhook answers again as soon as the run has said what it waits for. */
  const back = ({ unreachable, entries }: State): void => {
    const waiting = [...entries.values()].map(({ progress }) => ('waiting' in progress && progress.waiting !== undefined
      ? progress.waiting
      : undefined));
    for (const cause of waiting) if (cause !== undefined && 'message' in cause) said.add(cause.message);
    if (unreachable !== undefined) said.add(unreachable);
    if ([...said].some((message) => away.test(message))) webhook.away = false;
  };

  test('an apply says so while it waits, and goes on when it is back', async () => {
    webhook.away = true;
    const outcome = await bench.apply(revisionOf([[widget('v2', 2), bench.configMap('beside', '2')]]), { onProgress: back });
    expect([...said]).toContainEqual(expect.stringMatching(away));
    expect(actions(outcome)).toEqual(['blue: Updated', 'beside: Updated']);
  });

  test('a delete says so while it waits, loses nothing, and goes on when it is back', async () => {
    webhook.away = true;
    const outcome = await bench.delete({ onProgress: back });
    expect([...said]).toContainEqual(expect.stringMatching(away));
    expect([outcome.status, ...actions(outcome)]).toEqual(['complete', 'blue: Deleted', 'beside: Deleted']);
    await expect(bench.otherClient.exists(widgetRef('v1'))).resolves.toBe(false);
  });

  test('it does not hold up what needs no conversion', async () => {
    const out = new AbortController();
    webhook.away = true;
    const outcome = await bench.delete({
      signal: out.signal,
      onProgress: ({ entries }) => {
        if ([...entries.values()].some(({ progress }) => progress.type === 'settled')) out.abort('seen enough');
      },
    });
    expect([outcome.status, ...actions(outcome)]).toEqual(['incomplete', 'blue: Waiting', 'beside: Deleted']);
    // What it waits for is on record still.
    webhook.away = false;
    await expect(bench.delete()).resolves.toMatchObject({ status: 'complete' });
    await expect(bench.otherClient.exists(widgetRef('v1'))).resolves.toBe(false);
  });
});

test('an object stored in a version that its definition has no longer: apply and delete say so at once, and what to do', async () => {
  const versionsOf = (...names: readonly string[]): KubeObject => {
    const crd = definitionOf(group, {});
    const [version] = (crd['spec'] as { versions: readonly object[] }).versions;
    const versions = names.map((name, index) => ({ ...version, name, storage: index === names.length - 1 }));
    return { ...crd, spec: { ...(crd['spec'] as object), versions } };
  };
  await bench.otherClient.apply(versionsOf('v1alpha1'));
  await served('v1alpha1');
  await bench.apply(revisionOf([[bench.configMap('beside', '1'), widget('v1alpha1', 1)]]));
  await bench.otherClient.apply(versionsOf('v1alpha1', 'v1'));
  await served('v1');
  // As kubectl does it, by hand: the server believes that nothing is stored in the old version.
  const live = await bench.otherClient.get(definition);
  const server = connect();
  const path = `/apis/apiextensions.k8s.io/v1/customresourcedefinitions/${definition.name}/status`;
  const forgotten = { ...live, status: { ...(live['status'] as object), storedVersions: ['v1'] } };
  expect((await server.send('PUT', path, forgotten)).status).toBe(200);
  server.close();
  await bench.otherClient.apply(versionsOf('v1'));
  for (;;) {
    const answer = await bench.otherClient.cluster.get(widgetRef('v1'));
    if (answer.type === 'refused' && answer.status.message.includes('from an invalid group/version')) break;
  }

  const failure = [
    'failed',
    expect.stringContaining(`from an invalid group/version: ${group}/v1alpha1`),
    expect.stringContaining(`kubectl get widget.${group} -A -o json | kubectl replace -f -`),
  ];
  const applied = await bench.apply(revisionOf([[bench.configMap('beside', '2'), widget('v1', 2)]]));
  expect([applied.status, ...failureOf(objectOf(applied, 'blue'))]).toEqual(failure);
  expect((await bench.otherClient.get(bench.ref('ConfigMap', 'beside')))['data']).toEqual({ value: '1' });
  const deleted = await bench.delete();
  expect([deleted.status, ...failureOf(objectOf(deleted, 'blue'))]).toEqual(failure);

  // The hint, step by step.
  await bench.otherClient.apply(versionsOf('v1alpha1', 'v1'));
  await served('v1');
  for (;;) {
    const answer = await bench.otherClient.cluster.get(widgetRef('v1'));
    if (answer.type === 'object' && (await bench.otherClient.cluster.replace(answer.object)).type === 'object') break;
  }
  await expect(bench.delete()).resolves.toMatchObject({ status: 'complete' });
});
