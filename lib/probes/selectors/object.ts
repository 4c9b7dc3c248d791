/** Object: one object, in any version. Without a namespace the name in any: objects that name none get theirs when they are applied. */
import { groupOf } from '../../api';
import { named, object, string } from '../../api/schema';
import { groupSchema, kindSchema, type SelectorKind } from './kind';

export const singleObject: SelectorKind<'Object'> = {
  schema: {
    name: 'ObjectSelector',
    field: 'object',
    schema: named(
      'ProbeObject',
      object(
        'The object.',
        {
          group: groupSchema,
          kind: kindSchema,
          namespace: string('Namespace; absent for cluster-scoped objects.', { minLength: 1, maxLength: 63 }),
          name: string('Name.', { minLength: 1, maxLength: 253 }),
        },
        ['group', 'kind', 'name'],
      ),
    ),
  },
  selects: ({ object: { group, kind, namespace, name } }, one) => kind === one.kind && group === groupOf(one.apiVersion)
    && name === one.name
    && (namespace === undefined || namespace === (one.namespace ?? '')),
};
