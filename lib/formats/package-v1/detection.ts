/** How packages that travel are known: by the script that makes their objects. */
import type { Detection } from '../detect/detection';
import { ANNOTATIONS_FILE } from '../metadata/file-names';
import { SCRIPT_FILE } from './file-names';

export const packageV1Detection: Detection<'package+v1'> = {
  name: 'package+v1',
  noun: 'bundle',
  mediaTypes: ['package+v1'],
  detect: (files) => files.paths().includes(SCRIPT_FILE),
  marks: (folder) => folder.has(SCRIPT_FILE) && folder.has(ANNOTATIONS_FILE),
  writtenFiles: /^metadata\//,
};
