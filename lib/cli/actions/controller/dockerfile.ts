import { controllerDockerfile } from '../../../controller-package/dockerfile';
import { EXIT } from '../../exit';
import { printText } from '../../output/terminal/sink';

export function printDockerfile(): Promise<number> {
  printText(controllerDockerfile());
  return Promise.resolve(EXIT.done);
}
