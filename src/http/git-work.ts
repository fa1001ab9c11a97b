import { v4 } from '../contract/apis.ts'
import type { ServedRepository } from '../git/protocol/served-repository.ts'
import { addressesUnder } from '../gitlab/domain/addresses.ts'
import { type Context, systemContext } from '../gitlab/domain/context.ts'
import type { GitCaller } from '../gitlab/domain/git/caller.ts'
import { servedRepository } from '../gitlab/domain/git/served.ts'
import type { HookMessage } from '../gitlab/domain/hooks/hook-message.ts'
import { pathWithNamespace } from '../gitlab/domain/lookups.ts'
import { releases } from '../gitlab/domain/release.ts'
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
  /** Undefined where a push is to make it. */
  readonly project: ProjectRecord | undefined
  /** Its full path as it was asked for: it may have had it before. */
  readonly path: string
  /** The address of the instance. */
  readonly base: string
}

/** What a call of git does in the domain: it has no API, and what follows is said in the words of the newer one. */
export function contextOf(
  { options, store, now, base, caller }: Omit<GitWork, 'project' | 'path'>,
  messages: HookMessage[],
): Context {
  const { consequences, random } = options
  const source = { store, consequences, release: releases[v4.release], now, random }
  return { ...systemContext(source, addressesUnder(base), messages), viewer: caller.viewer }
}

/** What whoever calls a project by a path that it had before is answered (`Gitlab::Checks::ContainerMoved`). */
export function noticesOf({ store, project, base, path }: GitWork): string[] {
  if (!project) return []
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

/** The repository that is asked for: an empty one where a push is to make the project. */
export function repositoryAsked({ store, project }: GitWork): ServedRepository {
  if (project) return servedRepository(store, project)
  const { defaultBranch } = releases[v4.release]
  return { objects: store.objects, head: defaultBranch, refs: new Map(), holds: () => false }
}
