/** Which of these options a line has, as they are written there. One that is false or empty is as good as none. */
export function givenOptions<Args extends object>(args: Args, names: readonly (keyof Args & string)[]): readonly string[] {
  return names.filter((name) => {
    const value: unknown = args[name];
    return value !== undefined && value !== false && !(Array.isArray(value) && value.length === 0);
  }).map((name) => `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`);
}
