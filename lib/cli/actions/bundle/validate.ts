import { lintBundle, placeIssues, tryRendering, type TriedRendering } from '../../../formats';
import { findingOf, formatFinding, type Finding } from '../../../issue';
import { sourceWording } from '../../../source/wording';
import type { BundleValidateArgs } from '../../commands/bundle/validate';
import { readNamedBundle } from '../../../source/bundle/open';
import { EXIT } from '../../exit';
import { paint } from '../../output/terminal/paint';
import { isDocument, printDocument } from '../../output/print';
import { counted } from '../../output/terminal/table';
import { printLines } from '../../output/terminal/sink';
import { note } from '../../output/note';

export const VALIDATION_SCHEMA = 'boxcutter.bundle-validation/v1';

/**
 * Everything that is wrong with a bundle, also what only shows when it is rendered and compiled, errors first.
 * Exit code 2 when there are errors; with `--strict` also for warnings.
 */
export async function bundleValidate({ bundle: path, strict, output }: BundleValidateArgs): Promise<number> {
  const { files, read } = await readNamedBundle(path);
  const advice = read.bundle === undefined ? [] : placeIssues(files, lintBundle(read.bundle, files));
  const rendering: TriedRendering = read.bundle === undefined ? { issues: [] } : tryRendering(read.bundle, files);
  const issues = [...read.issues, ...advice, ...rendering.issues];
  const findings = distinct(issues.map((issue) => findingOf(issue, sourceWording)));
  if (rendering.note !== undefined) note(rendering.note);
  const of = (severity: Finding['severity']): readonly Finding[] => findings.filter((finding) => finding.severity === severity);
  const [errors, warnings] = [of('error'), of('warning')];
  const valid = errors.length === 0 && (!strict || warnings.length === 0);
  if (isDocument(output)) {
    const { name, format, packageName, version } = read.bundle ?? {};
    const about = { bundle: path, valid, name, format, packageName, version };
    await printDocument({ schema: VALIDATION_SCHEMA, ...about, findings: [...errors, ...warnings] }, output);
  } else {
    const colours = paint(process.stdout);
    for (const finding of errors) printLines([`${colours.red('error')}    ${formatFinding(finding)}`]);
    // The word for its severity stands before it already.
    const warningTexts = warnings.map((finding) => formatFinding({ ...finding, severity: 'error' }));
    for (const text of warningTexts) printLines([`${colours.yellow('warning')}  ${text}`]);
    const counts = `${counted(errors.length, 'error')}, ${counted(warnings.length, 'warning')}`;
    const what = read.bundle === undefined ? path : `${read.bundle.name} (${read.bundle.format})`;
    printLines([`${what}: ${valid ? colours.green('valid') : colours.red('not valid')}; ${counts}`]);
  }
  return valid ? EXIT.done : EXIT.input;
}

/** Reading and rendering may come upon the same. */
function distinct(findings: readonly Finding[]): readonly Finding[] {
  const byText = new Map(findings.map((finding) => [formatFinding(finding), finding]));
  return [...byText.values()];
}
