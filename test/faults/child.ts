/**
 * The program of a child: runs the command of one scenario. Arguments: scenario, kubeconfig, namespace, and the file that its clocks
 * follow.
 */
import { attempt, patient } from './attempt';
import { followClocks } from './clocks';
import { scenarioNamed } from './scenarios';

function main([scenario = '', kubeconfig = '', namespace = '', clocks = '']: readonly string[]): void {
  followClocks(clocks);
  void attempt(scenarioNamed(scenario).run, { kubeconfig, namespace, timing: patient, deadlineMs: 20_000 }).then(({ verdict, fault }) => {
    process.stdout.write(`${verdict}${fault === undefined ? '' : ` ${fault}`}\n`, () => process.exit(0));
  });
}

main(process.argv.slice(2));
