/**
 * Waivers: the user has looked at a change and means it. As text `[CRD/]CHECK[@VERSION][:PATH]`: `enum`, `enum:^.spec.mode`,
 * `type@v1:^.spec.size`, `type@v1 -> v2:^.spec.**`, `widgets.example.com/required:^.spec`.
 */
import { defined } from '../../defined';
import { BoxcutterError } from '../../errors';
import { CRD_CHECKS, type CrdCheck, type CrdIssue, type CrdWaiver } from './issue';

/** @throws BoxcutterError `crd-waiver`, category input */
export function parseCrdWaiver(text: string, reason?: string): CrdWaiver {
  const [, crd, check, version, path] =
    /^(?:([a-z0-9.-]{1,253})\/)?([A-Za-z]{1,40})(?:@([^:^]{1,200}))?(?::(\^.{0,2000}))?$/s.exec(text) ?? [];
  if (check === undefined || !isCheck(check)) {
    const what = check === undefined ? `"${text.slice(0, 200)}" is not a waiver` : `There is no check "${check}"`;
    throw new BoxcutterError('crd-waiver', 'input', `${what}.`, {
      hint: `Write [CRD/]CHECK[@VERSION][:PATH], like enum:^.spec.mode. Checks: ${CRD_CHECKS.join(', ')}.`,
    });
  }
  return {
    check,
    ...defined({ crd }),
    ...(version === undefined ? {} : { version: version.trim().replace(/\s*->\s*/, ' -> ') }),
    ...defined({ path, reason }),
  };
}

function isCheck(name: string): name is CrdCheck {
  return (CRD_CHECKS as readonly string[]).includes(name);
}

/** The first waiver that speaks of this issue. */
export function waiverOf(
  issue: Pick<CrdIssue, 'check' | 'versions' | 'path'>,
  crd: string,
  waivers: readonly CrdWaiver[],
): CrdWaiver | undefined {
  return waivers.find(
    (waiver) =>
      waiver.check === issue.check
      && (waiver.crd === undefined || waiver.crd === crd)
      && (waiver.version === undefined || waiver.version === issue.versions.join(' -> '))
      && (waiver.path === undefined || coversPath(waiver.path, issue.path)),
  );
}

function coversPath(waived: string, path: string): boolean {
  if (!waived.endsWith('.**')) return path === waived;
  const top = waived.slice(0, -3);
  return path === top || path.startsWith(`${top}.`);
}

/** Waivers that no issue needed: what they were for is gone, or their path is mistyped. */
export function unusedWaivers(waivers: readonly CrdWaiver[], issues: readonly CrdIssue[]): readonly CrdWaiver[] {
  const used = new Set(issues.map(({ waiver }) => waiver));
  return waivers.filter((waiver) => !used.has(waiver));
}
