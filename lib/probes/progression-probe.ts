import { labelSelector, list, matches, named, object, rules, type Schema, string, strings, union } from '../api/schema';

const fieldPathRule = matches(
  '^[a-zA-Z0-9]+(?:\\.[a-zA-Z0-9]+)*$',
  'must contain a valid field path. valid fields contain upper or lower-case alphanumeric characters separated by the "." character.',
);

function fieldPath(description: string): Schema {
  return string(description, { minLength: 1, maxLength: 200, ...rules(fieldPathRule) });
}

const group = string('API group; empty for the core group.', { maxLength: 253 });
const kind = string('Kind.', { minLength: 1, maxLength: 63 });

const selector: Schema = union({
  name: 'ProbeSelector',
  description: 'Which objects of the revision are judged. A probe that selects none passes.',
  discriminator: 'type',
  discriminatorDescription: 'GroupKind: all objects of a kind. Label: all objects with certain labels. Object: one object.',
  members: {
    GroupKind: {
      name: 'GroupKindSelector',
      field: 'groupKind',
      schema: named('ProbeGroupKind', object('The kind.', { group, kind }, ['group', 'kind'])),
    },
    Label: {
      name: 'LabelProbeSelector',
      field: 'label',
      schema: labelSelector(
        'The labels.',
        rules({
          rule: 'has(self.matchLabels) != has(self.matchExpressions)',
          message: 'exactly one of matchLabels or matchExpressions must be set',
        }),
      ),
    },
    Object: {
      name: 'ObjectSelector',
      field: 'object',
      schema: named(
        'ProbeObject',
        object(
          'The object.',
          {
            group,
            kind,
            namespace: string('Namespace; absent for cluster-scoped objects.', { minLength: 1, maxLength: 63 }),
            name: string('Name.', { minLength: 1, maxLength: 253 }),
          },
          ['group', 'kind', 'name'],
        ),
      ),
    },
  },
});

const assertion: Schema = union({
  name: 'ProbeAssertion',
  description: 'What must hold for the selected objects.',
  discriminator: 'type',
  discriminatorDescription:
    'ConditionEqual: a condition has a status. FieldsEqual: two fields have the same value. FieldValue: a field has a value. ' +
    'CEL: an expression is true. KindDefault: the rule that the kind has anyway.',
  members: {
    ConditionEqual: {
      name: 'ConditionEqualAssertion',
      field: 'conditionEqual',
      schema: named(
        'ConditionEqual',
        object(
          'The condition.',
          {
            type: string('Type of the condition: `Ready`.', { minLength: 1, maxLength: 200 }),
            status: strings('Status that it must have.', ['True', 'False']),
          },
          ['status', 'type'],
        ),
      ),
    },
    FieldsEqual: {
      name: 'FieldsEqualAssertion',
      field: 'fieldsEqual',
      schema: named(
        'FieldsEqual',
        object(
          'The fields. The probe fails when one of them is missing.',
          { fieldA: fieldPath('Path of the first field: `spec.replicas`.'), fieldB: fieldPath('Path of the second field: `status.readyReplicas`.') },
          ['fieldA', 'fieldB'],
        ),
      ),
    },
    FieldValue: {
      name: 'FieldValueAssertion',
      field: 'fieldValue',
      schema: named(
        'FieldValue',
        object(
          'The field and its value. The probe fails when the field is missing.',
          {
            fieldPath: fieldPath('Path of the field: `status.phase`.'),
            value: {
              description: 'Value that the field must have: any JSON. The length is that of strings.',
              minLength: 1,
              maxLength: 200,
              'x-kubernetes-preserve-unknown-fields': true,
            },
          },
          ['fieldPath', 'value'],
        ),
      ),
    },
    CEL: {
      name: 'CelAssertion',
      field: 'cel',
      schema: named(
        'CelProbe',
        object(
          'The expression.',
          {
            rule: string('CEL expression over `self`, the object, that gives true or false.', { minLength: 1, maxLength: 4096 }),
            message: string('What is shown while it is false.', { minLength: 1, maxLength: 1024 }),
          },
          ['message', 'rule'],
        ),
      ),
    },
    KindDefault: { name: 'KindDefaultAssertion' },
  },
  common: {
    terminal: {
      description: 'True: when the assertion fails (not: when there is no answer yet, or an outdated one) the rollout ends at once as failed.',
      type: 'boolean',
    },
  },
});

/** `spec.progressionProbes` of a revision: OLM's, plus selector Object, assertions CEL and KindDefault, non-string values and `terminal`. */
export const progressionProbes: Schema = list(
  'When objects count as ready, which the next phase waits for. All assertions of all probes that select an object must hold; ' +
    'an object that no probe selects is judged by the rule of its kind.',
  named(
    'ProgressionProbe',
    object(
      'Assertions about the objects that a selector finds.',
      { selector, assertions: list('What must hold.', assertion, { minItems: 1, maxItems: 20 }) },
      ['assertions', 'selector'],
    ),
  ),
  { minItems: 1, maxItems: 100 },
);
