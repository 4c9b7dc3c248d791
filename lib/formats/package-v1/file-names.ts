/** Where a package that travels has its code. */
export const SCRIPT_FILE = 'package/render.js';
