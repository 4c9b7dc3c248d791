/** Do the heads of channels render, and pass the check against schemas? */
import { type Bundle, tryRendering } from '../../../../formats';
import { findingOf, type Issue } from '../../../../issue';
import { sourceWording } from '../../../../source/wording';
import type { CatalogBundles, Head } from './bundles';
import { type PartResult, testFinding, type TestFinding } from './result';

/** @param versions of Kubernetes, whose schemas are taken. Empty: the newest that is known */
export async function testRendering(
  heads: readonly Head[], bundles: CatalogBundles, versions: readonly string[], onNote: (note: string) => void,
): Promise<PartResult> {
  const distinct = [...new Map(heads.map((head) => [`${head.packageName} ${head.entry.name}`, head])).values()];
  const findings: TestFinding[] = [];
  for (const [index, { packageName, entry: { name } }] of distinct.entries()) {
    onNote(`render: ${name} (${index + 1} of ${distinct.length})`);
    const opened = await bundles.open('render', packageName, name);
    if (opened.type === 'not-open') {
      findings.push(opened.finding);
      continue;
    }
    const { files, read } = opened.named;
    findings.push(...inWords(name, read.issues));
    if (read.bundle === undefined) continue;
    findings.push(...differences(name, read.bundle, { packageName, version: bundles.versionOf(packageName, name) }));
    for (const version of versions.length === 0 ? [undefined] : versions) {
      const { issues, note } = tryRendering(read.bundle, files, { kubernetesVersion: version });
      const known = new Set(read.issues.map(({ code, origin }) => `${code} ${origin?.source} ${origin?.line}`));
      const fresh = issues.filter(({ code, origin }) => !known.has(`${code} ${origin?.source} ${origin?.line}`));
      findings.push(...inWords(version === undefined ? name : `${name} (Kubernetes ${version})`, fresh));
      if (note !== undefined) findings.push(testFinding('render', 'not-rendered', name, note, { severity: 'warning' }));
    }
  }
  return { part: 'render', checked: distinct.length, findings };
}

/** No install takes what is something else than the catalog says. */
function differences(
  name: string, { packageName, version }: Bundle, said: { readonly packageName: string; readonly version: string | undefined },
): readonly TestFinding[] {
  const differs = (what: string, is: string, should: string): TestFinding => (
    testFinding('render', 'bundle-differs', name, `its image is of the ${what} ${is}, and the catalog says ${should}`)
  );
  return [
    ...(packageName === said.packageName ? [] : [differs('package', packageName, said.packageName)]),
    ...(version === undefined || said.version === undefined || version === said.version ? [] : [differs('version', version, said.version)]),
  ];
}

function inWords(name: string, issues: readonly Issue[]): readonly TestFinding[] {
  return issues.map((issue) => {
    const finding = findingOf(issue, sourceWording);
    return { ...finding, part: 'render', origin: finding.origin === undefined ? name : `${name}: ${finding.origin}` };
  });
}
