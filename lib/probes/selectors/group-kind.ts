/** GroupKind: every object of a group and kind, in any version. */
import { groupOf } from '../../api';
import { named, object } from '../../api/schema';
import { groupSchema, kindSchema, type SelectorKind } from './kind';

export const groupKind: SelectorKind<'GroupKind'> = {
  schema: {
    name: 'GroupKindSelector',
    field: 'groupKind',
    schema: named('ProbeGroupKind', object('The kind.', { group: groupSchema, kind: kindSchema }, ['group', 'kind'])),
  },
  selects: ({ groupKind: { group, kind } }, one) => kind === one.kind && group === groupOf(one.apiVersion),
};
