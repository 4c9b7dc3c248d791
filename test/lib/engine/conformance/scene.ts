/** The facade against the model server, with and without an owner: what the tables of conformance share. */
import { keyOf, refOf, type KubeObject } from '../../../../lib/api';
import { createEngine, type Engine, type EngineOptions, type EngineResult, type ObjectResult, type OwnerRef, type RevisionInput } from '../../../../lib/engine';
import type { FakeServer } from '../fake-server';
import { applied, others } from '../simulation/server/api-server';

export const REVISION = 'example.com/revision';
export const owner: OwnerRef = { apiVersion: 'v1', kind: 'ConfigMap', name: 'me', namespace: 'n', uid: 'me' };
export const siblings = ['sister'];

export function cm(name: string, value = '1'): KubeObject {
  return { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name, namespace: 'n' }, data: { value } };
}

export const keyOfNamed = (name: string): string => keyOf(refOf(cm(name)));

export function revision(number: number, ...phases: readonly (readonly KubeObject[])[]): RevisionInput {
  return { name: 'shop', number, phases: phases.map((objects, index) => ({ name: `phase-${index}`, objects })) };
}

export function engineOf(server: FakeServer, more: Partial<EngineOptions> = {}): Engine {
  return createEngine({ cluster: server, fieldManager: 'shop', systemPrefix: 'example.com', strategy: 'native', ...more });
}

export interface Marks {
  /** Uid of its controller. */
  readonly controller?: string;
  /** Number of a revision. */
  readonly number?: number;
}

/** An object appears. One that nobody controls and that has a number, and one of ours, an earlier run of ours has applied. */
export function exists(server: FakeServer, name: string, { controller, number }: Marks = {}): void {
  const { metadata, ...content } = cm(name, 'theirs');
  const ownerReferences = controller === undefined ? [] : [{ apiVersion: 'v1', kind: 'ConfigMap', name: controller, uid: controller, controller: true }];
  const annotations = number === undefined ? {} : { [REVISION]: String(number) };
  const object = { ...content, metadata: { ...metadata, annotations, ownerReferences } };
  const isOurs = controller === owner.uid || (controller === undefined && number !== undefined);
  const key = keyOfNamed(name);
  server.act(isOurs ? applied(server.state, key, object, 'shop', 'Apply') : others.create(server.state, key, object));
}

export function objectsOf({ phases, removed }: EngineResult): readonly ObjectResult[] {
  return [...phases.flatMap(({ objects }) => objects), ...removed];
}

/** `name: action`, what had to go at the end; `?` marks what only would be. */
export function told(result: EngineResult): readonly string[] {
  return objectsOf(result).map(({ ref: { name }, action, wouldBe }) => `${name}: ${action}${wouldBe === true ? '?' : ''}`);
}

/** Requests that write. */
export function written({ requests }: FakeServer): readonly string[] {
  return requests.filter((request) => !/^(dry-run|get) /.test(request));
}
