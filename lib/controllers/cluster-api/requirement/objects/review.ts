/** The answer to an AdmissionReview about an object of a required definition. Pure. */
import { asObject, type JsonObject } from '../../../../api';
import { type ObjectSchema, validateObject, validateScale } from './validate';

/** What an object is held against; `wrong`: why there is nothing. */
export type Judge =
  | { readonly type: 'ready'; readonly action: 'Deny' | 'Warn'; readonly schemaOf: (version: string) => ObjectSchema | undefined }
  | { readonly type: 'wrong'; readonly message: string };

/** Warnings that the server passes on: a client shows some, and the server cuts what is longer. */
const MOST_WARNINGS = 20;
const LONGEST = 250;
/** Characters of a refusal. */
const MOST_MESSAGE = 4_000;

/** Undefined: it is no AdmissionReview. @param name of the requirement */
export function reviewed(review: unknown, name: string, judge: Judge): JsonObject | undefined {
  const request = asObject(asObject(review)?.['request']);
  const uid = request?.['uid'];
  if (request === undefined || typeof uid !== 'string') return undefined;
  const response = (more: JsonObject): JsonObject => (
    { apiVersion: 'admission.k8s.io/v1', kind: 'AdmissionReview', response: { uid, ...more } }
  );
  const prefix = `This requirement was added by CompatibilityRequirement ${name}`;
  const refused = (message: string, code: number, reason: string): JsonObject => response({
    allowed: false, status: { status: 'Failure', code, reason, message: `${prefix}: ${message}`.slice(0, MOST_MESSAGE) },
  });
  if (judge.type === 'wrong') return refused(judge.message, 500, 'InternalError');
  // Not of the kind, which is Scale for that subresource.
  const version = asObject(request['resource'])?.['version'];
  const schema = typeof version === 'string' ? judge.schemaOf(version) : undefined;
  const object = asObject(request['object']);
  if (object === undefined) return response({ allowed: true });
  if (schema === undefined) return refused(`it has no schema of version ${String(version)}`, 500, 'InternalError');
  const { errors, warnings } = request['subResource'] === 'scale' ? validateScale(schema, object)
    : validateObject(schema, object, asObject(request['oldObject']));
  const said = (texts: readonly string[]): JsonObject => (
    texts.length === 0 ? {} : { warnings: texts.slice(0, MOST_WARNINGS).map((text) => `${prefix}: ${text}`.slice(0, LONGEST)) }
  );
  if (judge.action === 'Warn') return response({ allowed: true, ...said([...errors, ...warnings]) });
  if (errors.length > 0) return refused(errors.join('; '), 422, 'Invalid');
  return response({ allowed: true, ...said(warnings) });
}
