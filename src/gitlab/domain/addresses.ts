/** What has a path of its own: a namespace, or a project in one. */
interface Path {
  readonly path: string
}

/** Where things are found on the web, under one origin such as `http://127.0.0.1:8080`. */
export interface Addresses {
  readonly origin: string
  /** A picture: one of this forge is stored as a path, such as `/avatars/jane.svg`. */
  avatar(address: string | null): string | null
  user(user: { readonly username: string }): string
  group(group: Path): string
  project(namespace: Path, project: Path): string
  cloneByHttp(namespace: Path, project: Path): string
  cloneBySsh(namespace: Path, project: Path): string
}

export function addressesUnder(origin: string): Addresses {
  return new OwnAddresses(origin)
}

/** A class: each request makes one, and functions of its own would be made each time. */
class OwnAddresses implements Addresses {
  readonly origin: string

  constructor(origin: string) {
    this.origin = origin
  }

  avatar(address: string | null): string | null {
    return address?.startsWith('/') ? `${this.origin}${address}` : address
  }

  user({ username }: { readonly username: string }): string {
    return `${this.origin}/${username}`
  }

  group({ path }: Path): string {
    return `${this.origin}/groups/${path}`
  }

  project(namespace: Path, project: Path): string {
    return `${this.origin}/${namespace.path}/${project.path}`
  }

  cloneByHttp(namespace: Path, project: Path): string {
    return `${this.project(namespace, project)}.git`
  }

  cloneBySsh(namespace: Path, project: Path): string {
    return `git@${hostOf(this.origin)}:${namespace.path}/${project.path}.git`
  }
}

/** Without the port. */
function hostOf(origin: string): string {
  const [host = ''] = /(?<=:\/\/)(\[[^\]]*\]|[^:/]*)/.exec(origin) ?? []
  return host
}
