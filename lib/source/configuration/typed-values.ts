/**
 * Values of `--set` in the type that the schema wants. `--set` reads a value without knowing the schema, as helm does; where the schema
 * takes no such type, and the text as it was typed is of the one that it takes, that is what was meant.
 */
import type { JsonObject, JsonValue } from '../../api';
import type { ConfigIssues } from '../../config';
import type { Issue } from '../../issue';
import { type GivenValues, layerOf } from './layers';
import { replaceValue } from './set-values';

/** Values with what `--set` gave in another type than the schema takes put right, as far as there is one way to do so. */
export function typedBySchema({ values = {}, layers }: GivenValues, check: (values: JsonObject) => readonly Issue[]): JsonObject {
  // Without one of these there is nothing that could be read in another way, and no reason to check twice.
  if (!layers.some((layer) => 'option' in layer && layer.option === '--set' && layer.text !== undefined && isDoubtful(layer.text))) {
    return values;
  }
  return check(values).flatMap(problemsOf).reduce((result, { code, path, data }) => {
    const layer = code === 'config-wrong-type' ? layerOf(path, layers) : undefined;
    if (layer === undefined || 'file' in layer || layer.option !== '--set' || layer.text === undefined) return result;
    if (layer.steps.length !== path.length) return result;
    const { expected, found } = data as ConfigIssues['config-wrong-type'];
    const value = readAs(expected, found, layer.text);
    return value === undefined ? result : replaceValue(result, layer.steps, value);
  }, values);
}

function problemsOf({ code, data }: Issue): readonly Issue[] {
  return code === 'invalid-config' ? (data as ConfigIssues['invalid-config']).problems : [];
}

const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

function isDoubtful(text: string): boolean {
  return text === 'true' || text === 'false' || NUMBER.test(text);
}

/** `null` stays what it is: it says that there is no value. */
function readAs(expected: readonly string[], found: string, text: string): JsonValue | undefined {
  if (expected.includes('string') && (found === 'number' || found === 'boolean')) return text;
  if (found !== 'string' || !NUMBER.test(text)) return undefined;
  const number = Number(text);
  if (expected.includes('number') && Number.isFinite(number)) return number;
  return expected.includes('integer') && Number.isSafeInteger(number) ? number : undefined;
}
