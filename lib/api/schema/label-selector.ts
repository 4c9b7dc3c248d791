import type { Schema } from './schema';
import { list, named, object, string, strings } from './schema';

export interface ExpressionConstraints {
  /** On the list of requirements. */
  readonly list?: Schema;
  /** On each requirement. */
  readonly requirement?: Schema;
  /** On the name of its label. */
  readonly key?: Schema;
}

/** A Kubernetes label selector. Operators are an enum here, so that a misspelt one is refused at once. */
export function labelSelector(description: string, constraints: Schema = {}, expressions: ExpressionConstraints = {}): Schema {
  return named(
    'LabelSelector',
    object(
      description,
      {
        matchLabels: {
          description: 'Labels and the values that they must have. All of them must match.',
          type: 'object',
          additionalProperties: { type: 'string' },
        },
        matchExpressions: list(
          'Requirements on labels. All of them must be met.',
          named(
            'LabelSelectorRequirement',
            object(
              'A requirement on one label.',
              {
                key: string('Name of the label.', expressions.key),
                operator: strings('How the label relates to the values.', ['In', 'NotIn', 'Exists', 'DoesNotExist']),
                values: list('At least one value for In and NotIn; none for Exists and DoesNotExist.', { type: 'string' }),
              },
              ['key', 'operator'],
              expressions.requirement,
            ),
            { shared: true },
          ),
          expressions.list,
        ),
      },
      [],
      { 'x-kubernetes-map-type': 'atomic', ...constraints },
    ),
    { shared: true, description: 'A Kubernetes label selector.' },
  );
}
