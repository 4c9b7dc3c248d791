import { OPTIONAL, type ControllerConfig } from '../../../controllers/process/config/config';
import { BoxcutterError } from '../../../errors';

/** Reads `cluster-api,…`. @throws BoxcutterError `usage-enable` */
export function enabledOf(text: string | readonly string[]): ControllerConfig['enable'] {
  const names = [text].flat().join(',').split(',').map((name) => name.trim()).filter((name) => name !== '');
  const strange = names.find((name) => !(OPTIONAL as readonly string[]).includes(name));
  if (strange === undefined) return names as unknown as ControllerConfig['enable'];
  throw new BoxcutterError('usage-enable', 'input', `--enable names "${strange}", which there is not.`, {
    hint: `What can be enabled: ${OPTIONAL.join(', ')}.`,
  });
}
