/** The probes that a revision carries: what is wrong with them, and those that choose none of its objects. */
import { GROUP, type KubeObject, type ProbeSelector, type ProgressionProbe, refOf } from '../api';
import type { Issue } from '../issue';
import { checkProbes, probeIssue, selects } from '../probes';
import type { Item } from './item';

export interface CheckedProbes {
  /** With their paths as our API takes them. */
  readonly probes: readonly ProgressionProbe[];
  readonly issues: readonly Issue[];
}

export function checkRevisionProbes(written: readonly ProgressionProbe[], items: readonly Item[]): CheckedProbes {
  const { probes, issues: broken } = checkProbes(written);
  const refused = new Set(broken.map(({ path: [index] }) => index));
  const idle = probes.flatMap(({ selector }, index) => {
    if (refused.has(index) || items.some((item) => mayLookAt(selector, item))) return [];
    const place = { severity: 'warning', path: [index, 'selector', MEMBERS[selector.type]] } as const;
    return [probeIssue('invalid-probe', { problem: 'selects-nothing', objects: nothing(selector) }, place)];
  });
  return { probes, issues: [...broken, ...idle].map((issue) => ({ ...issue, path: ['progressionProbes', ...issue.path] })) };
}

const MEMBERS: Readonly<Record<ProbeSelector['type'], string>> = { GroupKind: 'groupKind', Label: 'label', Object: 'object' };

/** Whether the selector chooses the object; so it may where it asks for labels that every object is given when it is applied. */
function mayLookAt(selector: ProbeSelector, item: Item): boolean {
  if (selector.type === 'Label') {
    const { matchLabels = {}, matchExpressions = [] } = selector.label;
    if ([...Object.keys(matchLabels), ...matchExpressions.map(({ key }) => key)].some((key) => key.startsWith(`${GROUP}/`))) return true;
  }
  const object = item.object as unknown as KubeObject;
  return selects(selector, { ...refOf(object), labels: object.metadata.labels ?? {} });
}

function nothing(selector: ProbeSelector): string {
  switch (selector.type) {
    case 'GroupKind': {
      const { group, kind } = selector.groupKind;
      return `no object of kind ${kind} in ${group === '' ? 'the core group' : `group ${group}`}`;
    }
    case 'Label':
      return 'no object with these labels';
    case 'Object': {
      const { kind, namespace, name } = selector.object;
      return `no ${kind} ${namespace ? `${namespace}/` : ''}${name}`;
    }
  }
}
