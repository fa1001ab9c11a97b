import type { packTar } from 'modern-tar'
import { pause } from '../shared/pause.ts'
import { joinBytes } from './join-bytes.ts'
import { type ObjectDatabase, readBlob, readCommit } from './objects/database.ts'
import type { EntryMode, ObjectId } from './objects/objects.ts'
import { listTree } from './objects/tree.ts'

export interface ArchiveEntry {
  /** The path from the root of the tree, without the top folder. */
  readonly path: string
  readonly mode: EntryMode
  /** The content; the target of a symbolic link; empty for a folder. */
  readonly bytes: Uint8Array
}

const NO_BYTES = new Uint8Array()

/** The part of a tree in an archive: everything or a path, without certain other paths. */
export interface ArchiveExtent {
  readonly path?: string | undefined
  readonly without?: readonly string[] | undefined
}

/** Iterates over all entries of a tree, folders before their content. */
export function* archiveEntries(
  objects: ObjectDatabase,
  treeId: ObjectId,
  { path: wanted = '', without = [] }: ArchiveExtent = {},
): Generator<ArchiveEntry> {
  for (const { path, mode, id } of listTree(objects, treeId, { recursive: true })) {
    const isWanted = wanted === '' || isWithin(path, wanted) || isWithin(wanted, path)
    if (!isWanted || without.some((folder) => isWithin(path, folder))) continue
    yield { path, mode, bytes: isFolder(mode) ? NO_BYTES : readBlob(objects, id).bytes }
  }
}

/** A submodule is an empty folder in an archive, as in `git archive`. */
const isFolder = (mode: EntryMode) => mode === '40000' || mode === '160000'

/** Whether a path equals another one, or is below it. */
function isWithin(path: string, folder: string): boolean {
  return path === folder || path.startsWith(`${folder}/`)
}

type TarEntry = Parameters<typeof packTar>[0][number]

function tarEntry(entry: ArchiveEntry, topFolder: string, mtime: Date): TarEntry {
  const name = `${topFolder}/${entry.path}`
  const owner = { uid: 0, gid: 0, uname: 'root', gname: 'root', mtime }
  switch (entry.mode) {
    case '40000':
    case '160000':
      return { header: { ...owner, name: `${name}/`, type: 'directory', mode: 0o775, size: 0 } }
    case '120000': {
      const linkname = new TextDecoder().decode(entry.bytes)
      return { header: { ...owner, name, type: 'symlink', mode: 0o777, size: 0, linkname } }
    }
    case '100644':
    case '100755': {
      const mode = entry.mode === '100755' ? 0o775 : 0o664
      const header = { ...owner, name, type: 'file', mode, size: entry.bytes.length } as const
      return { header, body: entry.bytes }
    }
  }
}

/** The size of a slice, which takes some milliseconds to pack and compress. */
const SLICE_BYTES = 256 * 1024
const SLICE_ENTRIES = 200
/** Smaller slices for bzip2, whose sorting takes ten times as long as other compression. */
const BZIP2_BYTES = 64 * 1024
/** An archive ends with two blocks of zeros, which must not appear between slices. */
const END_BYTES = 1024

/** Groups entries into slices of similar effort. */
function* slicesOf(entries: Iterable<TarEntry>): Generator<TarEntry[]> {
  let slice: TarEntry[] = []
  let size = 0
  for (const entry of entries) {
    slice.push(entry)
    size += entry.header.size ?? 0
    if (size < SLICE_BYTES && slice.length < SLICE_ENTRIES) continue
    yield slice
    slice = []
    size = 0
  }
  yield slice
}

/** Receives the parts of an archive in order. */
type Take = (part: Uint8Array, isLast: boolean) => void

/** Loads the packing code on first use, since most forges make no archive. */
async function pack(
  entries: Iterable<TarEntry>,
  take: Take,
  partBytes = SLICE_BYTES,
): Promise<void> {
  const { packTar } = await import('modern-tar')
  let end = NO_BYTES
  for (const slice of slicesOf(entries)) {
    await pause()
    const packed = await packTar(slice)
    end = packed.subarray(packed.length - END_BYTES)
    const content = packed.subarray(0, packed.length - END_BYTES)
    for (let start = 0; start < content.length; start += partBytes) {
      if (start > 0) await pause()
      take(content.subarray(start, start + partBytes), false)
    }
  }
  take(end, true)
}

/** The formats of archives. */
export type ArchiveFormat = 'tar' | 'tar.gz' | 'tar.bz2' | 'zip'

/** The commit, the top folder and the extent of an archive. */
export interface ArchiveRequest extends ArchiveExtent {
  readonly commit: ObjectId
  /** The folder that contains everything. */
  readonly topFolder: string
}

/**
 * Archives the files of a commit below a top folder, with the modes of `git archive` and the commit's time as
 * modification time. The output is deterministic for a commit, extent and folder. Archives are read, packed and
 * compressed in slices with pauses for other work, which is safe since objects are immutable.
 */
export async function archive(
  objects: ObjectDatabase,
  format: ArchiveFormat,
  request: ArchiveRequest,
): Promise<Uint8Array> {
  const parts: Uint8Array[] = []
  switch (format) {
    case 'tar':
      await pack(tarEntries(objects, request), (part) => parts.push(part))
      break
    case 'tar.gz': {
      const { Gzip } = await import('fflate')
      const gzip = new Gzip({ mtime: 0 }, (part) => parts.push(part))
      await pack(tarEntries(objects, request), (part, isLast) => gzip.push(part, isLast))
      break
    }
    case 'tar.bz2': {
      const { Bzip2 } = await import('./bzip2.ts')
      const bzip2 = new Bzip2((part) => parts.push(part))
      const push = (part: Uint8Array, isLast: boolean) => bzip2.push(part, isLast)
      await pack(tarEntries(objects, request), push, BZIP2_BYTES)
      break
    }
    case 'zip':
      await zip(objects, request, (part) => parts.push(part))
  }
  return joinBytes(parts)
}

function* tarEntries(
  objects: ObjectDatabase,
  { commit: id, topFolder, ...extent }: ArchiveRequest,
): Generator<TarEntry> {
  const commit = readCommit(objects, id)
  const mtime = new Date(commit.committer.time * 1000)
  const folder = tarEntry({ path: '', mode: '40000', bytes: NO_BYTES }, topFolder, mtime)
  yield { ...folder, header: { ...folder.header, name: `${topFolder}/` } }
  for (const entry of archiveEntries(objects, commit.tree, extent)) {
    yield tarEntry(entry, topFolder, mtime)
  }
}

/** The range of times that the format supports (APPNOTE.TXT of PKWARE, 4.4.6). */
const FIRST_TIME_OF_ZIP = Date.UTC(1980, 0, 2)
const LAST_TIME_OF_ZIP = Date.UTC(2099, 11, 30)
/** The host system Unix, for which the upper half of the attributes contains the file mode. */
const UNIX = 3

async function zip(
  objects: ObjectDatabase,
  { commit: id, topFolder, ...extent }: ArchiveRequest,
  take: (part: Uint8Array) => void,
): Promise<void> {
  const { Zip, ZipDeflate } = await import('fflate')
  const commit = readCommit(objects, id)
  const time = Math.max(FIRST_TIME_OF_ZIP, Math.min(LAST_TIME_OF_ZIP, commit.committer.time * 1000))
  const made = new Zip((error, part) => {
    if (error) throw error
    take(part)
  })
  const add = (name: string, mode: number, bytes: Uint8Array) => {
    const file = Object.assign(new ZipDeflate(name), {
      mtime: time,
      os: UNIX,
      attrs: mode * 2 ** 16,
    })
    made.add(file)
    file.push(bytes, true)
  }
  add(`${topFolder}/`, FOLDER_MODE, NO_BYTES)
  let size = 0
  for (const { path, mode, bytes } of archiveEntries(objects, commit.tree, extent)) {
    add(`${topFolder}/${path}${isFolder(mode) ? '/' : ''}`, unixMode(mode), bytes)
    size += bytes.length + SLICE_BYTES / SLICE_ENTRIES
    if (size < SLICE_BYTES) continue
    size = 0
    await pause()
  }
  made.end()
}

const FOLDER_MODE = 0o40775

function unixMode(mode: EntryMode): number {
  switch (mode) {
    case '40000':
    case '160000':
      return FOLDER_MODE
    case '120000':
      return 0o120777
    case '100755':
      return 0o100775
    case '100644':
      return 0o100664
  }
}
