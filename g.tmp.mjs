import { fileURLToPath } from 'node:url';
export const __filename = fileURLToPath(import.meta.url);
export const __dirname = fileURLToPath(new URL('.', import.meta.url));
