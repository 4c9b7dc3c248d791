const block = 512;

/**
 * The content of one regular file of a tar archive (POSIX ustar headers, names up to 255 bytes); undefined when it has none of that name.
 */
export function tarMember(archive: Buffer, name: string): Buffer | undefined {
  for (let at = 0; at + block <= archive.length; ) {
    const header = archive.subarray(at, at + block);
    const size = Number.parseInt(text(header, 124, 12), 8) || 0;
    const prefix = text(header, 345, 155);
    const full = prefix === '' ? text(header, 0, 100) : `${prefix}/${text(header, 0, 100)}`;
    if (full === name) return archive.subarray(at + block, at + block + size);
    at += block + Math.ceil(size / block) * block;
  }
  return undefined;
}

function text(header: Buffer, start: number, length: number): string {
  const field = header.subarray(start, start + length);
  const end = field.indexOf(0);
  return field.toString('utf8', 0, end === -1 ? length : end).trim();
}
