/** What trying a catalog comes to. */
import type { Finding } from '../../../../issue';
import type { TestPart } from '../../../commands/catalog/test';

export interface PartResult {
  readonly part: TestPart;
  /** How many images, packages, channel heads, or upgrades were looked at. */
  readonly checked: number;
  readonly findings: readonly TestFinding[];
}

export interface TestFinding extends Finding {
  readonly part: TestPart;
}

/** A finding about something of a catalog: a bundle, an image, a package. */
export function testFinding(
  part: TestPart,
  code: string,
  origin: string,
  message: string,
  { severity = 'error', hint }: { readonly severity?: Finding['severity']; readonly hint?: string | undefined } = {},
): TestFinding {
  return { part, code, severity, message, path: '', origin, ...(hint === undefined ? {} : { hint }) };
}
