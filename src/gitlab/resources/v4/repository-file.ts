import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex } from '@noble/hashes/utils.js'
import type { BlameRange, RepositoryFile } from '../../../contract/generated/v4/contract.ts'
import type { FileMode, GitBlob, GitCommit } from '../../../git/objects/objects.ts'
import { encodeBase64 } from '../../../shared/base64.ts'
import { byteText } from '../../../shared/text.ts'
import { zonedTimeOf } from '../../domain/repositories/commit-text.ts'

export interface FileAtCommit {
  readonly file_path: string
  /** The ref of the request. */
  readonly ref: string
  readonly mode: FileMode
  readonly blob: GitBlob
  readonly commit: GitCommit
  /** The last commit that changed the file. */
  readonly last: GitCommit
}

/** Returns a file at a ref with its content (`schemas/v4/resources/repository-file.json`). */
export function repositoryFile(file: FileAtCommit): RepositoryFile {
  return { ...withoutContent(file), content: encodeBase64(file.blob.bytes) }
}

function withoutContent({
  file_path,
  ref,
  mode,
  blob,
  commit,
  last,
}: FileAtCommit): Omit<RepositoryFile, 'content'> {
  return {
    file_name: file_path.slice(file_path.lastIndexOf('/') + 1),
    file_path,
    size: blob.bytes.length,
    encoding: 'base64',
    content_sha256: bytesToHex(sha256(blob.bytes)),
    ref,
    blob_id: blob.id,
    commit_id: commit.id,
    last_commit_id: last.id,
    execute_filemode: mode === '100755',
  }
}

/** Returns the fields of a file as headers: `X-Gitlab-File-Name` and so on. */
export function fileHeaders(file: FileAtCommit): Record<string, string> {
  return Object.fromEntries(
    Object.entries(withoutContent(file)).map(([name, value]) => [
      `X-Gitlab-${name.split('_').map(capitalized).join('-')}`,
      headerText(String(value)),
    ]),
  )
}

const capitalized = (word: string) => `${word.charAt(0).toUpperCase()}${word.slice(1)}`

/** Encodes a text for a header: in UTF-8, and without control characters. */
function headerText(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: headers cannot contain control characters
  return byteText(new TextEncoder().encode(text)).replace(/[\0-\x1f\x7f]/g, '?')
}

/** Returns a blame range: consecutive lines from one commit (`schemas/v4/resources/blame-range.json`). */
export function blameRange(commit: GitCommit, lines: string[]): BlameRange {
  return {
    commit: {
      id: commit.id,
      parent_ids: [...commit.parents],
      message: commit.message,
      authored_date: zonedTimeOf(commit.author),
      author_name: commit.author.name,
      author_email: commit.author.email,
      committed_date: zonedTimeOf(commit.committer),
      committer_name: commit.committer.name,
      committer_email: commit.committer.email,
    },
    lines,
  }
}
