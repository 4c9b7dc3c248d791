import { down } from '../../lib/control-plane';

/** Stops what global-setup started and deletes its data, unless it is to be kept. */
export default async function globalTeardown(): Promise<void> {
  const name = process.env.BOXCUTTER_TEST_CLUSTER;
  if (name !== undefined && process.env.BOXCUTTER_TEST_KEEP !== '1') await down(name);
}
