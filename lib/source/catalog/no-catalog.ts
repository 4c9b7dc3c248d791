import { BoxcutterError } from '../../errors';

/** Nothing names a catalog: neither the line, nor the environment, nor the file. */
export function noCatalogNamed(): BoxcutterError {
  return new BoxcutterError('catalog-missing', 'input', 'No catalog is named.', {
    hint: 'Name one with --catalog WHERE. To set one for all commands: boxcutter catalog use NAME=WHERE',
  });
}
