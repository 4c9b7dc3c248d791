/** A status has its limits: what does not fit is counted. Pure. */
import type { UpgradeChanges } from '../../approval';

/** Bytes of JSON of what approving would do, at most: an object of the API server may have 1.5 MB, and is watched by many. */
export const MAX_UPGRADE_BYTES = 64 * 1024;

/** Lists that the schema bounds. */
const MOST = { objects: 300, texts: 200, changes: 50, defaults: 100 } as const;

export function fitted(changes: UpgradeChanges): UpgradeChanges {
  const { objects = [], definitions, permissions, imagesAdded, imagesRemoved, defaults, ...rest } = changes;
  const texts = (list: readonly string[] | undefined): readonly string[] | undefined => list && firstOf(list, MOST.texts);
  const short: UpgradeChanges = {
    ...rest,
    ...withLists({
      definitions: texts(definitions), permissions: texts(permissions), imagesAdded: texts(imagesAdded),
      imagesRemoved: texts(imagesRemoved), defaults: defaults?.slice(0, MOST.defaults),
    }),
  };
  let left = MAX_UPGRADE_BYTES - bytesOf(short);
  const kept: NonNullable<UpgradeChanges['objects']>[number][] = [];
  for (const object of objects) {
    const cut = object.changes === undefined ? object : { ...object, changes: object.changes.slice(0, MOST.changes) };
    const bare = { action: cut.action, object: cut.object, ...(cut.message === undefined ? {} : { message: cut.message }) };
    // Its name is worth more than the fields of the one before.
    const one = bytesOf(cut) <= left / 2 ? cut : bare;
    if (kept.length >= MOST.objects || bytesOf(one) > left) break;
    left -= bytesOf(one);
    kept.push(one);
  }
  const omitted = objects.length - kept.length;
  return { ...short, ...(kept.length === 0 ? {} : { objects: kept }), ...(omitted === 0 ? {} : { omitted }) };
}

type Lists = Pick<UpgradeChanges, 'definitions' | 'permissions' | 'imagesAdded' | 'imagesRemoved' | 'defaults'>;

/** Empty ones are left out. */
function withLists(lists: { readonly [K in keyof Lists]?: Lists[K] | undefined }): Lists {
  return Object.fromEntries(Object.entries(lists).filter(([, list]) => list !== undefined && list.length > 0)) as Lists;
}

function firstOf(list: readonly string[], most: number): readonly string[] {
  return list.length <= most ? list : [...list.slice(0, most - 1), `and ${list.length - most + 1} more`];
}

function bytesOf(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value));
}
