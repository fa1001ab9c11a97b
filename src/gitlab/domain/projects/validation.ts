import { checkReferenceName } from '../../../git/reference-name.ts'
import { isUrl } from '../../../shared/is-url.ts'
import type { NamespaceRecord } from '../../../store/models/namespace.ts'
import type { ProjectRecord } from '../../../store/models/project.ts'
import { folded, fullPath, nameIn } from '../../../store/record-keys.ts'
import type { Context } from '../context.ts'
import { findProject } from '../find.ts'
import { imagePathErrors } from '../groups/namespace-path.ts'
import type { Release } from '../release.ts'
import { checkNoErrors, lengthErrors } from '../validation.ts'
import { groupBoundErrors } from './visibility.ts'

type Candidate = Pick<
  ProjectRecord,
  'name' | 'path' | 'description' | 'import_url' | 'visibility_level'
> & { readonly default_branch?: string }

const MAX_NAME_LENGTH = 255
const MAX_DESCRIPTION_LENGTH = 2000
const pathPattern = /^[a-zA-Z0-9_.][a-zA-Z0-9_.-]*$/
const pathRule =
  "can contain only letters, digits, '_', '-' and '.'. Cannot start with '-', end in '.git' or end in '.atom'"

/** Throws 400 with all errors of a new or changed project. Names are case-sensitive. */
export function checkProject(
  { store, release }: Context,
  candidate: Candidate,
  namespace: NamespaceRecord,
  changed?: ProjectRecord,
): void {
  const named = store.projects.one('name_in', nameIn(namespace.id, candidate.name))
  const hasName = named !== undefined && named.id !== changed?.id
  const address = `${fullPath(namespace)}/${candidate.path}`
  const placed = findProject(store, address)
  const isGroup = store.namespaces.one('full_path', folded(address)) !== undefined
  const hasPath = isGroup || (placed !== undefined && placed.id !== changed?.id)
  checkNoErrors({
    'project_namespace.name': takenError(hasName && release.namesProjectNamespaces),
    name: [...nameErrors(candidate.name, release), ...takenError(hasName)],
    path: [...pathErrors(candidate.path, release), ...takenError(hasPath)],
    description: lengthErrors(candidate.description ?? '', MAX_DESCRIPTION_LENGTH),
    default_branch: branchErrors(candidate.default_branch),
    import_url: isImportable(candidate.import_url) ? [] : ['must be a valid URL'],
    visibility_level: groupBoundErrors(candidate.visibility_level, namespace),
  })
}

function branchErrors(branch: string | undefined): string[] {
  if (branch === undefined) return []
  return checkReferenceName(branch) === undefined ? [] : ['is not a valid branch name']
}

function nameErrors(name: string, { projectNames }: Release): string[] {
  return [
    ...(name.trim() === '' ? ["can't be blank"] : []),
    ...lengthErrors(name, MAX_NAME_LENGTH),
    ...(projectNames.pattern.test(name) ? [] : [projectNames.rule]),
  ]
}

function pathErrors(path: string, release: Release): string[] {
  const isWellFormed = pathPattern.test(path) && !/\.(git|atom)$/.test(path)
  return [
    ...(path.trim() === '' ? ["can't be blank"] : []),
    ...(release.reservedProjectPaths.has(path) ? [`${path} is a reserved name`] : []),
    ...lengthErrors(path, MAX_NAME_LENGTH),
    ...(isWellFormed ? [] : [pathRule]),
    ...imagePathErrors(path, release),
  ]
}

function takenError(isTaken: boolean): string[] {
  return isTaken ? ['has already been taken'] : []
}

/** Whether a URL could be imported from. Forgery fetches nothing from other servers. */
function isImportable(url: string | null): boolean {
  if (url === null) return true
  if (!isUrl(url)) return false
  const { protocol, hostname } = new URL(url)
  return ['http:', 'https:', 'ssh:', 'git:'].includes(protocol) && hostname !== ''
}
