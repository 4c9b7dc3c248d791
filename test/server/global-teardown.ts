import { down } from '../../lib/control-plane';

/** Stops what global-setup started and deletes its data, unless it is to be kept. */
export default async function globalTeardown(): Promise<void> {
  const directory = process.env.BOXCUTTER_TEST_CLUSTERS;
  if (directory !== undefined) await down('test', { directory });
}
