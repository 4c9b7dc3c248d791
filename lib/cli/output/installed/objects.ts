/** The objects of a revision by name. Pure. */
import { refOf, type ResolvedRevision } from '../../../api';
import { defined } from '../../../defined';
import { table } from '../terminal/table';

export const OBJECTS_SCHEMA = 'boxcutter.objects/v1';

export function objectsTable({ phases }: ResolvedRevision): readonly string[] {
  const rows = phases.flatMap(({ name: phase, objects }) => objects.map(({ object }) => {
    const { kind, apiVersion, namespace = '-', name } = refOf(object);
    return [phase, kind, apiVersion, namespace, name];
  }));
  return table(['PHASE', 'KIND', 'API', 'NAMESPACE', 'NAME'], rows);
}

export function objectsDocument({ extension, phases }: ResolvedRevision, revision: number): Record<string, unknown> {
  const objects = phases.flatMap(({ name: phase, objects: list }) => list.map(({ object }) => {
    const { apiVersion, kind, namespace, name } = refOf(object);
    return { phase, apiVersion, kind, ...defined({ namespace }), name };
  }));
  return { schema: OBJECTS_SCHEMA, extension, revision, objects };
}
