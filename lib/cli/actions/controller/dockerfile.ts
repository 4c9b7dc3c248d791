import { controllerDockerfile } from '../../../controller-package/dockerfile';
import type { ControllerDockerfileArgs } from '../../commands/controller/dockerfile';
import { EXIT } from '../../exit';
import { printText } from '../../output/terminal/sink';
import { enabledOf } from './enabled';

export function printDockerfile({ enable }: ControllerDockerfileArgs): Promise<number> {
  printText(controllerDockerfile(enable === undefined ? {} : { enable: enabledOf(enable) }));
  return Promise.resolve(EXIT.done);
}
