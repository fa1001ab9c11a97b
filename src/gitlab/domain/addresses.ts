import type { NamespaceRecord } from '../../store/models/namespace.ts'
import { fullPath } from '../../store/record-keys.ts'

type NamespacePath = Pick<NamespaceRecord, 'parent_path' | 'path'>

interface ProjectPath {
  readonly path: string
}

/** Builds web and clone URLs below one origin, such as `http://127.0.0.1:8080`. */
export interface Addresses {
  readonly origin: string
  /** Returns the host of the origin, without its port. */
  host(): string
  /** Returns the URL of an avatar. Avatars that the forge stores are paths, such as `/avatars/jane.svg`. */
  avatar(address: string | null): string | null
  user(user: { readonly username: string }): string
  group(group: NamespacePath): string
  project(namespace: NamespacePath, project: ProjectPath): string
  cloneByHttp(namespace: NamespacePath, project: ProjectPath): string
  cloneBySsh(namespace: NamespacePath, project: ProjectPath): string
}

export function addressesUnder(origin: string): Addresses {
  return new OwnAddresses(origin)
}

/** A class, since every request creates one: closures would be created each time. */
class OwnAddresses implements Addresses {
  readonly origin: string

  constructor(origin: string) {
    this.origin = origin
  }

  host(): string {
    return hostOf(this.origin)
  }

  avatar(address: string | null): string | null {
    return address?.startsWith('/') ? `${this.origin}${address}` : address
  }

  user({ username }: { readonly username: string }): string {
    return `${this.origin}/${username}`
  }

  group(group: NamespacePath): string {
    return `${this.origin}/groups/${fullPath(group)}`
  }

  project(namespace: NamespacePath, project: ProjectPath): string {
    return `${this.origin}/${fullPath(namespace)}/${project.path}`
  }

  cloneByHttp(namespace: NamespacePath, project: ProjectPath): string {
    return `${this.project(namespace, project)}.git`
  }

  cloneBySsh(namespace: NamespacePath, project: ProjectPath): string {
    return `git@${hostOf(this.origin)}:${fullPath(namespace)}/${project.path}.git`
  }
}

/** Returns the host of an origin, without its port. */
function hostOf(origin: string): string {
  const [host = ''] = /(?<=:\/\/)(\[[^\]]*\]|[^:/]*)/.exec(origin) ?? []
  return host
}
