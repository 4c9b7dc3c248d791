/**
 * Provisioners under RukPak's API: a Bundle is unpacked from its source and served (`source/`, `content/`, `bundle/`), a BundleDeployment
 * makes one of its template and rolls it out as revisions (`deployment/`). Off by default; docs/provisioners.md says what users see.
 */
export { provisionersController, type ProvisionersOptions } from './controller';
