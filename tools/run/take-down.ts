/** `tsx tools/run/take-down.ts FOLDER`: takes down every cluster in a folder of clusters. */
import { down, list } from '../../lib/control-plane';

async function main(directory: string): Promise<void> {
  for (const { name } of await list({ directory })) await down(name, { directory });
}

const [directory] = process.argv.slice(2);
if (directory !== undefined) void main(directory);
