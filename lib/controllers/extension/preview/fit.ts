/** A status has its limits: what does not fit is counted. Pure. */
import type { UpgradeChanges } from '../../approval';

/** Bytes of JSON of what approving would do, at most: an object of the API server may have 1.5 MB, and is watched by many. */
export const MAX_UPGRADE_BYTES = 64 * 1024;

/** Entries that the schema allows. */
const MOST = { objects: 300, texts: 200, changes: 50, defaults: 100 } as const;

/** Bytes of each list: none of them leaves nothing for another, whatever a package writes into it. The rest is for objects. */
const BYTES = { permissions: 16_384, definitions: 8_192, images: 4_096, defaults: 4_096 } as const;

export function fitted(changes: UpgradeChanges): UpgradeChanges {
  const { objects = [], definitions, permissions, imagesAdded, imagesRemoved, defaults, ...rest } = changes;
  const short: UpgradeChanges = {
    ...rest,
    ...withLists({
      definitions: textsWithin(BYTES.definitions, definitions), permissions: textsWithin(BYTES.permissions, permissions),
      imagesAdded: textsWithin(BYTES.images, imagesAdded), imagesRemoved: textsWithin(BYTES.images, imagesRemoved),
      defaults: defaults && within(BYTES.defaults, MOST.defaults, defaults),
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

/** What is left out is counted in a last one. */
function textsWithin(bytes: number, list: readonly string[] | undefined): readonly string[] | undefined {
  if (list === undefined) return undefined;
  const first = within(bytes, MOST.texts, list);
  if (first.length === list.length) return list;
  const shown = first.slice(0, MOST.texts - 1);
  return [...shown, `and ${list.length - shown.length} more`];
}

function within<T>(bytes: number, most: number, list: readonly T[]): readonly T[] {
  let left = bytes;
  const end = list.slice(0, most).findIndex((one) => (left -= bytesOf(one)) < 0);
  return list.slice(0, end < 0 ? most : end);
}

function bytesOf(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value));
}
