/**
 * An installer that uses the engine as a library: no CRDs, no controller. Each revision of the shop has an owner object of its own,
 * here a ConfigMap; the engine keeps nothing, so the program keeps the inventory.
 */
import {
  connect, createEngine, describeAction, type EngineResult, type KubeCluster, type KubeObject, type OwnerRef, type RevisionInput,
} from 'cdk8s-boxcutter/runtime';

type Say = (line: string) => void;

export async function runShop(kubeconfig: string | undefined, namespace: string, say: Say): Promise<void> {
  const cluster = await connect(kubeconfig === undefined ? {} : { kubeconfig });
  try {
    await installer(cluster, namespace, say);
  } finally {
    cluster.close();
  }
}

async function installer(cluster: KubeCluster, namespace: string, say: Say): Promise<void> {
  const engine = createEngine({
    cluster,
    fieldManager: 'shop-installer',
    systemPrefix: 'shop.example.com',
    managedBy: 'shop-installer',
    strategy: 'native',
  });
  const { configMap, deployment } = objectsIn(namespace);
  const show = (title: string, result: EngineResult): void => {
    say(title);
    for (const { ref, wouldBe, ...action } of [...result.phases.flatMap(({ objects }) => objects), ...result.removed]) {
      if (action.action !== 'Waiting') say(`  ${ref.kind} ${ref.name}: ${wouldBe === true ? 'would be ' : ''}${describeAction(action)}`);
    }
  };

  const one: RevisionInput = {
    name: 'shop', number: 1,
    phases: [{ name: 'settings', objects: [configMap('settings', 'green')] }, { name: 'server', objects: [deployment('web')] }],
  };
  const first = await ownerOf(cluster, configMap('shop-1', 'revision 1'));
  const installed = await engine.reconcile(one, { owner: first });
  show('Install revision 1', installed);

  // The same Deployment, other settings, and something new. The owners know of each other as siblings.
  const two: RevisionInput = {
    name: 'shop', number: 2,
    phases: [
      { name: 'settings', objects: [configMap('settings', 'blue'), configMap('banner', 'sale')] },
      { name: 'server', objects: [deployment('web')] },
    ],
  };
  const second = await ownerOf(cluster, configMap('shop-2', 'revision 2'));
  const upgraded = await engine.reconcile(two, { owner: second, siblings: [first], inventory: installed.inventory });
  show('Upgrade to revision 2', upgraded);
  show('Archive revision 1', await engine.teardown(one, { owner: first, siblings: [second], inventory: installed.inventory }));
  await cluster.delete(first, { uid: first.uid });

  // An object of another client is in the way. The first phase would come before it, but nothing at all is written.
  await cluster.create(configMap('theirs', 'do not touch'));
  const three: RevisionInput = {
    name: 'shop', number: 3,
    phases: [
      { name: 'settings', objects: [configMap('settings', 'red')] },
      { name: 'server', objects: [deployment('web'), configMap('theirs', 'ours')] },
    ],
  };
  const third = await ownerOf(cluster, configMap('shop-3', 'revision 3'));
  const options = { owner: third, siblings: [second], inventory: upgraded.inventory };
  show('Revision 3 meets an object of another client', await engine.reconcile(three, options));

  const adopting = { objects: [{
    ref: { apiVersion: 'v1', kind: 'ConfigMap', name: 'theirs', namespace },
    collisionProtection: 'IfNoController' as const,
  }] };
  show('Revision 3, paused, allowed to adopt it', await engine.reconcile(three, { ...options, overrides: { ...adopting, paused: true } }));
  const adopted = await engine.reconcile(three, { ...options, overrides: adopting });
  show('Revision 3, allowed to adopt it', adopted);
  show('Archive revision 2', await engine.teardown(two, { owner: second, siblings: [third], inventory: upgraded.inventory }));

  // What was adopted is let go of instead of deleted.
  const orphan = { objects: [{ ref: { apiVersion: 'v1', kind: 'ConfigMap', name: 'theirs', namespace }, orphan: true }] };
  show('Teardown', await engine.teardown(three, { owner: third, siblings: [second], inventory: adopted.inventory, overrides: orphan }));
  for (const owner of [second, third]) await cluster.delete(owner, { uid: owner.uid });
}

/** Any object that exists can be the owner. */
async function ownerOf(cluster: KubeCluster, object: KubeObject): Promise<OwnerRef> {
  const answer = await cluster.create(object);
  if (answer.type !== 'object') throw new Error(`There is no owner: ${JSON.stringify(answer)}`);
  const { apiVersion, kind, metadata: { name = '', namespace = '', uid = '' } } = answer.object;
  return { apiVersion, kind, name, namespace, uid };
}

function objectsIn(namespace: string) {
  const configMap = (name: string, value: string): KubeObject => ({
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name, namespace },
    data: { value },
  });
  const deployment = (name: string): KubeObject => {
    const template = { metadata: { labels: { app: name } }, spec: { containers: [{ name: 'app', image: 'registry.example.com/shop:1' }] } };
    return {
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      metadata: { name, namespace },
      spec: { replicas: 1, selector: { matchLabels: { app: name } }, template },
    };
  };
  return { configMap, deployment };
}
