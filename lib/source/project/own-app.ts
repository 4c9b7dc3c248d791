/** The project of the working directory, for subcommands that take its app as an option. */
import { appOf, type ProjectApp } from './project';

/** @throws BoxcutterError as `appOf` does */
export function ownApp(given: string | undefined, onNote: (note: string) => void): ProjectApp {
  const hint = 'Go to the folder of the project, name the app with --app, or start a project: boxcutter init my-operator';
  return appOf(given, onNote, { hint });
}
