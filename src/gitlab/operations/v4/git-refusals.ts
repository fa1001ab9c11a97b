import { refused } from '../../../contract/errors.ts'
import { GitRefusal } from '../../../git/refusal.ts'

/** Runs a commit, and converts a GitRefusal to a 400 with the message of GitLab 18 (`Gitlab::Git::Index`). */
export function committing<Made>(commit: () => Made): Made {
  try {
    return commit()
  } catch (error) {
    if (error instanceof GitRefusal) throw refused(wordsOf(error))
    throw error
  }
}

function wordsOf({ kind, message }: GitRefusal): string {
  switch (kind) {
    case 'file-exists':
      return 'A file with this name already exists'
    case 'file-missing':
      return "A file with this name doesn't exist"
    case 'path-is-directory':
      return 'A directory with this name already exists'
    case 'path-climbs':
      return 'Path cannot include directory traversal'
    default:
      return message
  }
}
