/** Is an image of a catalog a path instead of a reference? */
export function isPath(image: string): boolean {
  return /^\.{1,2}\/|^[/\\~]|^[A-Za-z]:[\\/]/.test(image);
}
