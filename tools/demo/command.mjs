/**
 * `npm run demo`: the product on a control plane of its own, from synthesis to teardown. Needs nothing before it: sets the clone up and
 * builds it.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../setup.mjs';
import { say, Stage } from './stage.mjs';

/** Manifests of two other people on the same cluster. */
const rival = `apiVersion: v1
kind: ServiceAccount
metadata: { name: rival }
---
apiVersion: v1
kind: Service
metadata: { name: SERVICE }
spec: { ports: [{ port: 8080 }] }
`;
const customer = `apiVersion: v1
kind: ConfigMap
metadata: { name: orders }
data: { "4711": three boxes }
`;

const stage = new Stage('demo', join(root, 'examples', 'typed-package'));
await stage.perform(play, { last: 'A project of your own: boxcutter init my-operator' });

async function play() {
  const { work } = stage;
  writeFileSync(join(work, 'orders.yaml'), customer);
  // Needs no cluster, so it runs while that starts, and is shown when its turn comes.
  const synthesis = stage.run('boxcutter synth', { held: true });
  await stage.startCluster();
  say('$ cd examples/typed-package');

  await stage.step('The package, compiled into revision 1', 'boxcutter synth', { says: /greeter, version 1\.0\.0/, begun: synthesis });
  await stage.step('Applied, phase by phase; each waits until the one before is ready', 'boxcutter apply dist', {
    says: /revision 1 \(version 1\.0\.0\): complete/,
  });
  await stage.step('What is there now', 'boxcutter list', { says: /greeter +default +1\.0\.0 +1 +complete/ });
  await stage.step(undefined, 'boxcutter status greeter', { says: /greeter revision 1, version 1\.0\.0: healthy/ });
  await stage.step('The same again: nothing has changed, so nothing is written', 'boxcutter apply dist', {
    says: /unchanged\n8 unchanged; 0 writes/,
  });

  await stage.step('The next version', 'VERSION=1.1.0 boxcutter synth', { says: /version 1\.1\.0/ });
  await stage.step('Upgraded: one object more, one changed, one gone; the others are not touched', 'boxcutter apply dist', {
    says: /1 created, 1 updated, 6 unchanged, 1 deleted/,
  });
  const status = stage.run('boxcutter status greeter -o json', { silent: true });
  await stage.step(undefined, 'boxcutter history greeter', { says: /2 +1\.1\.0 +current[^]*1 +1\.0\.0 +superseded/ });

  const { stdout: json } = await status;
  const service = JSON.parse(json).phases.flatMap(({ objects }) => objects).find(({ kind }) => kind === 'Service').name;
  writeFileSync(join(work, 'rival.yaml'), rival.replace('SERVICE', service));
  const inGreeter = '--namespace greeter-system --state-namespace default';
  await stage.step(
    'Another extension brings a Service of the same name: refused, and not one object is written',
    `boxcutter apply rival.yaml ${inGreeter}`,
    { cwd: work, exit: 4, says: /none of its objects was written[^]*it is controlled by extension "greeter"/ },
  );
  await stage.step('A customer keeps data in the namespace of the package', `boxcutter apply orders.yaml ${inGreeter}`, {
    cwd: work, says: /complete/,
  });
  await stage.step('So the package cannot be deleted unasked: its namespace would take the data with it', 'boxcutter delete greeter', {
    exit: 6,
    says: /Namespace greeter-system: 1 ConfigMap/,
  });
  await stage.step('The customer moves out', 'boxcutter delete orders', { says: /orders: deleted/ });
  await stage.step('And the package is taken down, in reverse order', 'boxcutter delete greeter', { says: /greeter: deleted/ });
  await stage.step(undefined, 'boxcutter list', { says: /No extension/ });
}
