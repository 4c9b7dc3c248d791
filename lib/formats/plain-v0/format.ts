/** The format plain+v0: manifests that are applied as they are. */
import { authoredFormat } from '../config/authored-format';
import type { Exporter } from '../export/exporter';
import type { Format } from '../format';
import type { PlainBundle } from './bundle';
import { plainV0Detection } from './detection';
import { draftPlainV0 } from './draft';
import { readPlainV0 } from './read';

export const plainV0: Format<PlainBundle> = {
  ...authoredFormat,
  ...plainV0Detection,
  read: readPlainV0,
  render: ({ crds, others }) => ({ issues: [], objects: [...crds, ...others] }),
  isTemplated: false,
  makesObjects: false,
  refusalTitle: () => undefined,
  inspect: () => ({}),
};

export const plainV0Exporter: Exporter = { draft: draftPlainV0 };
