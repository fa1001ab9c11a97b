/** A file of a zip archive, from its central directory. */
export interface ArchivedFile {
  readonly path: string
  /** The compression: 0 for none, 8 for deflate. */
  readonly method: number
  readonly size: number
  /** The compressed content. */
  readonly compressed: Uint8Array
}

const DIRECTORY_END = 0x06054b50
const DIRECTORY_ENTRY = 0x02014b50
/** The size of the end of the central directory, without its comment, which has at most 65,535 bytes. */
const END_SIZE = 22
const MAX_COMMENT_SIZE = 65_535
const ENTRY_SIZE = 46
const FILE_HEADER_SIZE = 30

/** Finds a file in a zip archive. Undefined where it is missing, or the bytes are no zip archive. */
export function findInArchive(bytes: Uint8Array, path: string): ArchivedFile | undefined {
  for (const file of archivedFiles(bytes)) if (file.path === path) return file
  return undefined
}

/** Iterates over the files of a zip archive (APPNOTE.TXT of PKWARE, 4.3), up to the first damaged entry. */
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

/** Finds the end of the central directory, which only a comment follows. */
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

/** Decompresses a file. */
export async function extract({ method, size, compressed }: ArchivedFile): Promise<Uint8Array> {
  if (method === 0) return compressed
  const { inflateSync } = await import('fflate')
  return inflateSync(compressed, { out: new Uint8Array(size) })
}
