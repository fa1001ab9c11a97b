import { forkRepository, repositoryOf } from '../domain/repositories/repositories.ts'
import { putObject } from '../git/database.ts'
import { type GitObject, makeTag } from '../git/objects.ts'
import { conflictingReference } from '../git/reference-name.ts'
import { branchHead, branchReference, tagReference } from '../git/repository.ts'
import type { Signature } from '../git/signature.ts'
import type { ProjectRecord } from '../store/models/project.ts'
import { loadPush } from './activity.ts'
import { isoTime, type Loading, written } from './loading.ts'
import { loadCommits, type RepositoryLoading, seconds, signature } from './repository-commits.ts'
import type { SeedRepository } from './repository-schema.ts'
import type { ReadSeed as Seed } from './schema.ts'

/**
 * Makes the repositories of a seed. That of a fork starts with what its origin has, so origins come
 * first. Labels of commits go to `loading.labels`, for builds and merge requests to refer to.
 */
export function loadRepositories(loading: Loading, seed: Seed): void {
  const { store } = loading
  const waiting = seedsByProject(loading, seed)
  const isDone = new Set<number>()
  function load(project: ProjectRecord): void {
    if (isDone.has(project.id)) return
    isDone.add(project.id)
    const origin = store.projects.get(project.forked_from_project_id ?? 0)
    if (origin) {
      load(origin)
      forkRepository(store, origin, project)
      loading.labels.set(project.id, new Map(loading.labels.get(origin.id)))
    }
    const own = waiting.get(project.id)
    if (own) loadRepository(loading, project, own.repository, own.path)
  }
  for (const project of store.projects.all().slice()) load(project)
}

interface Waiting {
  readonly repository: SeedRepository
  readonly path: string
}

function seedsByProject(loading: Loading, seed: Seed): ReadonlyMap<number, Waiting> {
  const waiting = new Map<number, Waiting>()
  const add = (name: string, where: string, repository: SeedRepository, path: string) => {
    const project = loading.project(name, where)
    if (!project || loading.isTwice(waiting.get(project.id), name, where)) return
    waiting.set(project.id, { repository, path })
  }
  for (const [index, { path, repository }] of (seed.projects ?? []).entries()) {
    const where = `projects[${index}].repository`
    if (repository) add(path, where, repository, where)
  }
  for (const [index, { project, ...repository }] of (seed.repositories ?? []).entries()) {
    add(project, `repositories[${index}].project`, repository, `repositories[${index}]`)
  }
  return waiting
}

/** Commits, branches, tags, protections and comments. The first branch is the default one. */
function loadRepository(
  loading: Loading,
  project: ProjectRecord,
  seed: SeedRepository,
  path: string,
): void {
  const { store } = loading
  const isFork = store.repositories.get(project.id) !== undefined
  const default_branch = seed.default_branch ?? (isFork ? undefined : seed.commits?.[0]?.branch)
  const current = store.projects.get(project.id)
  if (default_branch && current) store.projects.replace(current, { default_branch })
  const into = { loading, project }
  loadCommits(into, seed, path)
  for (const [name, from] of Object.entries(seed.branches ?? {})) {
    const commit = loading.commit(project, from, `${path}.branches.${name}`)
    if (commit)
      place(into, branchReference(name), commit, commit.author, `${path}.branches.${name}`)
  }
  loadTags(into, seed, path)
  loadProtections(into, seed, isFork, path)
  loadComments(into, seed, path)
}

/** Puts a ref where none is yet, and where no other ref is in its way. */
function place(
  { loading, project }: RepositoryLoading,
  name: string,
  { id }: Pick<GitObject, 'id'>,
  pusher: Signature,
  path: string,
): void {
  const { store, problems } = loading
  const repository = repositoryOf(store, project)
  if (repository.refs.has(name)) problems.push({ path, reason: `${name} is there twice` })
  const conflicting = conflictingReference(repository, name)
  if (conflicting) problems.push({ path, reason: `${name} is in the way of ${conflicting}` })
  else loadPush(loading, project, name, id, pusher)
}

function loadTags(into: RepositoryLoading, seed: SeedRepository, path: string): void {
  const { loading, project } = into
  const { store } = loading
  for (const [index, tag] of (seed.tags ?? []).entries()) {
    const where = `${path}.tags[${index}]`
    const commit = loading.commit(project, tag.ref ?? 'HEAD', `${where}.ref`)
    if (!commit) continue
    const time = tag.at === undefined ? commit.committer.time : seconds(tag.at)
    const tagger = tag.by
      ? signature(loading, tag.by, time, `${where}.by`)
      : { ...commit.committer, time }
    if (!tagger) continue
    const { name, message } = tag
    const tagged = { target: commit.id, targetType: 'commit', name } as const
    const id = message
      ? putObject(store.objects, makeTag({ ...tagged, message, tagger }))
      : commit.id
    place(into, tagReference(name), { id }, tagger, `${where}.name`)
    if (tag.release_description) {
      const description = tag.release_description
      store.releases.insert({ project_id: project.id, tag_name: name, description })
    }
  }
}

/** As after a first push where the seed says nothing (document 1, default_branch_protection); a fork had none. */
function loadProtections(
  { loading, project }: RepositoryLoading,
  seed: SeedRepository,
  isFork: boolean,
  path: string,
): void {
  const { store, problems } = loading
  const repository = repositoryOf(store, project)
  for (const [name, flags] of Object.entries(seed.protected_branches ?? {})) {
    if (branchHead(repository, name) === undefined) {
      const reason = `there is no branch "${name}" in this repository`
      problems.push({ path: `${path}.protected_branches.${name}`, reason })
    }
    store.protectedBranches.insert({ project_id: project.id, name, ...written(flags) })
  }
  const kind = store.settings.all()[0]?.default_branch_protection ?? 2
  const isBorn = branchHead(repository, repository.head) !== undefined
  if (seed.protected_branches || isFork || !isBorn || kind === 0) return
  store.protectedBranches.insert({
    project_id: project.id,
    name: repository.head,
    developers_can_push: kind === 1,
  })
}

function loadComments(
  { loading, project }: RepositoryLoading,
  seed: SeedRepository,
  path: string,
): void {
  for (const [index, comment] of (seed.comments ?? []).entries()) {
    const where = `${path}.comments[${index}]`
    const commit = loading.commit(project, comment.commit, `${where}.commit`)
    const author = loading.user(comment.author, `${where}.author`)
    if (!commit || !author) continue
    const isPlaced = comment.path !== undefined && comment.line !== undefined
    const at = isoTime(comment.at) ?? new Date(commit.committer.time * 1000).toISOString()
    loading.store.notes.insert({
      project_id: project.id,
      noteable_type: 'Commit',
      commit_id: commit.id,
      body: comment.note,
      author_id: author.id,
      ...(isPlaced
        ? { path: comment.path, line: comment.line, line_type: comment.line_type ?? 'new' }
        : {}),
      created_at: at,
      updated_at: at,
    })
  }
}
