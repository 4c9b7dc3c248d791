/** The words for everything that can be found wrong with a bundle: when it is read, checked, rendered, compiled, exported. */
import { configWording } from '../config';
import { compileWording } from '../revision';
import { yamlWording } from '../yaml';
import { bundleWording } from './bundle-wording';
import { bundleConfigWording } from './config/wording';
import { exportWording } from './export/wording';
import { fileWording } from './files/wording';
import { helmWording } from './helm/wording';
import { metadataWording } from './metadata/wording';
import { packageWording } from './package-v1/wording';
import { plainWording } from './plain-v0/wording';
import { registryWording } from './registry-v1/wording';

/** Where tables share a code, it has the same words in both, or the later one knows the data of the earlier, too. */
export const formatsWording = {
  ...yamlWording,
  ...configWording,
  ...compileWording,
  ...fileWording,
  ...metadataWording,
  ...bundleConfigWording,
  ...exportWording,
  ...helmWording,
  ...packageWording,
  ...plainWording,
  ...registryWording,
  ...bundleWording,
};
