import { conflictingReference } from '../../git/reference-name.ts'
import { branchHead, branchReference, tagReference } from '../../git/repository.ts'
import { omitUndefined } from '../../gitlab/domain/changes.ts'
import type { Context } from '../../gitlab/domain/context.ts'
import { protectBranch } from '../../gitlab/domain/repositories/branches.ts'
import { commentOnCommit } from '../../gitlab/domain/repositories/commit-comments.ts'
import { push } from '../../gitlab/domain/repositories/push.ts'
import {
  createRelease,
  createReleaseLink,
  linkErrors,
} from '../../gitlab/domain/repositories/releases.ts'
import { repositoryOf } from '../../gitlab/domain/repositories/repositories.ts'
import { createTag, createTagProtection } from '../../gitlab/domain/repositories/tags.ts'
import type { UserRecord } from '../../store/models/user.ts'
import { folded } from '../../store/record-keys.ts'
import type { SeedRelease, SeedRepository } from '../schema/repositories.ts'
import { each, isoTime } from './loading.ts'
import type { RepositoryLoading } from './repository-commits.ts'
import { noTimes, timestampAt } from './repository-times.ts'

const timesIn = ({ loading, project }: RepositoryLoading) =>
  loading.times.get(project.id) ?? noTimes()

/** Loads branches that start at a given commit, each pushed by the author of that commit. */
export function loadBranches(into: RepositoryLoading, { branches = {} }: SeedRepository): void {
  const { loading, project, path } = into
  const times = timesIn(into)
  for (const [name, from] of Object.entries(branches)) {
    const where = `${path}.branches.${name}`
    const timestamp = timestampAt(times, from, undefined)
    if (!times.branches.has(name)) times.branches.set(name, timestamp)
    loading.timeline.add(timestamp, () => {
      const commit = loading.commit(project, from, where)
      if (!commit || !isFree(into, branchReference(name), where)) return
      const { email, time } = commit.author
      const user = loading.store.users.one('email', folded(email)) ?? owner(into)
      if (user) push(loading.as(user, timeOf(time)), project, branchReference(name), commit.id)
    })
  }
}

const timeOf = (seconds: number) => new Date(seconds * 1000).toISOString()

/** Returns the owner of the project, who pushes where git's form of an author's address matches no user. */
function owner({ loading, project, path }: RepositoryLoading): UserRecord | undefined {
  return loading.author(undefined, project, path)
}

/** Whether a full ref name is neither taken nor in conflict with another ref. Otherwise a problem is recorded. */
function isFree({ loading, project }: RepositoryLoading, name: string, path: string): boolean {
  const repository = repositoryOf(loading.store, project)
  const isThere = repository.refs.has(name)
  if (isThere) loading.problems.push({ path, reason: `${name} is there twice` })
  const conflicting = conflictingReference(repository, name)
  if (conflicting)
    loading.problems.push({ path, reason: `${name} is in the way of ${conflicting}` })
  return !isThere && !conflicting
}

export function loadTags(into: RepositoryLoading, seed: SeedRepository): void {
  const { loading, project, path } = into
  const times = timesIn(into)
  each(seed.tags, `${path}.tags`, (tag, where) => {
    const { name, message, release_description, release } = tag
    const tagger = tag.by === undefined ? undefined : loading.user(tag.by, `${where}.by`)
    const timestamp = timestampAt(times, tag.ref ?? project.default_branch, isoTime(tag.at))
    times.branches.set(name, timestamp)
    loading.timeline.add(timestamp, () => {
      const commit = loading.commit(project, tag.ref ?? 'HEAD', `${where}.ref`)
      if (!commit || !isFree(into, tagReference(name), `${where}.name`)) return
      const { email, time } = commit.committer
      const user = tagger ?? loading.store.users.one('email', folded(email)) ?? owner(into)
      if (!user) return
      const context = loading.as(user, isoTime(tag.at) ?? timeOf(time))
      const notes = release ? undefined : release_description
      createTag(context, project, name, commit, { message, release_description: notes })
      if (release) loadRelease(context, into, name, release, `${where}.release`)
    })
  })
}

function loadRelease(
  context: Context,
  { loading, project }: RepositoryLoading,
  tag_name: string,
  { name, description, released_at, links }: SeedRelease,
  path: string,
): void {
  const texts = omitUndefined({ name, description, released_at: isoTime(released_at) })
  const release = createRelease(context, project, { tag_name, ...texts })
  each(links, `${path}.links`, ({ filepath, link_type, ...link }, where) => {
    const fields = { ...link, ...omitUndefined({ filepath, link_type }) }
    for (const [attribute, [problem]] of Object.entries(
      linkErrors(loading.store, release, fields),
    )) {
      loading.problems.push({ path: `${where}.${attribute}`, reason: `${problem}` })
      return
    }
    createReleaseLink(context, release, fields)
  })
}

export function loadTagProtections(
  { loading, project }: RepositoryLoading,
  { protected_tags = {} }: SeedRepository,
): void {
  for (const [name, { create_access_level = 40 }] of Object.entries(protected_tags)) {
    createTagProtection(loading.alone(project.created_at), project, name, create_access_level)
  }
}

export function loadProtections(
  into: RepositoryLoading,
  { protected_branches = {} }: SeedRepository,
): void {
  const { loading, project, path } = into
  const { store, problems, timeline } = loading
  for (const [name, flags] of Object.entries(protected_branches)) {
    timeline.add(timesIn(into).last, () => {
      const isThere = branchHead(repositoryOf(store, project), name) !== undefined
      if (!isThere && !name.includes('*')) {
        const reason = `there is no branch "${name}" in this repository`
        problems.push({ path: `${path}.protected_branches.${name}`, reason })
      }
      protectBranch(loading.alone(project.created_at), project, name, flags)
    })
  }
}

export function loadComments(into: RepositoryLoading, seed: SeedRepository): void {
  const { loading, project, path } = into
  each(
    seed.comments,
    `${path}.comments`,
    ({ commit: revision, author: name, at, ...said }, where) => {
      const author = loading.author(name, project, `${where}.author`)
      loading.timeline.add(timestampAt(timesIn(into), revision, isoTime(at)), () => {
        const commit = loading.commit(project, revision, `${where}.commit`)
        if (!commit || !author) return
        const context = loading.as(author, isoTime(at) ?? timeOf(commit.committer.time))
        commentOnCommit(context, project, commit, said)
      })
    },
  )
}
