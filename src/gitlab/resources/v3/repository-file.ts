import type { RepositoryFile } from '../../../contract/generated/v3/contract.ts'
import type { GitBlob, GitCommit } from '../../../git/objects/objects.ts'
import { encodeBase64 } from '../../../shared/base64.ts'

interface FileAtCommit {
  readonly file_path: string
  /** The ref of the request. */
  readonly ref: string
  readonly blob: GitBlob
  readonly commit: GitCommit
  /** The last commit that changed the file. */
  readonly last: GitCommit
}

/** Returns a file at a ref with its content (`schemas/v3/resources/repository-file.json`). */
export function repositoryFile({
  file_path,
  ref,
  blob,
  commit,
  last,
}: FileAtCommit): RepositoryFile {
  return {
    file_name: file_path.slice(file_path.lastIndexOf('/') + 1),
    file_path,
    size: blob.bytes.length,
    encoding: 'base64',
    content: encodeBase64(blob.bytes),
    ref,
    blob_id: blob.id,
    commit_id: commit.id,
    last_commit_id: last.id,
  }
}
