/** From a package and a configuration to what the package declares: its code is run in a sandbox. */
import { type JsonObject, type JsonValue } from '../../api';
import { pointerSegments } from '../../issue';
import { secretPointers } from '../../config';
import { maskerOf } from '../masking';
import type { RenderOptions, RenderResult } from '../rendering';
import type { PackageV1Bundle } from './bundle';
import { CONTRACT, type PackageInput } from './contract';
import { SCRIPT_FILE } from './file-names';
import { readOutput } from './read-output';
import { SANDBOX_LIMITS } from './sandbox/limits';
import type { SandboxOutcome } from './sandbox/sandbox-thread';
import { type PackageIssues, packageIssue } from './wording';

type Place = Pick<RenderOptions, 'installNamespace' | 'releaseName'>;

export function renderPackage(bundle: PackageV1Bundle, config: JsonObject, place: Place): RenderResult {
  return renderedFrom(runPackage(bundle, config, place), bundle, config);
}

export async function renderPackageApart(bundle: PackageV1Bundle, config: JsonObject, place: Place): Promise<RenderResult> {
  return renderedFrom(await sandbox().runInSandboxApart(bundle.script, inputOf(bundle, config, place)), bundle, config);
}

/** Runs the script. @param config checked, with defaults */
export function runPackage(bundle: PackageV1Bundle, config: JsonObject, place: Place): SandboxOutcome {
  return sandbox().runInSandbox(bundle.script, inputOf(bundle, config, place));
}

function inputOf({ version, packageName }: PackageV1Bundle, config: JsonObject, place: Place): string {
  const { installNamespace: namespace, releaseName: extension = packageName } = place;
  const input: PackageInput = { contract: CONTRACT, extension, namespace, version, config };
  return JSON.stringify(input);
}

export function renderedFrom(outcome: SandboxOutcome, { configSchema }: PackageV1Bundle, config: JsonObject): RenderResult {
  const masked = maskerFor(configSchema, config);
  // Only then is it cut: half of a secret would not be found.
  const shown = (text: string): string => masked(text).slice(0, SANDBOX_LIMITS.message);
  if (outcome.kind === 'output') return readOutput(outcome.text, shown);
  return { objects: [], issues: [issueOf(outcome, shown)] };
}

/** Of what a package says, values are hidden that its schema calls secret; without a schema nothing says which are, so all are. */
function maskerFor(schema: JsonObject | undefined, config: JsonObject): (text: string) => string {
  const secrets = schema === undefined ? [config] : secretPointers(schema, config).map((pointer) => at(config, pointer));
  return secrets.length === 0 || Object.keys(config).length === 0 ? (text) => text : maskerOf(secrets);
}

function at(config: JsonObject, pointer: string): JsonValue {
  return pointerSegments(pointer).reduce<JsonValue>((value, key) => (value as JsonObject)[key] ?? null, config);
}

function issueOf(outcome: Exclude<SandboxOutcome, { kind: 'output' }>, shown: (text: string) => string) {
  const issue = <Code extends keyof PackageIssues & string>(code: Code, data: PackageIssues[Code]) =>
    packageIssue(code, data, { origin: SCRIPT_FILE });
  switch (outcome.kind) {
    case 'threw':
      return issue('package-failed', { message: shown(outcome.message) });
    case 'broken-script':
      return issue('package-broken', { message: shown(outcome.message) });
    case 'no-function':
    case 'no-text':
      return issue('package-output', { problem: outcome.kind });
    case 'too-large':
      return issue('package-limit', { limit: 'size' });
    case 'too-long':
      return issue('package-limit', { limit: 'time' });
    case 'memory':
    case 'recursion':
      return issue('package-limit', { limit: outcome.kind });
    case 'engine':
      return issue('package-engine', {});
  }
}

/** The interpreter is loaded for nothing else. */
function sandbox(): typeof import('./sandbox/run-in-sandbox') {
  // eslint-disable-next-line @typescript-eslint/no-require-imports -- see above
  return require('./sandbox/run-in-sandbox') as typeof import('./sandbox/run-in-sandbox');
}
