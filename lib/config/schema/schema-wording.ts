/** Why a configuration schema cannot be used, in words. */
import type { Issue } from '../../issue';
import type { PatternFault, SchemaFault } from './schema-fault';

interface FaultWords {
  /** A part of a sentence. */
  readonly why: string;
  readonly hint: string;
}

const NO_CONVERTER = 'Take a version of the library with Standard JSON Schema (zod 4.2 and newer), or write JSON Schema.';
const PLAIN_JSON = 'A configuration is JSON, and everything in it has to be one of its types.';
const NO_TRANSFORM = 'A schema may fill in defaults and check; convert the value in build().';
const LEAVE_OUT = 'Leave out what no configuration needs.';

/** @param sentencesOf what issues about a configuration say */
export function faultWords(reason: SchemaFault, sentencesOf: (issues: readonly Issue[]) => readonly string[]): FaultWords {
  switch (reason.fault) {
    case 'dialect':
      return {
        why: `it uses JSON Schema ${reason.dialect}`,
        hint: 'Write it in draft-07 (http://json-schema.org/draft-07/schema#) or 2020-12 (https://json-schema.org/draft/2020-12/schema).',
      };
    case 'mixed-dialects':
      return { why: `the part at ${at(reason.pointer)} uses JSON Schema ${reason.dialect}`, hint: 'Use one version for all of it.' };
    case 'endless':
      return {
        why: `at ${at(reason.pointer)} it refers to itself without going into a field, so checking would never end`,
        hint: 'Let the reference stand for a field or an item.',
      };
    case 'key-proto':
      return { why: `at ${at(reason.pointer)} it names a key __proto__`, hint: 'Choose another name.' };
    case 'too-deep':
      return {
        why: `it is nested deeper than ${reason.limit} levels`,
        hint: 'Give parts of it names under definitions and refer to them.',
      };
    case 'too-long':
      return { why: `it has more than ${reason.limit} characters`, hint: LEAVE_OUT };
    case 'too-many-schemas':
      return { why: `it has more than ${reason.limit} schemas within it`, hint: LEAVE_OUT };
    case 'too-many-references':
      return { why: `it uses $ref more than ${reason.limit} times`, hint: LEAVE_OUT };
    case 'too-many-forms':
      return {
        why: `${reason.keyword} at ${at(reason.pointer)} has more than ${reason.limit} forms`,
        hint: 'A choice of values is an enum.',
      };
    case 'too-many-entries':
      return { why: `its lists (required, enum, dependencies) have more than ${reason.limit} entries in all`, hint: LEAVE_OUT };
    case 'too-many-keywords':
      return { why: `it has more than ${reason.limit} keywords`, hint: LEAVE_OUT };
    case 'too-many-patterns':
      return { why: `it has more than ${reason.limit} patterns`, hint: LEAVE_OUT };
    case 'too-many-unevaluated':
      return {
        why: `it uses unevaluatedProperties or unevaluatedItems, and has more than ${reason.limit} schemas within it`,
        hint: 'Name the fields in one place, and use additionalProperties.',
      };
    case 'large-enum':
      return {
        why: `the enum at ${at(reason.pointer)} is so large that comparing its values takes too long`,
        hint: 'A pattern says it shorter.',
      };
    case 'no-object':
      return { why: 'it is not an object', hint: 'A schema is an object, or true or false.' };
    case 'endless-defaults':
      return { why: 'its defaults fill in themselves without end', hint: 'Correct the schema.' };
    case 'pattern':
      return {
        why: `the pattern ${JSON.stringify(reason.pattern).slice(0, 80)} at ${at(reason.pointer)} ${patternText(reason.why)}`,
        hint: 'Write it in the syntax of RE2 (https://github.com/google/re2/wiki/Syntax).',
      };
    case 'unfit-defaults':
      return { why: `its defaults do not fit it: ${sentencesOf(reason.problems).join('; ')}`, hint: 'Correct the defaults.' };
    case 'unfit-default':
      return {
        why: `the default at #${reason.pointer} does not fit: ${sentencesOf(reason.problems).join('; ')}`,
        hint: 'Correct the default.',
      };
    case 'slow-default':
      return { why: `the default at #${reason.pointer} is so large that checking it would take too long`, hint: 'Shorten it.' };
    case 'unknown-reference':
      return {
        why: `it refers to ${JSON.stringify(reason.reference).slice(0, 200)}, which is not in it`,
        hint: 'Nothing is fetched: put what it refers to under definitions.',
      };
    case 'no-json-schema':
      return {
        why: `${reason.vendor} does not say it in JSON Schema${reason.reason === undefined ? '' : `: ${reason.reason}`}`,
        hint: reason.reason === undefined ? NO_CONVERTER : PLAIN_JSON,
      };
    case 'transforms':
      return { why: `at ${at(reason.pointer)} it gives something else than it takes`, hint: NO_TRANSFORM };
    case 'changes-value':
      return { why: `it changes ${reason.field === '' ? 'the value' : `the value of '${reason.field}'`}`, hint: NO_TRANSFORM };
    case 'asynchronous':
      return {
        why: 'it gives no answer at once: a check in it waits, or threw an error',
        hint: 'A configuration is checked while the app is synthesised.',
      };
    case 'throws':
      return { why: `it failed: ${reason.reason}`, hint: 'Correct what the schema checks with.' };
    case 'not-compiled':
      return { why: reason.reason, hint: 'Correct the schema.' };
  }
}

function patternText(why: PatternFault): string {
  switch (why.fault) {
    case 'too-long':
      return `has ${why.characters} characters, more than ${why.limit}`;
    case 'too-many-steps':
      return `and those before it repeat too much: together they have more than ${why.limit} steps`;
    case 'looks-around':
      return 'looks around (?=, ?!, ?<=, ?<!), which RE2, the syntax of Go and Kubernetes, does not have';
    case 'refers-back':
      return 'refers back to a group, which RE2, the syntax of Go and Kubernetes, does not have';
    case 'syntax':
      return `is not one of RE2, the syntax of Go and Kubernetes: ${why.reason}`;
  }
}

/** A place of a schema for people. */
function at(pointer: string | undefined): string {
  return pointer === undefined || pointer === '' ? 'its root' : `#${pointer.slice(0, 200)}`;
}
