import { commandFor } from '../../../../lib/cli/command-line/command-for';

describe('another command for the same extension', () => {
  test.each<[string, Parameters<typeof commandFor>[2], string]>([
    ['where nothing was said', {}, 'boxcutter resume shop'],
    ['in its namespace', { namespace: 'web' }, 'boxcutter resume shop -n web'],
    ['its state is elsewhere', { namespace: 'web', stateNamespace: 'ops' }, 'boxcutter resume shop --state-namespace ops'],
    [
      'on the same cluster, as the same user',
      { context: 'prod', as: 'ada', asGroup: ['a', 'b'] },
      'boxcutter resume shop --context prod --as ada --as-group a --as-group b',
    ],
    [
      'words that a shell would take apart',
      { kubeconfig: "/home/ada/it's here" },
      "boxcutter resume shop --kubeconfig '/home/ada/it'\\''s here'",
    ],
  ])('%s', (_what, args, command) => {
    expect(commandFor('resume', 'shop', args)).toBe(command);
  });
});
