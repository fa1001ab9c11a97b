import { readCommit } from '../../../git/objects/database.ts'
import { listTree } from '../../../git/objects/tree.ts'
import { branchHead } from '../../../git/repository.ts'
import type { ProjectRecord } from '../../../store/models/project.ts'
import type { WithStore } from '../lookups.ts'
import { repositoryOf } from './repositories.ts'

/** What the file is called that describes a project: any form of markup is one (lib/gitlab/file_detector.rb). */
const readmeName = /^(readme|index)(\.(md|markdown|mkd|mdown|rst|adoc|asciidoc|org|txt))?$/i

/** The name of the file at the root of the default branch that describes the project. */
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
