/** The format package+v1: packages that travel with their code, and are configured where they are installed (docs/package-export.md). */
import { defined } from '../../defined';
import { authoredFormat } from '../config/authored-format';
import type { Format } from '../format';
import { MIN_KUBE_VERSION, SUGGESTED_NAMESPACE, DISPLAY_NAME } from './annotations';
import type { PackageV1Bundle } from './bundle';
import { packageV1Detection } from './detection';
import { readPackageV1 } from './read';
import { renderPackage, renderPackageApart } from './render';

export const packageV1: Format<PackageV1Bundle> = {
  ...authoredFormat,
  ...packageV1Detection,
  read: readPackageV1,
  render: renderPackage,
  renderApart: renderPackageApart,
  isTemplated: true,
  makesObjects: true,
  refusalTitle: ({ name }) => `Package ${name} cannot be rendered`,
  inspect: ({ annotations }) => defined({
    displayName: annotations[DISPLAY_NAME],
    minKubeVersion: annotations[MIN_KUBE_VERSION],
    suggestedNamespace: annotations[SUGGESTED_NAMESPACE],
  }),
};
