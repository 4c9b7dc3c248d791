import { listByKey, named, object, type Schema, string, strings, time } from '../api/schema';

/** Conditions as Kubernetes defines them (metav1.Condition), one a type. */
export function conditions(description: string): Schema {
  return listByKey(
    description,
    'type',
    named(
      'Condition',
      object(
        'One aspect of the observed state.',
        {
          type: string('What the condition is about, in CamelCase; a prefix with a domain is allowed.', {
            maxLength: 316,
            pattern: '^([a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*/)?(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])$',
          }),
          status: strings('Whether it holds.', ['True', 'False', 'Unknown']),
          reason: string('Why it has this status, as one CamelCase word for programs.', {
            minLength: 1,
            maxLength: 1024,
            pattern: '^[A-Za-z]([A-Za-z0-9_,:]*[A-Za-z0-9_])?$',
          }),
          message: string('Why it has this status, for people. May be empty.', { maxLength: 32768 }),
          observedGeneration: {
            description: 'metadata.generation of the object when the condition was set. Older than the current one: the condition ' +
              'is out of date.',
            type: 'integer',
            format: 'int64',
            minimum: 0,
          },
          lastTransitionTime: time('When the status last changed.'),
        },
        ['lastTransitionTime', 'message', 'reason', 'status', 'type'],
      ),
      { shared: true },
    ),
  );
}

/** The time in which a rollout must finish, on extensions and on revisions. */
export function progressDeadlineMinutes(): Schema {
  return {
    description:
      'Minutes after which a rollout that has not finished counts as failed and waits for a person to step in. Without it a rollout ' +
        'has no deadline.',
    type: 'integer',
    format: 'int32',
    minimum: 10,
    maximum: 720,
  };
}
