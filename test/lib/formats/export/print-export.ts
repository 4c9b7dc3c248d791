/** A program that prints the bundles of the objects it is given, both formats: to see what it takes from its surroundings. */
import type { JsonObject } from '../../../../lib/api';
import { exportBundle } from '../../../../lib/formats/export';
import { NAMESPACE } from './package';

const objects = (JSON.parse(process.argv[2] ?? '[]') as JsonObject[]).map((manifest, index) => ({ manifest, origin: { source: `object-${index}` } }));
const bundles = (['registry+v1', 'plain+v0'] as const).map((format) => exportBundle({ format, packageName: 'shop', version: '1.2.0', installNamespace: NAMESPACE, objects }).files);
process.stdout.write(JSON.stringify(bundles));
