/** What the user configured, without what is secret, or looks so. Pure. */
import { isJsonObject, type JsonObject, type JsonValue, type KubeObject, type ResolvedRevision } from '../../../api';
import { escapePointer } from '../../../issue';
import { isSecretObject } from '../../../runtime';
import type { Shown } from './manifest';

/** Where the schema says nothing, or was not known, the name of a key tells. */
const LOOKS_SECRET = /pass(?:word|wd|phrase)?$|secret|token|credential|private_?key|api_?key|access_?key/i;
const HIDDEN = '(not shown)';

/** Shorter texts occur in others by chance. */
const TELLING = 6;

export function configShown({ config = {}, configSecrets = [], phases }: ResolvedRevision, showsSecrets: boolean): Shown {
  if (showsSecrets) return { value: config, hides: false };
  const called = new Set(configSecrets);
  const isIn = within(phases.flatMap(({ objects }) => objects.flatMap(({ object }) => secretTexts(object))));
  let hides = false;
  const shown = (value: JsonValue, key: string, pointer: string): JsonValue => {
    if (called.has(pointer)) return hidden();
    if (isJsonObject(value)) return mapped(value, pointer);
    if (Array.isArray(value)) return value.map((item: JsonValue, index) => shown(item, key, `${pointer}/${index}`));
    // Whether something is wanted, and how many, is no secret.
    return typeof value === 'string' && value !== '' && (LOOKS_SECRET.test(key) || isIn(value)) ? hidden() : value;
  };
  const hidden = (): string => {
    hides = true;
    return HIDDEN;
  };
  const mapped = (values: JsonObject, pointer: string): JsonObject => Object.fromEntries(Object.entries(values).map(([key, value]) => (
    [key, shown(value as JsonValue, key, `${pointer}/${escapePointer(key)}`)]
  )));
  return { value: mapped(config, ''), hides };
}

/** Is it the value of a Secret, or a part of one? What went into a Secret is secret, whatever its key is called. */
function within(texts: readonly string[]): (value: string) => boolean {
  const whole = new Set(texts);
  return (value) => whole.has(value) || (value.length >= TELLING && texts.some((text) => text.includes(value)));
}

function secretTexts(object: KubeObject): readonly string[] {
  if (!isSecretObject(object)) return [];
  const { data, stringData } = object;
  const decoded = textsOf(data).map((value) => Buffer.from(value, 'base64').toString('utf8'));
  return [...decoded, ...textsOf(stringData)];
}

function textsOf(values: unknown): readonly string[] {
  return isJsonObject(values) ? Object.values(values).filter((value) => typeof value === 'string') : [];
}
