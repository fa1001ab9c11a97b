import { readBlob, readCommit } from '../../../git/objects/database.ts'
import { listTree } from '../../../git/objects/tree.ts'
import { branchHead } from '../../../git/repository.ts'
import { decodeText } from '../../../shared/text.ts'
import type { ProjectRecord } from '../../../store/models/project.ts'
import type { WithStore } from '../lookups.ts'
import { type License, licenses } from '../templates/licenses.ts'
import { repositoryOf } from './repositories.ts'

/** What the file is called that says under which licence a project is. */
const licenseName = /^(licen[sc]e|copying)(\.(md|markdown|rst|txt))?$/i

/** The file of the licence of a project, at the root of its default branch, and the licence where it is a known one. */
export function licenseOfProject(
  { store }: WithStore,
  project: ProjectRecord,
): { readonly path: string; readonly license: License | undefined } | undefined {
  const repository = repositoryOf(store, project)
  const commit = branchHead(repository, repository.head)
  if (commit === undefined) return undefined
  const { tree } = readCommit(store.objects, commit)
  const file = [...listTree(store.objects, tree)].find(
    ({ name, type }) => type === 'blob' && licenseName.test(name),
  )
  if (!file) return undefined
  const head = decodeText(readBlob(store.objects, file.id).bytes.slice(0, HEAD_BYTES))
  return { path: file.name, license: licenseNamedIn(head) }
}

/** A licence is named at the beginning of its text. */
const HEAD_BYTES = 1000

/** By the identifier of SPDX, or by the name; the name of one may begin with that of another. */
function licenseNamedIn(head: string): License | undefined {
  const known = licenses({ year: '', fullname: '', project: '' })
  const [, key] = /SPDX-License-Identifier: ([\w.-]+)/.exec(head) ?? []
  const text = plain(head)
  return (
    known.find((one) => one.key === key?.toLowerCase()) ??
    known
      .filter(({ name }) => text.includes(plain(name)))
      .sort((one, other) => other.name.length - one.name.length)[0]
  )
}

/** Words with one blank between them; a version by its first number. */
function plain(text: string): string {
  const words = text.toLowerCase().replace(/[^a-z0-9.]+/g, ' ')
  return words.replace(/\b(?:version |v)?(\d)(?:\.0)?\b/g, '$1')
}
