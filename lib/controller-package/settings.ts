import type { ConfigOf } from '../../constructs';
import type { CONTROLLER_CONFIG_SCHEMA } from './config';

/** Everything that the objects are made of. */
export interface Settings {
  readonly namespace: string;
  readonly config: ConfigOf<typeof CONTROLLER_CONFIG_SCHEMA>;
}
