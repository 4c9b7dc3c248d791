import { defined } from '../defined';
import { catalogController } from './catalog';
import { clusterApiController, requirementController } from './cluster-api';
import { extensionController } from './extension';
import type { Controller, ControllerConfig } from './process';
import { provisionersController } from './provisioners';
import { revisionController } from './revision';

/** The controllers of a process, each with what it needs of the others. */
export function allControllers({ catalogs: { directory }, enable, clusterApi }: ControllerConfig): readonly Controller[] {
  const catalogs = catalogController(defined({ directory }));
  const own = [catalogs, extensionController({ catalogs: catalogs.library }), revisionController()];
  return [
    ...own,
    ...(enable.includes('cluster-api') ? [clusterApiController({ settings: clusterApi }), requirementController()] : []),
    ...(enable.includes('provisioners') ? [provisionersController()] : []),
  ];
}
