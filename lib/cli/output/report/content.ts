/** From a revision to what the page says of it. Pure. */
import { type KubeObject, refOf, type JsonObject, type ResolvedRevision } from '../../../api';
import { compareBytes } from '../../../api/canonical-json';
import { defined } from '../../../defined';
import { imagesOfObject } from '../../../formats/images/pod-images';
import type { ImageUse } from '../../../formats';
import { requiredPermissions } from '../../../runtime';
import { formatFinding } from '../../../issue';
import type { ReportData } from './data';
import { linksOf } from './links';
import { markedRule, rolesOf } from './rights';

export interface ReportFacts {
  readonly source: string;
  readonly madeAt: string;
  /** Of objects that name none; the state is kept there, too. @default 'default' */
  readonly namespace?: string;
  readonly remarks: readonly string[];
}

export function reportOf(revision: ResolvedRevision, { source, madeAt, namespace = 'default', remarks }: ReportFacts): ReportData {
  const { extension, packageName, version, phases, hooksNotRun = [] } = revision;
  const objects = phases.flatMap((phase) => phase.objects.map(({ object }) => object));
  const { rules, findings } = requiredPermissions(objects, { engine: 'command', extension, installNamespace: namespace });
  const hooks = hooksNotRun.length === 0 ? [] : [`Hooks of the chart are not run: ${hooksNotRun.map(({ name }) => name).join(', ')}.`];
  return {
    extension,
    ...defined({ packageName, version }),
    source,
    madeAt,
    phases: phases.map((phase) => ({ name: phase.name, objects: phase.objects.map(({ object }) => ({ ref: refOf(object) })) })),
    links: linksOf(objects),
    images: imagesIn(objects),
    roles: rolesOf(objects),
    installer: rules.map((scoped) => ({ namespace: scoped.namespace, ...markedRule(scoped.rule) })),
    remarks: [...new Set([...remarks, ...hooks, ...findings.map(formatFinding)])],
  };
}

function imagesIn(objects: readonly KubeObject[]): readonly ImageUse[] {
  const uses = new Map<string, Set<string>>();
  for (const { image, by } of objects.flatMap((object) => imagesOfObject(object as unknown as JsonObject))) {
    uses.set(image, (uses.get(image) ?? new Set()).add(by));
  }
  return [...uses]
    .sort(([a], [b]) => compareBytes(a, b))
    .map(([image, by]) => ({ image, pinned: /@sha\d+:/.test(image), usedBy: [...by].sort(compareBytes) }));
}
