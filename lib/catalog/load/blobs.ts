/** Blobs of the schemas of OLM, bundles apart. */
import type { JsonObject } from '../../api';
import { defined } from '../../defined';
import type { Blob, ChannelBlob, ChannelEntry, DeprecationsBlob, IconSummary, PackageBlob } from '../model/blob';
import type { Fields } from './fields';
import { imageTypeOf } from './image-type';
import type { Keeper } from './keep';
import { propertiesOf } from './properties';

export function packageBlob(value: JsonObject, { place }: Blob, fields: Fields, keeper: Keeper): PackageBlob {
  const icon = fields.object(value, 'icon', []);
  const description = fields.optionalText(value, 'description', []);
  return {
    schema: 'olm.package', name: keeper.shared(fields.text(value, 'name', [])),
    defaultChannel: keeper.shared(fields.text(value, 'defaultChannel', [])),
    properties: propertiesOf(value, fields, keeper), place,
    ...defined({ description: description && keeper.own(description), icon: icon && iconOf(icon, fields, keeper) }),
  };
}

function iconOf(icon: JsonObject, fields: Fields, keeper: Keeper): IconSummary {
  const data = fields.text(icon, 'base64data', ['icon']);
  const mediaType = keeper.shared(fields.text(icon, 'mediatype', ['icon']));
  const isReadable = fields.isBase64(data, ['icon', 'base64data']);
  return { mediaType, size: data.length, ...defined({ looksLike: isReadable ? imageTypeOf(Buffer.from(data, 'base64')) : undefined }) };
}

export function channelBlob(value: JsonObject, { place }: Blob, fields: Fields, keeper: Keeper): ChannelBlob {
  return {
    schema: 'olm.channel', name: keeper.shared(fields.text(value, 'name', [])), package: keeper.shared(fields.text(value, 'package', [])),
    entries: fields.objects(value, 'entries', []).map(([entry, path]): ChannelEntry => {
      const [replaces, skipRange] = [fields.text(entry, 'replaces', path), fields.text(entry, 'skipRange', path)];
      return {
        name: keeper.shared(fields.text(entry, 'name', path)),
        skips: fields.texts(entry, 'skips', path).map((name) => keeper.shared(name)),
        ...(replaces === '' ? {} : { replaces: keeper.shared(replaces) }),
        ...(skipRange === '' ? {} : { skipRange: keeper.shared(skipRange) }),
      };
    }),
    properties: propertiesOf(value, fields, keeper), place,
  };
}

export function deprecationsBlob(value: JsonObject, { place }: Blob, fields: Fields, keeper: Keeper): DeprecationsBlob {
  return {
    schema: 'olm.deprecations', package: keeper.shared(fields.text(value, 'package', [])),
    entries: fields.objects(value, 'entries', []).map(([entry, path]) => {
      const reference = fields.object(entry, 'reference', path) ?? {};
      const name = fields.text(reference, 'name', [...path, 'reference']);
      const schema = keeper.shared(fields.text(reference, 'schema', [...path, 'reference']));
      return {
        reference: { schema, ...(name === '' ? {} : { name: keeper.shared(name) }) },
        message: keeper.own(fields.text(entry, 'message', path)),
      };
    }),
    place,
  };
}
