import { openCatalog } from '../../../catalog-store';
import { formatFinding } from '../../../issue';
import { workingFolder } from '../../../source/catalog/working-folder';
import { type CatalogTestArgs, PARTS, type TestPart } from '../../commands/catalog/test';
import { EXIT } from '../../exit';
import { note } from '../../output/note';
import { isDocument, printDocument } from '../../output/print';
import { paint } from '../../output/terminal/paint';
import { printLines } from '../../output/terminal/sink';
import { counted } from '../../output/terminal/table';
import { CatalogBundles, headsOf } from './testing/bundles';
import { testImages } from './testing/images';
import { testRendering } from './testing/rendering';
import type { PartResult } from './testing/result';
import { testServing } from './testing/serving';
import { testUpgrades } from './testing/upgrades';

export const CATALOG_TEST_SCHEMA = 'boxcutter.catalog-test/v1';

/** What the parts count. */
const NOUNS: Readonly<Record<TestPart, string>> = { images: 'image', serve: 'package', render: 'channel head', upgrades: 'upgrade' };

/** Tries a catalog as its users will. Exit code 2 when there are errors; with `--strict` also for warnings. */
export async function catalogTest(args: CatalogTestArgs): Promise<number> {
  const { catalog, only = PARTS, skip = [], strict, output } = args;
  const parts = PARTS.filter((part) => (only as readonly string[]).includes(part) && !(skip as readonly string[]).includes(part));
  const results: PartResult[] = [];
  for (const part of parts) results.push(await resultOf(part, args));
  const findings = results.flatMap((result) => result.findings);
  const errors = findings.filter(({ severity }) => severity === 'error').length;
  const passed = errors === 0 && (!strict || findings.length === 0);
  if (isDocument(output)) {
    const counts = results.map(({ part, checked }) => ({ part, checked }));
    await printDocument({ schema: CATALOG_TEST_SCHEMA, catalog, passed, parts: counts, findings }, output);
  } else {
    printLines([...results.flatMap((result) => linesOf(result)), summaryOf(catalog, passed, errors, findings.length - errors)]);
  }
  return passed ? EXIT.done : EXIT.input;
}

async function resultOf(part: TestPart, { catalog, kubernetesVersion = [] }: CatalogTestArgs): Promise<PartResult> {
  const { loaded, close } = await openCatalog(catalog, { onNote: note });
  const { content } = loaded;
  try {
    if (part === 'images') return await testImages(content, note);
    if (part === 'serve') return await testServing(catalog, content, note);
    const bundles = new CatalogBundles(loaded, workingFolder(catalog));
    const heads = headsOf(content);
    return part === 'render' ? await testRendering(heads, bundles, kubernetesVersion, note) : await testUpgrades(heads, bundles, note);
  } finally {
    await close();
  }
}

function linesOf({ part, checked, findings }: PartResult): readonly string[] {
  const colours = paint(process.stdout);
  const isGood = findings.every(({ severity }) => severity !== 'error');
  const head = `${isGood ? colours.green('passed') : colours.red('failed')}  ${part}: ${counted(checked, NOUNS[part])}`;
  return [head, ...findings.map((finding) => `  ${finding.severity === 'error' ? 'error  ' : 'warning'}  ${textOf(finding)}`)];
}

/** Its severity stands before it already. */
function textOf(finding: PartResult['findings'][number]): string {
  return formatFinding({ ...finding, severity: 'error' });
}

function summaryOf(catalog: string, passed: boolean, errors: number, warnings: number): string {
  const colours = paint(process.stdout);
  const counts = `${counted(errors, 'error')}, ${counted(warnings, 'warning')}`;
  return `${catalog}: ${passed ? colours.green('passed') : colours.red('failed')}; ${counts}`;
}
