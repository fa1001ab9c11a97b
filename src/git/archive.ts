import type { packTar } from 'modern-tar'
import { pause } from '../shared/pause.ts'
import { joinBytes } from './join-bytes.ts'
import { type ObjectDatabase, readBlob, readCommit } from './objects/database.ts'
import type { EntryMode, ObjectId } from './objects/objects.ts'
import { listTree } from './objects/tree.ts'

export interface ArchiveEntry {
  /** From the root of the tree, without the top folder. */
  readonly path: string
  readonly mode: EntryMode
  /** Of a symbolic link: its target. Empty for a folder. */
  readonly bytes: Uint8Array
}

const NO_BYTES = new Uint8Array()

/** What of a tree an archive has: of everything, what is at a path, and not what is at others. */
export interface ArchiveExtent {
  readonly path?: string | undefined
  readonly without?: readonly string[] | undefined
}

/** Everything in a tree, folders before what is in them. */
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

/** A submodule is an empty folder in an archive, as `git archive` has it. */
const isFolder = (mode: EntryMode) => mode === '40000' || mode === '160000'

/** Whether a path is another one, or in the folder that it names. */
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

/** What is packed and compressed in one go, some milliseconds of work. */
const SLICE_BYTES = 256 * 1024
const SLICE_ENTRIES = 200
/** To sort as much as that for bzip2 takes ten times as long as to compress it otherwise. */
const BZIP2_BYTES = 64 * 1024
/** An archive ends with two blocks of zeros, which must not stand between two slices. */
const END_BYTES = 1024

/** Entries in slices of about the same amount of work. */
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

/** Takes the parts of an archive one after the other. */
type Take = (part: Uint8Array, isLast: boolean) => void

/** Loads what packs when it is first needed: most forges make no archive. */
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

/** Archives that can be made. */
export type ArchiveFormat = 'tar' | 'tar.gz' | 'tar.bz2' | 'zip'

/** An archive that is asked for. */
export interface ArchiveRequest extends ArchiveExtent {
  readonly commit: ObjectId
  /** Everything is under this folder. */
  readonly topFolder: string
}

/**
 * The files of a commit under one top folder, with the modes of `git archive` and the commit's time as modification
 * time. The same commit, extent and folder give the same bytes. An archive is read, packed and compressed in slices,
 * between which other work can be done: objects never change.
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

/** The times that the format has (APPNOTE.TXT of PKWARE, 4.4.6). */
const FIRST_TIME_OF_ZIP = Date.UTC(1980, 0, 2)
const LAST_TIME_OF_ZIP = Date.UTC(2099, 11, 30)
/** Unix: the modes of files are in the upper half of their attributes. */
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
