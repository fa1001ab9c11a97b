import { readBlob, readCommit } from '../../../git/objects/database.ts'
import { listTree } from '../../../git/objects/tree.ts'
import { branchHead } from '../../../git/repository.ts'
import { decodeText } from '../../../shared/text.ts'
import type { ProjectRecord } from '../../../store/models/project.ts'
import type { WithStore } from '../lookups.ts'
import { repositoryOf } from '../repositories/repositories.ts'
import type { Template } from './texts.ts'

/** The folders of description templates for issues and merge requests in a repository. */
const folders = {
  issues: '.gitlab/issue_templates',
  merge_requests: '.gitlab/merge_request_templates',
} as const

/** Returns the description templates of the default branch, which are its Markdown files in the folder. */
export function projectTemplates(
  { store }: WithStore,
  project: ProjectRecord,
  kind: keyof typeof folders,
): readonly Template[] {
  const repository = repositoryOf(store, project)
  const head = branchHead(repository, repository.head)
  if (head === undefined) return []
  const { objects } = store
  const entries = listTree(objects, readCommit(objects, head).tree, { path: folders[kind] })
  const found: Template[] = []
  for (const { name: file, id, type } of entries) {
    if (type !== 'blob' || !file.endsWith('.md')) continue
    const name = file.slice(0, -'.md'.length)
    found.push({ key: name, name, content: decodeText(readBlob(objects, id).bytes) })
  }
  return found
}
