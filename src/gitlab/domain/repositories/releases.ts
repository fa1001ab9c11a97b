import { conflict, notFound } from '../../../contract/errors.ts'
import { isLongerThan } from '../../../contract/text-length.ts'
import { isUrl } from '../../../shared/is-url.ts'
import type { ProjectRecord } from '../../../store/models/project.ts'
import type { ReleaseLinkRecord, ReleaseRecord } from '../../../store/models/release.ts'
import type { Store } from '../../../store/store.ts'
import { omitUndefined } from '../changes.ts'
import { type Context, fireHooks, type ProjectContext, type SystemContext } from '../context.ts'

/** Finds the release of a tag; a tag has at most one. */
export function releaseOf(
  store: Store,
  project: ProjectRecord,
  tagName: string,
): ReleaseRecord | undefined {
  return store.releases.by('project_id', project.id).find(({ tag_name }) => tag_name === tagName)
}

/** Returns the release of a tag. Throws 404 where it has none. */
export function existingRelease(
  { store, project }: ProjectContext,
  tagName: string,
): ReleaseRecord {
  const release = releaseOf(store, project, tagName)
  if (!release) throw notFound('Release')
  return release
}

export function checkNewRelease({ store, project }: ProjectContext, tagName: string): void {
  if (releaseOf(store, project, tagName)) throw conflict('Release already exists')
}

/** The attributes of a release in a request. Times are ISO 8601. */
export interface ReleaseTexts {
  readonly name?: string | null | undefined
  readonly description?: string | null | undefined
  readonly released_at?: string | undefined
  readonly milestone_ids?: readonly number[] | undefined
}

/**
 * Creates the release of a tag with the caller as author; released now unless another time is given. `complete` adds
 * its links.
 */
export function createRelease(
  context: Context,
  project: ProjectRecord,
  { tag_name, ...texts }: ReleaseTexts & Pick<ReleaseRecord, 'tag_name'>,
  complete: (release: ReleaseRecord) => void = () => {},
): ReleaseRecord {
  const { store, viewer, now } = context
  const release = store.releases.insert({
    project_id: project.id,
    tag_name,
    author_id: viewer.user?.id ?? null,
    created_at: now,
    updated_at: now,
    released_at: now,
    ...fieldsOf(texts),
  })
  complete(release)
  fireHooks(context, { kind: 'release', action: 'create', release })
  return release
}

/** Updates a release; omitted attributes stay as they are. */
export function changeRelease(
  context: Context,
  release: ReleaseRecord,
  texts: ReleaseTexts,
): ReleaseRecord {
  const { store, now } = context
  const changed = store.releases.replace(release, { ...fieldsOf(texts), updated_at: now })
  fireHooks(context, { kind: 'release', action: 'update', release: changed })
  return changed
}

function fieldsOf({ name, description, released_at, milestone_ids }: ReleaseTexts) {
  return {
    ...omitUndefined({ name, description, released_at }),
    ...(milestone_ids ? { milestone_ids: [...milestone_ids] } : {}),
  }
}

/** Deletes a release, and fires the hooks. */
export function withdrawRelease(context: SystemContext, release: ReleaseRecord): void {
  fireHooks(context, { kind: 'release', action: 'delete', release })
  removeRelease(context, release)
}

/** Removes a release and its links. */
export function removeRelease({ store }: Pick<Context, 'store'>, release: ReleaseRecord): void {
  store.releaseLinks.removeAll(store.releaseLinks.by('release_id', release.id))
  store.releases.remove(release)
}

/** Returns the links of a release, newest first. */
export function linksOf(store: Store, { id }: ReleaseRecord): ReleaseLinkRecord[] {
  return store.releaseLinks.by('release_id', id).toSorted((a, b) => b.id - a.id)
}

const sourceFormats = ['zip', 'tar.gz', 'tar.bz2', 'tar'] as const

/** Returns the source archives of a release; `web` is the address of the project. */
export function releaseSources(web: string, { path }: ProjectRecord, tagName: string) {
  const name = `${path}-${tagName.replaceAll('/', '-')}`
  return sourceFormats.map((format) => ({
    format,
    url: `${web}/-/archive/${tagName}/${name}.${format}`,
  }))
}

/** A release link in a request. */
export type LinkFields = Pick<ReleaseLinkRecord, 'name' | 'url'> &
  Partial<Pick<ReleaseLinkRecord, 'filepath' | 'link_type'>>

/** Returns the validation errors of a release link by attribute; `link` is the existing one in an update. */
export function linkErrors(
  store: Store,
  release: ReleaseRecord,
  { name, url, filepath }: LinkFields,
  link?: ReleaseLinkRecord,
): Record<string, string[]> {
  const others = linksOf(store, release).filter((other) => other.id !== link?.id)
  const errors: Record<string, string[]> = {}
  const add = (attribute: string, problem: string) => {
    errors[attribute] = [...(errors[attribute] ?? []), problem]
  }
  if (name.trim() === '') add('name', "can't be blank")
  if (others.some((other) => other.name === name)) add('name', 'has already been taken')
  if (!/^(?:https?|ftp):\/\/[^/\s]/i.test(url) || !isUrl(url)) {
    add('url', 'is blocked: Only allowed schemes are http, https, ftp')
  }
  if (others.some((other) => other.url === url)) add('url', 'has already been taken')
  if (filepath && !/^\/(?!\/)[^\s]*$/.test(filepath)) add('filepath', 'is in an invalid format')
  if (filepath && isLongerThan(filepath, MAX_FILEPATH_LENGTH)) {
    add('filepath', `is too long (maximum is ${MAX_FILEPATH_LENGTH} characters)`)
  }
  if (filepath && others.some((other) => other.filepath === filepath)) {
    add('filepath', 'has already been taken')
  }
  return errors
}

/** `FILEPATH_MAX_LENGTH` in app/models/releases/link.rb. */
const MAX_FILEPATH_LENGTH = 128

export function createReleaseLink(
  { store }: Context,
  release: ReleaseRecord,
  link: LinkFields,
): ReleaseLinkRecord {
  return store.releaseLinks.insert({ release_id: release.id, ...link })
}

export function changeReleaseLink(
  { store }: Context,
  link: ReleaseLinkRecord,
  fields: Partial<LinkFields>,
): ReleaseLinkRecord {
  return store.releaseLinks.replace(link, fields)
}

export function removeReleaseLink({ store }: Context, link: ReleaseLinkRecord): void {
  store.releaseLinks.remove(link)
}
