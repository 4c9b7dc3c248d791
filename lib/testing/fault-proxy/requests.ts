/**
 * What a request to an API server asks for, read from its method, path and headers.
 */
import type { IncomingHttpHeaders } from 'node:http';
import { defined } from '../../defined';

/**
 * As in RBAC and audit logs, with server-side apply as a verb of its own beside other patches, and everything outside of resources as
 * `other`.
 */
export type RequestVerb = (typeof VERBS)[number];

export const VERBS = [
  'get',
  'list',
  'watch',
  'create',
  'update',
  'patch',
  'apply',
  'delete',
  'deletecollection',
  'discovery',
  'other',
] as const;

/** One request as the proxy saw it; `status` and `fault` come when they are known. */
export interface ProxiedRequest {
  /** Position in the order of arrival, from 0. */
  readonly index: number;
  readonly method: string;
  /** With the query. */
  readonly path: string;
  readonly verb: RequestVerb;
  /** `configmaps`, `deployments.apps`; empty outside of resources. */
  readonly resource: string;
  readonly namespace?: string;
  /**
   * Of the object. For a create it is read from the body; absent for lists and for generated names. For a watch of one object, that one.
   */
  readonly name?: string;
  readonly subresource?: string;
  readonly dryRun: boolean;
  readonly watch: boolean;
  /** Status code that the server answered with; absent while there is none, and when the request was never forwarded. */
  readonly serverStatus?: number;
  /** Status code that the caller was given; absent while there is none, and when the connection was cut before. */
  readonly status?: number;
  /** Type of the fault that was done to it. */
  readonly fault?: string;
}

/** The same while it is being worked on. */
export type OpenRequest = { -readonly [K in keyof ProxiedRequest]: ProxiedRequest[K] };

const VERB_OF_METHOD: Readonly<Record<string, RequestVerb>> = {
  POST: 'create',
  PUT: 'update',
  PATCH: 'patch',
  DELETE: 'delete',
  GET: 'get',
  HEAD: 'get',
};

export function describeRequest(index: number, method: string, path: string, headers: IncomingHttpHeaders, body: Buffer): OpenRequest {
  const url = new URL(path, 'http://proxy');
  const common = { index, method, path, dryRun: url.searchParams.has('dryRun'), watch: false };
  const place = placeOf(url.pathname);
  if (place === undefined) {
    const isDiscovery = /^\/(apis?|openapi|version)(\/|$)/.test(url.pathname);
    return { ...common, verb: isDiscovery ? 'discovery' : 'other', resource: '' };
  }
  const { group, resource, namespace, subresource } = place;
  const watch = method === 'GET' && ['1', 'true'].includes(url.searchParams.get('watch') ?? '');
  const named = place.name ?? (method === 'POST' ? nameIn(body) : nameSelected(url.searchParams.get('fieldSelector')));
  return {
    ...common,
    watch,
    verb: verbOf(method, place.name !== undefined, watch, headers['content-type']),
    resource: group === '' ? resource : `${resource}.${group}`,
    ...defined({ namespace, name: named, subresource }),
  };
}

function verbOf(method: string, hasName: boolean, watch: boolean, contentType = ''): RequestVerb {
  if (watch) return 'watch';
  if (method === 'PATCH' && contentType.startsWith('application/apply-patch')) return 'apply';
  if (!hasName && method === 'GET') return 'list';
  if (!hasName && method === 'DELETE') return 'deletecollection';
  return VERB_OF_METHOD[method] ?? 'other';
}

interface Place {
  readonly group: string;
  readonly resource: string;
  readonly namespace?: string;
  readonly name?: string;
  readonly subresource?: string;
}

/** `/api/v1/...` and `/apis/GROUP/VERSION/...`, behind any base path; undefined for what is no resource. */
function placeOf(pathname: string): Place | undefined {
  const found = /\/(?:api\/v\d\w*|apis\/(?<group>[^/]+)\/[^/]+)\/(?<rest>.+)$/.exec(pathname);
  if (found?.groups === undefined) return undefined;
  const parts = (found.groups['rest'] ?? '').split('/').filter((part) => part !== '').map(decodeURIComponent);
  const group = found.groups['group'] ?? '';
  const isInside = parts[0] === 'namespaces' && parts.length > 2 && !['status', 'finalize'].includes(parts[2] ?? '');
  const [resource = '', name, subresource] = isInside ? parts.slice(2) : parts;
  return {
    group,
    resource,
    ...(isInside ? { namespace: parts[1] as string } : {}),
    ...defined({ name, subresource }),
  };
}

function nameIn(body: Buffer): string | undefined {
  try {
    const { metadata } = JSON.parse(body.toString()) as { metadata?: { name?: unknown } };
    return typeof metadata?.name === 'string' ? metadata.name : undefined;
  } catch {
    return undefined; // Not JSON but YAML or protobuf: the name is not worth a parser.
  }
}

function nameSelected(fieldSelector: string | null): string | undefined {
  return /(?:^|,)metadata\.name=+([^,]+)/.exec(fieldSelector ?? '')?.[1];
}
