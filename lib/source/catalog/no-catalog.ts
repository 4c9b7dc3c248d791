import { BoxcutterError } from '../../errors';

/** Nothing names a catalog: neither the line, nor the environment, nor the file. */
export function noCatalogNamed(): BoxcutterError {
  return new BoxcutterError('catalog-missing', 'input', 'No catalog is named, so there is nothing to look in.', {
    hint: 'Name one with --catalog WHERE, or once and for all: boxcutter catalog use NAME=WHERE',
  });
}
