import { existsSync, statSync } from 'node:fs';
import { basename, dirname } from 'node:path';
