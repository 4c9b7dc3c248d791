/** What a request asks for. Pure. */
import type { MetaQuery } from '../store/sections';

export type Route =
  | { readonly type: 'catalog'; readonly catalog: string; readonly query: MetaQuery }
  | { readonly type: 'refused'; readonly status: 400 | 404 | 405; readonly why?: string };

const PARAMETERS: readonly string[] = ['schema', 'package', 'name'];
const PATH = /^\/catalogs\/([^/]+)\/api\/v1\/(all|metas)$/;

/** @param target of the first line of the request: path and query */
export function routeOf(method: string, target: string): Route {
  if (method !== 'GET' && method !== 'HEAD') return { type: 'refused', status: 405 };
  const mark = target.indexOf('?');
  const [path, queryText] = mark < 0 ? [target, ''] : [target.slice(0, mark), target.slice(mark + 1)];
  const [, encoded, endpoint] = PATH.exec(path) ?? [];
  const catalog = encoded === undefined ? undefined : decoded(encoded);
  if (catalog === undefined) return { type: 'refused', status: 404 };
  // What is not asked for by its name cannot be asked for at all: `/all` never had parameters.
  if (endpoint === 'all') return { type: 'catalog', catalog, query: {} };
  const parameters = new URLSearchParams(queryText);
  const unknown = [...parameters.keys()].find((key) => !PARAMETERS.includes(key));
  if (unknown !== undefined) {
    const why = `unknown parameter ${JSON.stringify(unknown.slice(0, 100))}; there are ${PARAMETERS.join(', ')}`;
    return { type: 'refused', status: 400, why };
  }
  // Of a parameter that is given twice the first counts, and one without a value asks for nothing.
  const [schema, packageName, name] = PARAMETERS.map((key) => parameters.get(key) || undefined);
  return { type: 'catalog', catalog, query: { schema, package: packageName, name } };
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
