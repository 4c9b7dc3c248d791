/**
 * Controllers that are ended and begun anew with other flags, as the replicas of a rolling update are; and an extension of a package with a
 * ConfigMap and a Deployment, for each name.
 */
import type { KubeObject, ObjectRef } from '../../../../lib/api';
import { extension, type Fleet, type RunningControllers } from '../fleet';

export const OFF = ['--feature-gates', 'BoxcutterRuntime=false'];

export interface Replica {
  /** The extension of a package of this name. */
  named(name: string): ObjectRef;
  config(name: string): ObjectRef;
  workload(name: string): ObjectRef;
  /** Of `config` and `workload`: they stay the same as long as nothing is made anew. */
  uidsOf(name: string): Promise<readonly (string | undefined)[]>;
  /** `kubectl apply` of the extension, with this version. */
  ask(name: string, version: string, more?: object): Promise<KubeObject>;
  /** Nobody looks at what is there from then on. */
  end(): Promise<void>;
  /** Ends the controllers that there are, and starts them with these flags. */
  restart(...flags: readonly string[]): Promise<void>;
}

export function replicaOf(group: Fleet): Replica {
  let running: RunningControllers | undefined;
  const named = (name: string): ObjectRef => extension(`${name}-${group.shard}`);
  const config = (name: string): ObjectRef => ({ apiVersion: 'v1', kind: 'ConfigMap', name, namespace: group.test.namespace });
  const workload = (name: string): ObjectRef => (
    { apiVersion: 'apps/v1', kind: 'Deployment', name: `${name}-operator`, namespace: group.test.namespace }
  );
  const end = async (): Promise<void> => {
    running?.child.kill('SIGTERM');
    await running?.finished;
  };
  return {
    named, config, workload, end,
    uidsOf: (name) => Promise.all([config(name), workload(name)].map(async (ref) => (await group.other.get(ref)).metadata.uid)),
    ask: (name, version, more = {}) => group.apply('ClusterExtension', named(name).name, {
      namespace: group.test.namespace, ...more, source: { sourceType: 'Catalog', catalog: { packageName: name, version } },
    }),
    restart: async (...flags) => {
      await end();
      running = await group.startControllers(...flags);
    },
  };
}
