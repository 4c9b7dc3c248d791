/** ajv, set up for schemas of others: nothing fetched, nothing printed, patterns in linear time, and one error for a combination. */
import type { Ajv, ErrorObject, KeywordCxt, Options, ValidateFunction } from 'ajv';
import type { JsonValue } from '../../api';
import { addFormats } from './formats';
import type { SchemaDocument } from './schema-document';

/** Checks values by parts of one schema. Every error carries the schema, its parent and the value. */
export interface Checker {
  check(value: JsonValue): readonly ErrorObject[];
  /** @param pointer of a schema in the document */
  checkBy(pointer: string, value: JsonValue): readonly ErrorObject[];
}

const KEY = 'config';

/** @throws Error of ajv for what is no schema, and for references that lead nowhere */
export function compileSchema(document: SchemaDocument, installNamespace: string | undefined): Checker {
  const ajv = newAjv(document, installNamespace);
  // A schema that is only true or false has no places, and ajv takes none under a name.
  if (typeof document.root === 'boolean') {
    const validate = ajv.compile(document.root);
    return { check: (value) => run(validate, value), checkBy: (_, value) => run(validate, value) };
  }
  ajv.addSchema(document.root, KEY);
  const whole = ajv.getSchema(KEY);
  if (whole === undefined) throw new Error('it cannot be compiled');
  return {
    check: (value) => run(whole, value),
    checkBy: (pointer, value) => run(pointer === '' ? whole : ajv.getSchema(`${KEY}#${encodeURI(pointer)}`), value),
  };
}

function run(validate: ValidateFunction | undefined, value: JsonValue): readonly ErrorObject[] {
  return validate === undefined || validate(value) ? [] : (validate.errors ?? []);
}

function newAjv(document: SchemaDocument, installNamespace: string | undefined): Ajv {
  const options: Options = {
    allErrors: true,
    verbose: true,
    // Schemas are their authors': what their dialect ignores is ignored here too.
    strict: false,
    logger: false,
    // A large definition that is used often would be copied as often.
    inlineRefs: false,
    // What all objects inherit is not given.
    ownProperties: true,
    // Long lists are looked through: without it each entry becomes code of its own.
    loopRequired: 5,
    loopEnum: 5,
    // What is wrong is said in words of our own (messages/).
    messages: false,
    // Its passes over the code that it makes take longer than everything else, and what is checked is checked once.
    code: {
      optimize: false,
      regExp: Object.assign((pattern: string) => document.patterns.compile(pattern), {
        code: 'unused: nothing is generated as a module',
      }) as never,
    },
  };
  const ajv = construct(document, options);
  reportCombinationsOnce(ajv);
  addFormats(ajv, installNamespace, document.patterns);
  return ajv;
}

/* eslint-disable @typescript-eslint/no-require-imports -- takes 60 ms, which only those pay who have a configuration */
function construct({ dialect }: SchemaDocument, options: Options): Ajv {
  switch (dialect) {
    case '2020-12':
      return new (require('ajv/dist/2020') as typeof import('ajv/dist/2020')).Ajv2020(options) as unknown as Ajv;
    case '2019-09':
      return new (require('ajv/dist/2019') as typeof import('ajv/dist/2019')).Ajv2019(options) as unknown as Ajv;
    case 'draft-04':
    case 'draft-07':
      return new (require('ajv') as typeof import('ajv')).Ajv(options);
  }
}
/* eslint-enable @typescript-eslint/no-require-imports */

/**
 * ajv reports what is wrong with every branch of a combination, in one list with everything else, and by then it is not known any more
 * which error belongs to which branch. So those are dropped where they arise; messages.ts asks again about the branch that fits best.
 */
function reportCombinationsOnce(ajv: Ajv): void {
  for (const keyword of ['anyOf', 'oneOf', 'contains']) {
    const rule = ajv.RULES.all[keyword];
    if (rule === undefined || typeof rule === 'boolean' || !('code' in rule.definition)) continue;
    const { definition } = rule;
    rule.definition = {
      ...definition,
      code: (context: KeywordCxt, type?: string) => {
        const result = context.result.bind(context);
        context.result = (condition, success, failure) =>
          result(condition, success, () => {
            context.reset();
            if (failure === undefined) context.error();
            else failure();
          });
        definition.code(context, type);
      },
    };
  }
}
