import { notFound, refused, wrongParameters } from '../../../contract/errors.ts'
import { blame } from '../../../git/blame.ts'
import { splitLines } from '../../../git/diff/file-lines.ts'
import { lastCommit } from '../../../git/history/history.ts'
import { readBlob } from '../../../git/objects/database.ts'
import type { GitCommit } from '../../../git/objects/objects.ts'
import { entryAt } from '../../../git/objects/tree.ts'
import { canPush } from '../../access/protection.ts'
import type { ProjectContext } from '../../domain/context.ts'
import { type RequestedAction, readAction } from '../../domain/repositories/actions.ts'
import { authorOf, commitToBranch } from '../../domain/repositories/commit.ts'
import { hasChangedSince, startOfCommit } from '../../domain/repositories/commit-start.ts'
import { commitAt } from '../../domain/repositories/revisions.ts'
import {
  blameRange,
  type FileAtCommit,
  fileHeaders,
  repositoryFile,
} from '../../resources/v4/repository-file.ts'
import { Reply } from '../answers.ts'
import type { OperationsOf } from '../operation.ts'
import { committing } from './git-refusals.ts'

/** The maximum number of lines in a response. */
const MAX_BLAMED_LINES = 100_000

/** The operations of the tag Files. */
export const files = {
  getFile(context, { file_path, ref }) {
    const file = fileAt(context, file_path, ref)
    return new Reply(repositoryFile(file), { headers: fileHeaders(file) })
  },

  getRawFile(context, { file_path, ref }) {
    const file = fileAt(context, file_path, ref)
    const name = file_path.slice(file_path.lastIndexOf('/') + 1)
    return new Reply(
      { body: file.blob.bytes, type: 'text/plain', name, isInline: true },
      { headers: fileHeaders(file) },
    )
  },

  /** Lists the blame ranges of a file: consecutive lines from one commit. */
  listBlameRanges(context, { file_path, ref, range }) {
    const file = fileAt(context, file_path, ref)
    if (range && range.start > range.end) {
      throw refused('range[start] must be less than or equal to range[end]')
    }
    const first = (range?.start ?? 1) - 1
    const end = Math.min(splitLines(file.blob.bytes).count, range?.end ?? Infinity)
    if (end - first > MAX_BLAMED_LINES) {
      throw refused(`range must be of at most ${MAX_BLAMED_LINES} lines`)
    }
    const commits = blame(context.store.objects, file.commit.id, file_path, { first, end }) ?? []
    return new Reply(rangesOf(file, commits, first), { headers: fileHeaders(file) })
  },

  createFile(context, { content, encoding, execute_filemode, ...commit }) {
    const { file_path } = commit
    const action = { action: 'create', file_path, content, encoding, execute_filemode } as const
    return commitFile(context, commit, action)
  },

  updateFile(context, { content, encoding, execute_filemode, ...commit }) {
    const { file_path } = commit
    const action = { action: 'update', file_path, content, encoding, execute_filemode } as const
    return commitFile(context, commit, action)
  },

  deleteFile(context, commit) {
    commitFile(context, commit, { action: 'delete', file_path: commit.file_path })
    return undefined
  },
} satisfies OperationsOf<'v4', 'Files'>

function fileAt(context: ProjectContext, path: string, ref: string): FileAtCommit {
  const { store, viewer, project } = context
  viewer.must('download_code', project)
  checkFilePath(path)
  const commit = commitAt(context, ref)
  const entry = entryAt(store.objects, commit.tree, path)
  if (!entry || entry.mode === '40000' || entry.mode === '160000') throw notFound('File')
  const blob = readBlob(store.objects, entry.id)
  const last = lastCommit(store.objects, commit.id, path) ?? commit
  return { file_path: path, ref, mode: entry.mode, blob, commit, last }
}

/** Throws 400 for a path with directory traversal. */
function checkFilePath(path: string): void {
  if (!/(?:^|[\\/])\.\.(?:[\\/]|$)/.test(path)) return
  throw wrongParameters([{ name: 'file_path', problem: 'should be a valid file path' }])
}

interface FileCommitRequest {
  readonly branch: string
  readonly start_branch?: string | undefined
  readonly commit_message: string
  readonly author_email?: string | undefined
  readonly author_name?: string | undefined
  readonly last_commit_id?: string | undefined
}

function commitFile(context: ProjectContext, request: FileCommitRequest, action: RequestedAction) {
  const { viewer, project, release } = context
  if (!canPush(context, project, request.branch)) viewer.must('push_code', project)
  checkFilePath(action.file_path)
  const { branch, start_branch, commit_message, last_commit_id } = request
  const start = startOfCommit(context, { branch, start_branch })
  if (hasChangedSince(context, start, action.file_path, last_commit_id)) {
    throw refused(
      'You are attempting to update a file that has changed since you started editing it.',
    )
  }
  const attributes = { branch_name: branch, commit_message, ...authorOf(context, request) }
  committing(() =>
    commitToBranch(context, project, attributes, [readAction(action, release)], start),
  )
  return { file_path: action.file_path, branch }
}

function rangesOf({ blob }: FileAtCommit, commits: readonly GitCommit[], first: number) {
  const { bytes, starts } = splitLines(blob.bytes)
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
  const ranges: { readonly commit: GitCommit; readonly lines: string[] }[] = []
  for (const [index, commit] of commits.entries()) {
    const line = bytes.subarray(starts[first + index], starts[first + index + 1])
    const text = decoder.decode(line).replace(/\r?\n$/, '')
    const last = ranges.at(-1)
    if (last?.commit === commit) last.lines.push(text)
    else ranges.push({ commit, lines: [text] })
  }
  return ranges.map(({ commit, lines }) => blameRange(commit, lines))
}
