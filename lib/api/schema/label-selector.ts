import type { Schema } from './schema';
import { list, named, object, string, strings } from './schema';

/** A Kubernetes label selector. Operators are an enum here, so that a misspelt one is refused at once. */
export function labelSelector(description: string, constraints: Schema = {}): Schema {
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
                key: string('Name of the label.'),
                operator: strings('How the label relates to the values.', ['In', 'NotIn', 'Exists', 'DoesNotExist']),
                values: list('At least one value for In and NotIn; none for Exists and DoesNotExist.', { type: 'string' }),
              },
              ['key', 'operator'],
            ),
            { shared: true },
          ),
        ),
      },
      [],
      { 'x-kubernetes-map-type': 'atomic', ...constraints },
    ),
    { shared: true, description: 'A Kubernetes label selector.' },
  );
}
