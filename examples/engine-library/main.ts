/** Starts the installer, in a package of either module type: `tsx main.ts NAMESPACE`. */
import { runShop } from './installer.js';

runShop(undefined, process.argv[2] ?? 'default', (line) => process.stdout.write(`${line}\n`)).catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
