import { ApiError } from '../contract/errors.ts'
import { headText, infoRefs, looseObject, looseObjectId, PACK_LIST } from '../git/transfer.ts'
import { holdsScope, type Identity, identify } from '../gitlab/access/credentials.ts'
import { createViewer } from '../gitlab/access/viewer.ts'
import { holds, reaches } from '../gitlab/domain/builds/deploy-tokens.ts'
import { findProject } from '../gitlab/domain/find.ts'
import { worldRelease } from '../gitlab/domain/release.ts'
import { findObject, repositoryOf } from '../gitlab/domain/repositories/repositories.ts'
import type { DeployTokenRecord } from '../store/models/deploy-token.ts'
import type { ProjectRecord } from '../store/models/project.ts'
import type { Store } from '../store/store.ts'

/** What a git client asks for when it clones or fetches. */
export interface GitFileRequest {
  /** `NAMESPACE/PROJECT`. */
  readonly project: string
  /** Inside the repository: `info/refs`, `HEAD`, `objects/info/packs`, `objects/ab/cdef…`. */
  readonly file: string
  /** Any token of a user, or a deploy token; undefined where none is presented. */
  readonly token: string | undefined
  /** The name that goes with the token: a deploy token has one of its own. */
  readonly username?: string | undefined
}

export type GitFileAnswer = {
  /** The username of whoever holds the token; undefined where there is none, or it does not hold. */
  readonly user: string | undefined
} & (
  | { readonly kind: 'file'; readonly body: string | Uint8Array }
  /** Credentials that hold may help. */
  | { readonly kind: 'unauthorized' }
  /** The project is seen, but its code may not be read. */
  | { readonly kind: 'forbidden' }
  | { readonly kind: 'not found' }
)

/**
 * Answers git's dumb HTTP protocol. Without a token, a project that is hidden and one that is not
 * there look alike. `now` is ISO 8601.
 */
export function readGitFile(
  store: Store,
  now: string,
  { project: path, file, token, username }: GitFileRequest,
): GitFileAnswer {
  const deployToken = store.deployTokens.one('token', token ?? '')
  if (deployToken && deployToken.username === username && holds(deployToken, now)) {
    return readByDeployToken(store, now, deployToken, path, file)
  }
  const identity = token === undefined ? undefined : holderOf(store, token, now)
  if (token !== undefined && !identity) return { kind: 'unauthorized', user: undefined }
  const viewer = createViewer({ store, user: identity?.user, today: now.slice(0, 10) })
  const user = viewer.user?.username
  const project = findProject(store, path)
  if (!project || !viewer.sees(project)) {
    return { kind: viewer.user ? 'not found' : 'unauthorized', user }
  }
  if (!viewer.can('download_code', project)) return { kind: 'forbidden', user }
  return fileAnswer(store, project, file, user)
}

function fileAnswer(
  store: Store,
  project: ProjectRecord,
  file: string,
  user: string | undefined,
): GitFileAnswer {
  const body = contentOf(store, project, file)
  return body === undefined ? { kind: 'not found', user } : { kind: 'file', user, body }
}

/** A deploy token reads its project, or those of its group, and what anybody may. */
function readByDeployToken(
  store: Store,
  now: string,
  token: DeployTokenRecord,
  path: string,
  file: string,
): GitFileAnswer {
  const user = token.username
  const project = findProject(store, path)
  const nobody = createViewer({ store, user: undefined, today: now.slice(0, 10) })
  const isOfToken = project !== undefined && reaches(store, token, project)
  if (!project || (!isOfToken && !nobody.sees(project))) return { kind: 'not found', user }
  const mayRead = isOfToken && token.scopes.includes('read_repository')
  if (!mayRead && !nobody.can('download_code', project)) return { kind: 'forbidden', user }
  return fileAnswer(store, project, file, user)
}

function contentOf(store: Store, project: ProjectRecord, file: string) {
  switch (file) {
    case 'info/refs':
      return infoRefs(store.objects, repositoryOf(store, project))
    case 'HEAD':
      return headText(repositoryOf(store, project))
    case 'objects/info/packs':
      return PACK_LIST
  }
  const id = file.startsWith('objects/') ? looseObjectId(file.slice('objects/'.length)) : undefined
  if (id === undefined || !findObject(store, project, id)) return undefined
  return looseObject(store.objects, id)
}

/** Of these scopes each lets a token clone and fetch. */
const readsCode = ['api', 'read_repository', 'write_repository'] as const

/** Who holds a token that reads more than users; nobody where it does not hold. */
function holderOf(store: Store, token: string, now: string): Identity | undefined {
  const none = { privateToken: undefined, accessToken: undefined, session: undefined }
  const presented = [{ privateToken: token }, { accessToken: token }]
  for (const each of presented) {
    try {
      const identity = identify(store, { ...none, sudo: undefined, ...each }, now, worldRelease)
      const { credential } = identity
      return credential && readsCode.some((scope) => holdsScope(credential, scope))
        ? identity
        : undefined
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
    }
  }
  return undefined
}
