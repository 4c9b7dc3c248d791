/** The configuration of a package from the command line: files first, then single values, what comes later wins. */
import { readFileSync, statSync } from 'node:fs';
import { isJsonObject, type JsonObject, type JsonValue } from '../../api';
import { mergeValues } from '../../config';
import { defined } from '../../defined';
import { BoxcutterError, messageOf } from '../../errors';
import type { Issue } from '../../issue';
import { MAX_TEXT, parseDocuments } from '../../yaml';
import type { GivenValues, Layer } from './layers';
import { assignedBy, keySteps, type SetOptions, setText, setValues } from './set-values';
import type { Choices } from '../choices';
import { refuseIssues } from '../refuse-issues';
import { type ValuesIssues, valuesIssue } from './values-wording';
import { readStdin } from '../standard-input';
import { namesUrl } from '../url/address';
import { shownPath } from '../url/shown-path';

export interface ConfigSources {
  /** YAML or JSON files, merged in this order: maps key by key, everything else as a whole. `-` is standard input. */
  readonly files: readonly string[];
  /** `a.b[0].c=value`, several separated by commas, as helm reads them: true, false, null and integers are typed, the rest is text. */
  readonly set: readonly string[];
  /** The same, but every value is text. They come after `set`. */
  readonly setString?: readonly string[];
  /** `key=path`: the value is the text of a file. They come after `setString`. */
  readonly setFile?: readonly string[];
  /** `key=NAME`: the value is that of an environment variable, as text. They come last. */
  readonly setEnv?: readonly string[];
  /** What all of them are put over: an earlier configuration. */
  readonly over?: JsonObject | undefined;
}

/** What of the choices is configuration. */
export function configSourcesOf({ config = [], set = [], setString = [], setFile = [], setEnv = [] }: Choices): ConfigSources {
  return { files: config, set, setString, setFile, setEnv };
}

/** Whether anything is configured. */
export function isConfigured({ files, set, setString = [], setFile = [], setEnv = [] }: ConfigSources): boolean {
  return files.length + set.length + setString.length + setFile.length + setEnv.length > 0;
}

/**
 * What the user configures; not checked against any schema.
 *
 * @returns without values when nothing was given, and there is nothing to put it over
 * @throws BoxcutterError category input: `config-not-found`, `config-unreadable`, `input-invalid` with all that is wrong with the files,
 *   `set-invalid`. No message quotes a value.
 */
export async function readConfigValues(
  sources: ConfigSources,
  onNote: (note: string) => void,
): Promise<GivenValues> {
  const { files, set, setString = [], setFile = [], setEnv = [], over } = sources;
  if (!isConfigured(sources)) return { layers: [], ...defined({ values: over }) };
  const issues: Issue[] = [];
  const layers: Layer[] = [];
  let values: JsonObject = over ?? {};
  for (const [index, file] of files.entries()) {
    const isInput = file === '-';
    if (isInput && files.slice(0, index).some((other) => other === file)) {
      throw new BoxcutterError(
        'config-unreadable', 'input',
        'Standard input is given twice as configuration, but it can be read only once.',
        { hint: 'Leave out one --config -.' },
      );
    }
    const text = isInput ? await readStdin('the configuration') : readText(file);
    const source = isInput ? 'standard input' : file;
    const read = mapping(text, source, issues);
    if (read === undefined) continue;
    values = mergeValues(values, read);
    layers.push({ file: source, text, values: read });
  }
  refuseIssues(issues, onNote, 'The configuration');
  const assign = (words: string, options: SetOptions): void => {
    values = setValues(values, words, options);
    layers.push(...assignedBy(words, options).map((assignment) => ({ option: options.option, ...assignment })));
  };
  for (const words of set) assign(words, { option: '--set', typed: true });
  for (const words of setString) assign(words, { option: '--set-string', typed: false });
  const assignFrom = (words: string, option: string, read: (source: string) => string): void => {
    const [key, source] = sourceOf(words, option);
    values = setText(values, key, read(source), option);
    layers.push({ option, steps: keySteps(key, option) });
  };
  for (const words of setFile) assignFrom(words, '--set-file', (file) => readText(file, '--set-file'));
  for (const words of setEnv) assignFrom(words, '--set-env', readVariable);
  return { values, layers };
}

/** `key=source`: a value that is not on the command line, where every user of the machine could read it. */
function sourceOf(words: string, option: string): readonly [key: string, source: string] {
  const at = words.indexOf('=');
  if (at > 0 && at < words.length - 1) return [words.slice(0, at), words.slice(at + 1)];
  const source = option === '--set-env' ? 'NAME' : 'PATH';
  throw new BoxcutterError('set-invalid', 'input', `${option} cannot be read: it is not key=${source}.`, {
    hint: `Write ${option} a.b=${source}.`,
  });
}

function readVariable(name: string): string {
  const value = process.env[name];
  if (value !== undefined) return value;
  throw new BoxcutterError('set-invalid', 'input', `There is no environment variable ${name.slice(0, 100)}.`, {
    hint: 'Check --set-env, or export the variable.',
  });
}

function mapping(text: string, file: string, issues: Issue[]): JsonObject | undefined {
  const parsed = parseDocuments(text, file);
  issues.push(...parsed.issues);
  if (parsed.issues.length > 0) return undefined;
  const [document, second] = parsed.documents.filter(({ value }) => value !== null);
  const value: JsonValue = document?.value ?? {};
  const refuse = (problem: ValuesIssues['config-invalid']['problem']): undefined =>
    void issues.push(valuesIssue('config-invalid', { problem }, { origin: { source: file } }));
  if (second !== undefined) {
    return refuse('several-documents');
  }
  return isJsonObject(value) ? value : refuse('no-mapping');
}

function readText(file: string, option = '--config'): string {
  try {
    if (statSync(file).size > MAX_TEXT) {
      throw new BoxcutterError(
        'config-unreadable', 'input',
        `${file} is larger than ${MAX_TEXT / 1024 / 1024} MiB.`,
        { hint: 'A configuration has only a few keys.' },
      );
    }
    return new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(file));
  } catch (error) {
    if (error instanceof BoxcutterError) throw error;
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') {
      throw new BoxcutterError(
        'config-not-found', 'input',
        `There is no file ${shownPath(file)} to read the configuration from.`,
        { hint: namesUrl(file) ? `${option} takes files: download it, and name the file.` : `Check ${option}.`, cause: error },
      );
    }
    const why = (error as NodeJS.ErrnoException).code === 'ERR_ENCODING_INVALID_ENCODED_DATA' ? 'it is not UTF-8 text' : messageOf(error);
    throw new BoxcutterError('config-unreadable', 'input', `${file} cannot be read: ${why}.`, { cause: error });
  }
}
