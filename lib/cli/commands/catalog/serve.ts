import { words, type ArgumentsOf } from '../command';

export const serveWords = words({
  name: 'serve',
  describe: 'Serve catalogs over HTTP, as catalogd does, and follow changes of their files and images',
  positionals: {
    catalogs: {
      type: 'string',
      array: true,
      demandOption: true,
      describe: 'Folder, file, image, layout or URL of a catalog; NAME=WHERE serves it under that name',
    },
  },
  options: {
    'host': { type: 'string', default: '127.0.0.1', describe: 'Address to listen on; 0.0.0.0 for every network of this machine' },
    'port': { type: 'number', alias: 'p', default: 8080, describe: 'Port to listen on; 0 for any that is free' },
    'tls-cert': { type: 'string', describe: 'Certificate, with those of its issuers (PEM); '
      + 'the server uses a new one when the file changes' },
    'tls-key': { type: 'string', describe: 'Its key (PEM)' },
    'interval': { type: 'string', default: '1m', describe: 'How often to look for changes of images and URLs; folders are watched' },
  },
  examples: [
    ['$0 catalog serve ./catalog', 'http://127.0.0.1:8080/catalogs/catalog/api/v1/all'],
    ['$0 catalog serve team=./catalog hub=quay.io/operatorhubio/catalog:latest', 'Several catalogs, each with its name'],
    ['$0 catalog serve ./catalog --host 0.0.0.0 --tls-cert tls.crt --tls-key tls.key', 'For other machines'],
  ],
});

export type CatalogServeArgs = ArgumentsOf<typeof serveWords>;
