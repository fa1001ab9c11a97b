import { notFound, refused } from '../../../contract/errors.ts'
import { lastCommit } from '../../../git/history/history.ts'
import { blobAt } from '../../../git/objects/tree.ts'
import { GitRefusal } from '../../../git/refusal.ts'
import type { ProjectContext } from '../../domain/context.ts'
import { pathFault } from '../../domain/repositories/action-checks.ts'
import { type RequestedAction, readAction } from '../../domain/repositories/actions.ts'
import {
  type CommitAttributes,
  checkCommit,
  commitToBranch,
} from '../../domain/repositories/commit.ts'
import { commitAt } from '../../domain/repositories/revisions.ts'
import { repositoryFile } from '../../resources/v3/repository-file.ts'
import type { OperationsOf } from '../operation.ts'

/** The operations of the tag Files. */
export const files = {
  getFile(context, { file_path, ref }) {
    const { store, viewer, project } = context
    viewer.must('download_code', project)
    const commit = commitAt(context, ref)
    const blob = blobAt(store.objects, commit.tree, file_path)
    if (!blob) throw notFound('File')
    const last = lastCommit(store.objects, commit.id, file_path) ?? commit
    return repositoryFile({ file_path, ref, blob, commit, last })
  },

  createFile(context, { content, encoding, ...attributes }) {
    return commitFile(context, attributes, {
      action: 'create',
      file_path: attributes.file_path,
      content,
      encoding,
    })
  },

  updateFile(context, { content, encoding, ...attributes }) {
    return commitFile(context, attributes, {
      action: 'update',
      file_path: attributes.file_path,
      content,
      encoding,
    })
  },

  deleteFile(context, attributes) {
    return commitFile(context, attributes, {
      action: 'delete',
      file_path: attributes.file_path,
    })
  },
} satisfies OperationsOf<'v3', 'Files'>

/** Commits a change of a file. All errors have the same message, except a limit that GitLab 8.15 did not have. */
function commitFile(
  context: ProjectContext,
  attributes: CommitAttributes,
  action: RequestedAction,
) {
  const { viewer, project } = context
  viewer.must('push_code', project)
  checkCommit(context, attributes)
  if (action.action === 'create' && pathFault(context.release, action.file_path))
    throw notCommitted()
  try {
    commitToBranch(context, project, attributes, [readAction(action, context.release)])
  } catch (error) {
    if (!(error instanceof GitRefusal)) throw error
    throw error.kind === 'path-too-deep' ? refused(error.message) : notCommitted()
  }
  return { file_path: action.file_path, branch_name: attributes.branch_name }
}

const notCommitted = () => refused('Your changes could not be committed')
