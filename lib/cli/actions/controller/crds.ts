import { crds } from '../../../kinds';
import type { ControllerCrdsArgs } from '../../commands/controller/crds';
import { EXIT } from '../../exit';
import { printObjects } from '../../output/objects';

export function controllerCrds({ output }: ControllerCrdsArgs): Promise<number> {
  printObjects(crds(), output);
  return Promise.resolve(EXIT.done);
}
