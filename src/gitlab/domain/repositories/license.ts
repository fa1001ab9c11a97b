import { readBlob, readCommit } from '../../../git/objects/database.ts'
import { listTree } from '../../../git/objects/tree.ts'
import { branchHead } from '../../../git/repository.ts'
import { decodeText } from '../../../shared/text.ts'
import type { ProjectRecord } from '../../../store/models/project.ts'
import type { WithStore } from '../lookups.ts'
import type { License } from '../templates/licenses.ts'
import { licensesWith } from '../templates/templates.ts'
import { repositoryOf } from './repositories.ts'

/** The names of licence files. */
const licenseName = /^(licen[sc]e|copying)(\.(md|markdown|rst|txt))?$/i

/** Returns the licence file at the root of the default branch, and its licence where that is a known one. */
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

/** The number of bytes at the beginning of a file in which the name of the licence is looked for. */
const HEAD_BYTES = 1000

/** Finds a licence by its SPDX identifier, or by the longest name in the text: a name can begin with another one. */
function licenseNamedIn(head: string): License | undefined {
  const known = licensesWith({ year: '', fullname: '', project: '' })
  const [, key] = /SPDX-License-Identifier: ([\w.-]+)/.exec(head) ?? []
  const text = plain(head)
  return (
    known.find((one) => one.key === key?.toLowerCase()) ??
    known
      .filter(({ name }) => text.includes(plain(name)))
      .sort((one, other) => other.name.length - one.name.length)[0]
  )
}

/** Normalizes a text for comparison: words are separated by one space, and of a version only the major number stays. */
function plain(text: string): string {
  const words = text.toLowerCase().replace(/[^a-z0-9.]+/g, ' ')
  return words.replace(/\b(?:version |v)?(\d)(?:\.0)?\b/g, '$1')
}
