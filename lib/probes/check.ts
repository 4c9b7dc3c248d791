/**
 * The check of probes, the only one: compile, engine and API server take the same. It is made of the schema that the CRD is made of; beyond
 * it goes only what no schema can say, which is whether a CEL rule is CEL.
 */
import type { JsonObject, JsonValue, ProgressionProbe } from '../api';
import { brokenRules, type BrokenRule, type Schema, type ValidationRule } from '../api/schema';
import type { Issue } from '../issue';
import { checkValue, schemaNodeOf } from '../schema';
import { faultOf, wireForm } from './assertions';
import { fieldPathRule } from './field-path';
import { probeIssue } from './issues';
import { MAX_PROBES, progressionProbes } from './schema';
import { quoteOf } from './text';

export interface CheckedProbes {
  /** In the form of our API. Only without issues are they what their type says. */
  readonly probes: readonly ProgressionProbe[];
  /** Paths begin with the index of the probe. */
  readonly issues: readonly Issue[];
}

const probeSchema: Schema = progressionProbes.items ?? {};
/** Through text: that leaves out what is no part of a CRD. */
const node = schemaNodeOf(JSON.parse(JSON.stringify(probeSchema)) as JsonObject);

/** Checks `spec.progressionProbes`, which may be anything. A list without probes is none, and allowed. Never throws. */
export function checkProbes(input: unknown): CheckedProbes {
  if (!Array.isArray(input)) return { probes: [], issues: checkValue({ type: 'array' }, asJson(input) ?? '', []).map(structureIssue) };
  const checked = Array.from(input as readonly unknown[], (probe, index) => checkProbe(probe, index));
  const tooMany = input.length > MAX_PROBES ? [probeIssue('too-many-probes', { count: input.length, limit: MAX_PROBES })] : [];
  return { probes: checked.map(({ probe }) => probe), issues: [...tooMany, ...checked.flatMap(({ issues }) => issues)] };
}

function checkProbe(input: unknown, index: number): { readonly probe: ProgressionProbe; readonly issues: readonly Issue[] } {
  const json = asJson(input);
  const written = json as unknown as ProgressionProbe;
  const misshapen = checkValue(node, json ?? '', [index]);
  if (misshapen.length > 0) return { probe: written, issues: misshapen.map(structureIssue) };
  const probe = { ...written, assertions: written.assertions.map(wireForm) };
  const broken = brokenRules(probeSchema, probe as unknown as JsonValue, holds, [index]);
  if (broken.length > 0) return { probe, issues: broken.map(ruleIssue) };
  const faults = probe.assertions.flatMap((assertion, position) => {
    const fault = faultOf(assertion);
    if (fault === undefined) return [];
    const problem = { problem: 'unusable', text: quoteOf(fault.text), why: quoteOf(fault.why) } as const;
    return [probeIssue('invalid-probe', problem, { path: [index, 'assertions', position, ...fault.path] })];
  });
  return { probe, issues: faults };
}

/** Programs without types may give anything: what JSON cannot say becomes a text, or is left out. */
function asJson(input: unknown): JsonValue {
  try {
    const text = JSON.stringify(input, (_key, value: unknown) => (typeof value === 'bigint' ? String(value) : value)) as string | undefined;
    return text === undefined ? '' : (JSON.parse(text) as JsonValue);
  } catch {
    return '';
  }
}

function structureIssue({ code, data, path }: Issue): Issue {
  return probeIssue('invalid-probe', { problem: 'structure', issue: { code, data } }, { path });
}

function ruleIssue({ rule, path, value }: BrokenRule): Issue {
  const isPath = rule === fieldPathRule && typeof value === 'string';
  return probeIssue('invalid-probe', isPath ? { problem: 'field-path', path: value } : { problem: 'rule', rule: rule.message }, { path });
}

/** Every rule on probes can be decided without CEL, whose library is slow to load; a test holds them against the CEL. */
function holds(rule: ValidationRule, value: JsonValue): boolean {
  if (rule.holds === undefined) throw new Error(`The rule ${rule.rule} has no counterpart in TypeScript.`);
  return rule.holds(value);
}
