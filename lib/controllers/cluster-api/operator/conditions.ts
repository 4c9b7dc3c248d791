/** What each controller says of itself on the operator object, and what follows from it for the whole. Pure. */
import type { Condition } from '../../../api';
import { findCondition, type ConditionFact } from '../../conditions';

export type Speaker = 'Version' | 'Installer';
const SPEAKERS: readonly Speaker[] = ['Version', 'Installer'];

/** Reasons, from the least severe. */
const SEVERITY = [
  'AsExpected', 'Uninitialized', 'Paused', 'Progressing', 'WaitingOnExternal', 'EphemeralError', 'NonRetryableError',
] as const;
export type Reason = (typeof SEVERITY)[number];

/** What a controller says: the reason decides about both of its conditions. */
export interface Report {
  readonly reason: Reason;
  readonly message: string;
}

const AT_REST: readonly Reason[] = ['AsExpected', 'Paused', 'NonRetryableError'];

/** `<Controller>Progressing` and `<Controller>Degraded`. */
export function factsOf(speaker: Speaker, { reason, message }: Report): readonly ConditionFact[] {
  const isDegraded = reason === 'NonRetryableError';
  return [
    { type: `${speaker}Progressing`, status: AT_REST.includes(reason) ? 'False' : 'True', reason, message },
    {
      type: `${speaker}Degraded`, status: isDegraded ? 'True' : 'False', reason: isDegraded ? reason : 'AsExpected',
      message: isDegraded ? message : '',
    },
  ];
}

/**
 * `Progressing`, `Degraded`, `Available` and `Upgradeable` of the operator.
 * @param own the conditions of both controllers, as they stand now
 * @param installed a version is installed whole
 */
export function aggregated(own: readonly Condition[], installed: boolean): readonly ConditionFact[] {
  const degraded = whole(own, 'Degraded');
  return [
    whole(own, 'Progressing'),
    degraded,
    {
      type: 'Available', status: installed ? 'True' : 'False', reason: installed ? 'AsExpected' : 'Uninitialized',
      message: installed ? '' : 'no version is installed yet',
    },
    { type: 'Upgradeable', status: degraded.status === 'True' ? 'False' : 'True', reason: degraded.reason, message: degraded.message },
  ];
}

function whole(own: readonly Condition[], aspect: 'Progressing' | 'Degraded'): ConditionFact {
  const said = SPEAKERS.map((speaker) => {
    const { reason = 'Uninitialized', message = 'initializing', status = 'Unknown' } = findCondition(own, `${speaker}${aspect}`) ?? {};
    return { speaker, reason: reason as Reason, message, status };
  });
  const isTrue = said.some(({ status }) => status === 'True' || (status === 'Unknown' && aspect === 'Progressing'));
  const worst = said.reduce((a, b) => (SEVERITY.indexOf(b.reason) > SEVERITY.indexOf(a.reason) ? b : a));
  const speaking = said.filter(({ reason }) => reason !== 'AsExpected');
  return {
    type: aspect, status: isTrue ? 'True' : 'False', reason: worst.reason,
    message: speaking.map(({ speaker, message }) => `${speaker}: ${message}`).join('; '),
  };
}
