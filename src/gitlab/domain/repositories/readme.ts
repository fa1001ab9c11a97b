import { readCommit } from '../../../git/objects/database.ts'
import { listTree } from '../../../git/objects/tree.ts'
import { branchHead } from '../../../git/repository.ts'
import type { ProjectRecord } from '../../../store/models/project.ts'
import type { WithStore } from '../lookups.ts'
import { repositoryOf } from './repositories.ts'

/** The names of README files in any markup (lib/gitlab/file_detector.rb). */
const readmeName = /^(readme|index)(\.(md|markdown|mkd|mdown|rst|adoc|asciidoc|org|txt))?$/i

/** Finds the name of the README at the root of the default branch. */
export function readmeOf({ store }: WithStore, project: ProjectRecord): string | undefined {
  const repository = repositoryOf(store, project)
  const head = branchHead(repository, repository.head)
  if (head === undefined) return undefined
  const { tree } = readCommit(store.objects, head)
  for (const { name, type } of listTree(store.objects, tree)) {
    if (type === 'blob' && readmeName.test(name)) return name
  }
  return undefined
}
