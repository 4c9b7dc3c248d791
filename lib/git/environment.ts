/** What git knows of this process, and what it is told. Pure but for the environment that it is given. */
import { defined } from '../defined';
import type { GitRun } from './run';

/** What of the environment is for another repository than this one, or would show what is secret. */
const FOREIGN = new RegExp('^GIT_(?:DIR|WORK_TREE|INDEX_FILE|OBJECT_DIRECTORY|ALTERNATE_OBJECT_DIRECTORIES|COMMON_DIR|NAMESPACE|PREFIX|'
  + 'TRACE.*|CURL_VERBOSE)$');
const REACHING = [
  'PATH', 'HTTPS_PROXY', 'HTTP_PROXY', 'NO_PROXY', 'https_proxy', 'http_proxy', 'no_proxy', 'SSL_CERT_FILE', 'SSL_CERT_DIR',
  'GIT_SSL_CAPATH', 'SystemRoot',
];

/** For every repository. */
const ALWAYS: readonly string[] = [
  'core.hooksPath=/dev/null', 'credential.interactive=false', 'submodule.recurse=false',
  // What is fetched stays one packed file, however many objects it has, and nothing is started to tidy it up.
  'fetch.unpackLimit=1', 'transfer.unpackLimit=1', 'gc.auto=0', 'maintenance.auto=false', 'fetch.writeCommitGraph=false',
  // Memory: what is large is not held as a whole, and one thread works.
  'core.bigFileThreshold=4m', 'core.packedGitWindowSize=16m', 'core.packedGitLimit=128m', 'core.deltaBaseCacheLimit=16m', 'pack.threads=1',
];

/** Where nothing of the user of this process plays a part: whoever names the repository is somebody else. */
const FOR_OTHERS: readonly string[] = [
  'credential.helper=', 'core.askPass=true', 'http.followRedirects=false', 'http.lowSpeedLimit=1000', 'http.lowSpeedTime=30',
];

export function settingsOf({ asUser = false }: Pick<GitRun, 'asUser'>): readonly string[] {
  return [...ALWAYS, ...(asUser ? [] : FOR_OTHERS)].flatMap((setting) => ['-c', setting]);
}

export function environment({ folder, settings = {}, protocol, authorities, asUser = false }: GitRun): NodeJS.ProcessEnv {
  const named = Object.entries(settings);
  const isInherited = (key: string): boolean => (asUser ? !FOREIGN.test(key) : REACHING.includes(key));
  return {
    ...Object.fromEntries(Object.entries(process.env).filter(([key]) => isInherited(key))),
    LC_ALL: 'C', TZ: 'UTC', GIT_TERMINAL_PROMPT: '0', GIT_ASKPASS: 'true', GCM_INTERACTIVE: 'never', GIT_ALLOW_PROTOCOL: protocol,
    ...(asUser ? {} : {
      HOME: folder, XDG_CONFIG_HOME: folder, SSH_ASKPASS: 'true',
      ...defined({ GIT_SSL_CAINFO: authorities?.file }), GIT_CONFIG_NOSYSTEM: '1', GIT_CONFIG_GLOBAL: '/dev/null', GIT_ATTR_NOSYSTEM: '1',
    }),
    ...(asUser && named.length === 0 ? {} : { GIT_CONFIG_COUNT: String(named.length) }),
    ...Object.fromEntries(named.flatMap(([key, value], index) => [[`GIT_CONFIG_KEY_${index}`, key], [`GIT_CONFIG_VALUE_${index}`, value]])),
  };
}
