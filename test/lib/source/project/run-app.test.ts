import { readFailure, runApp } from '../../../../lib/source/project/run-app';

/** What Node prints about an uncaught error, as cdk8s apps end with it. */
const validation = `[greeter] warning: something to know
/project/node_modules/cdk8s/lib/app.js:253
        throw new Error(\`Validation failed with the following errors:\\n  \${errors.join('\\n  ')}\`);
              ^

Error: Validation failed with the following errors:
  [shop] shop/web: ConfigMap.v1 shop/web: date: unknown field "date". Did you mean "data"?
  [shop] second mistake
    at validate (/project/node_modules/cdk8s/lib/app.js:253:15)
    at Function._synthChart (/project/node_modules/cdk8s/lib/app.js:55:9)

Node.js v20.19.0
`;

describe('how an app failed', () => {
  test('a failed validation: its messages, without source line and stack; what was said before is kept apart', () => {
    expect(readFailure(validation)).toEqual({
      before: '[greeter] warning: something to know\n',
      message: 'What the app declares is not valid; nothing was written:\n  [shop] shop/web: ConfigMap.v1 shop/web: date: unknown field "date". Did you mean "data"?\n  [shop] second mistake',
    });
  });

  test('the same under tsx, which leaves more lines free', () => {
    expect(readFailure(validation.replace('^\n\n', '^\n\n\n'))).toEqual(readFailure(validation));
  });

  test('an error of this package: its message of several lines, and its hint', () => {
    const stderr = `/project/main.ts:4
new Manifests(app, 'files', { path: 'none' });
^

BoxcutterError: There is no file or folder none.
Second line.
    at statOf (/project/node_modules/cdk8s-boxcutter/dist/lib/yaml/load.js:10:11) {
  code: 'manifests-not-found',
  category: 'input',
  hint: 'Check the path.',
  details: {},
}
`;
    expect(readFailure(stderr)).toEqual({ before: '', message: 'There is no file or folder none.\nSecond line.', hint: 'Check the path.' });
  });

  test.each([
    'TypeError: x is not a function\n    at main.ts:1:1\n',
    'error TS2322: Type mismatch\n',
    'mentions BoxcutterError in passing\n',
    '',
  ])('another failure is not ours to explain: %j', (stderr) => {
    expect(readFailure(stderr)).toBeUndefined();
  });
});

describe('an interruption', () => {
  const listeners = () => [process.listenerCount('SIGINT'), process.listenerCount('SIGTERM')];

  test.each<[NodeJS.Signals, number]>([['SIGINT', 130], ['SIGTERM', 1]])('%s ends the app, and its caller can clear away', async (signal, exit) => {
    const before = listeners();
    // The shell becomes the program, so that the signal goes to it alone.
    const ended = runApp('exec sleep 60', '/nonexistent');
    process.emit(signal, signal);
    expect(await ended).toBe(exit);
    expect(listeners()).toEqual(before);
  });
});
