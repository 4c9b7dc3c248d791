/** The status of an extension: its conditions, decided purely, and how they are written. */
export { extensionState } from './conditions';
export { report } from './report';
