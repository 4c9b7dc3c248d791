/**
 * What failed in the tests, and how many there were, from jest's file of results (`--json --outputFile`): the last lines of CI, because
 * what stands further up of a long log is cut off by those who keep it. `node tools/run/summary.mjs RESULTS`.
 */
import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

const LINES = 30;

const { numPassedTests, numFailedTests, numPendingTests, testResults } = JSON.parse(readFileSync(process.argv[2], 'utf8'));
let failed = numFailedTests;
for (const suite of testResults.filter(({ status }) => status === 'failed')) {
  const file = relative(process.cwd(), suite.name);
  const failures = suite.assertionResults.filter(({ status }) => status === 'failed');
  for (const { fullName, failureMessages } of failures) tell(`${file}: ${fullName}`, failureMessages.join('\n'));
  // A file that does not load, or whose tidying up fails, has no test that failed, and is a failure all the same.
  if (failures.length === 0) {
    failed += 1;
    tell(file, suite.message);
  }
}
console.log(`${numPassedTests} passed, ${failed} failed${numPendingTests > 0 ? `, ${numPendingTests} skipped` : ''}`);

function tell(what, message) {
  const lines = stripVTControlCharacters(message).trim().split('\n');
  console.log([`FAILED ${what}`, ...lines.slice(0, LINES), ...(lines.length > LINES ? [`… and ${lines.length - LINES} lines more`] : [])]
    .join('\n  '));
}
