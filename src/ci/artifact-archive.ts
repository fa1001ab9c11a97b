/** A file of a zip archive, as its directory describes it. */
export interface ArchivedFile {
  readonly path: string
  /** How it is compressed: 0 not at all, 8 by deflate. */
  readonly method: number
  readonly size: number
  /** As it is in the archive. */
  readonly compressed: Uint8Array
}

const DIRECTORY_END = 0x06054b50
const DIRECTORY_ENTRY = 0x02014b50
/** Of the end of the directory, without the comment behind it, which has at most 65,535 bytes. */
const END_SIZE = 22
const MAX_COMMENT_SIZE = 65_535
const ENTRY_SIZE = 46
const FILE_HEADER_SIZE = 30

/** Finds a file in a zip archive. Undefined where it is not there, and in bytes that are no such archive. */
export function findInArchive(bytes: Uint8Array, path: string): ArchivedFile | undefined {
  for (const file of archivedFiles(bytes)) if (file.path === path) return file
  return undefined
}

/** The files of a zip archive (APPNOTE.TXT of PKWARE, 4.3), up to where it is broken. */
export function* archivedFiles(bytes: Uint8Array): Generator<ArchivedFile> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const end = directoryEnd(view)
  if (end === undefined) return
  const names = new TextDecoder()
  let at = view.getUint32(end + 16, true)
  for (let left = view.getUint16(end + 10, true); left > 0; left--) {
    if (at + ENTRY_SIZE > end || view.getUint32(at, true) !== DIRECTORY_ENTRY) return
    const nameEnd = at + ENTRY_SIZE + view.getUint16(at + 28, true)
    const path = names.decode(bytes.subarray(at + ENTRY_SIZE, nameEnd))
    const file = fileOf(view, bytes, at, path)
    if (file) yield file
    at = nameEnd + view.getUint16(at + 30, true) + view.getUint16(at + 32, true)
  }
}

/** The end of the directory stands last, before a comment. */
function directoryEnd(view: DataView): number | undefined {
  const last = view.byteLength - END_SIZE
  for (let at = last; at >= Math.max(0, last - MAX_COMMENT_SIZE); at--) {
    if (view.getUint32(at, true) === DIRECTORY_END) return at
  }
  return undefined
}

function fileOf(
  view: DataView,
  bytes: Uint8Array,
  entry: number,
  path: string,
): ArchivedFile | undefined {
  const header = view.getUint32(entry + 42, true)
  if (header + FILE_HEADER_SIZE > view.byteLength) return undefined
  const from =
    header +
    FILE_HEADER_SIZE +
    view.getUint16(header + 26, true) +
    view.getUint16(header + 28, true)
  const compressed = bytes.subarray(from, from + view.getUint32(entry + 20, true))
  return {
    path,
    method: view.getUint16(entry + 10, true),
    size: view.getUint32(entry + 24, true),
    compressed,
  }
}

/** The bytes of a file; those that cannot be read are none. */
export async function extract({ method, size, compressed }: ArchivedFile): Promise<Uint8Array> {
  if (method === 0) return compressed
  const { inflateSync } = await import('fflate')
  return inflateSync(compressed, { out: new Uint8Array(size) })
}
