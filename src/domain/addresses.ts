import type { NamespaceRecord } from '../store/models/namespace.ts'
import type { ProjectRecord } from '../store/models/project.ts'

/** Where things are found on the web, under one origin such as `http://127.0.0.1:8080`. */
export interface Addresses {
  readonly origin: string
  /** A picture: one of this forge is stored as a path, such as `/avatars/jane.svg`. */
  avatar(address: string | null): string | null
  user(user: { readonly username: string }): string
  group(group: Pick<NamespaceRecord, 'path'>): string
  project(namespace: Pick<NamespaceRecord, 'path'>, project: Pick<ProjectRecord, 'path'>): string
  cloneByHttp(
    namespace: Pick<NamespaceRecord, 'path'>,
    project: Pick<ProjectRecord, 'path'>,
  ): string
  cloneBySsh(namespace: Pick<NamespaceRecord, 'path'>, project: Pick<ProjectRecord, 'path'>): string
}

export function addressesUnder(origin: string): Addresses {
  return {
    origin,
    avatar: (address) => (address?.startsWith('/') ? `${origin}${address}` : address),
    user: ({ username }) => `${origin}/${username}`,
    group: ({ path }) => `${origin}/groups/${path}`,
    project: (namespace, project) => `${origin}/${namespace.path}/${project.path}`,
    cloneByHttp: (namespace, project) => `${origin}/${namespace.path}/${project.path}.git`,
    cloneBySsh: (namespace, project) =>
      `git@${hostOf(origin)}:${namespace.path}/${project.path}.git`,
  }
}

/** Without the port. */
function hostOf(origin: string): string {
  const [host = ''] = /(?<=:\/\/)(\[[^\]]*\]|[^:/]*)/.exec(origin) ?? []
  return host
}
