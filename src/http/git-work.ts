import type { GitCaller } from '../gitlab/domain/git/caller.ts'
import { pathWithNamespace } from '../gitlab/domain/lookups.ts'
import type { ProjectRecord } from '../store/models/project.ts'
import { folded } from '../store/record-keys.ts'
import type { Store } from '../store/store.ts'
import type { Call } from './call.ts'
import type { ExecuteOptions } from './execute.ts'

/** A call of git that is let in. */
export interface GitWork {
  readonly options: ExecuteOptions
  readonly call: Call
  readonly store: Store
  /** ISO 8601. */
  readonly now: string
  readonly caller: GitCaller
  readonly project: ProjectRecord
  /** Its full path as it was asked for: it may have had it before. */
  readonly path: string
  /** The address of the instance. */
  readonly base: string
}

/** What whoever calls a project by a path that it had before is told (`Gitlab::Checks::ContainerMoved`). */
export function noticesOf({ store, project, base, path }: GitWork): string[] {
  const present = pathWithNamespace({ store }, project)
  if (folded(present) === folded(path)) return []
  const address = `  git remote set-url origin ${base}/${present}.git`
  const moved = `Project '${path}' was moved to '${present}'.`
  return ['', moved, '', 'Please update your Git remote:', '', address, '']
}

/** What git's own server says of its answers (http-backend.c: hdr_nocache). */
export const notKept = {
  Expires: 'Fri, 01 Jan 1980 00:00:00 GMT',
  Pragma: 'no-cache',
  'Cache-Control': 'no-cache, max-age=0, must-revalidate',
} as const
