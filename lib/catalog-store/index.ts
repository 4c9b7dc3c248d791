/**
 * Where catalogs come from, how they are kept and how they are served. {@link openCatalog} is the one door for whatever a user names;
 * {@link CatalogStore} keeps catalogs on disk by their digest, for a command as for a controller; `server/` has catalogd's HTTP API over
 * it. What is in a catalog is a matter of lib/catalog.
 */
export { parseCatalogAddress } from './client/address';
export { CATALOG_LABEL, catalogFilesFromImage } from './open/catalog-image';
export { registryCatalog } from './open/images';
export { loadStored } from './open/load-stored';
export { catalogNamed, type NamedSource } from './open/named-catalog';
export { locateCatalog, type LocatedCatalog, openCatalog, type OpenCatalogOptions, type OpenedCatalog } from './open/open-catalog';
export { type ChangedState, type FetchedFiles, type ReachOptions, type RemoteCatalog, type RemoteState } from './open/source';
export { type Freshness, takeIn, type TakenIn, type TakeInOptions } from './open/take-in';
export { CatalogService, type CatalogServiceOptions, type Refreshed, type ServiceCatalog } from './service/catalog-service';
export { type CertificateFiles } from './server/certificate';
export { catalogHandler, type HandlerOptions } from './server/handler';
export { listen, type ListenOptions, type RunningServer } from './server/listen';
export { CatalogShelf, type ServedCatalog } from './server/shelf';
export { type Collected, type CollectOptions } from './store/collect';
export { type NamedCatalogRecord, type Validators } from './store/names';
export { type MetaQuery } from './store/sections';
export { CatalogStore, type CatalogStoreOptions } from './store/store';
export { StoredCatalog } from './store/stored-catalog';
