import type { ProjectRecord } from '../../../store/models/project.ts'
import type { WikiPageRecord } from '../../../store/models/wiki-page.ts'
import { targetKey } from '../../../store/record-keys.ts'
import { omitUndefined } from '../changes.ts'
import { type Context, fireHooks, type SystemContext } from '../context.ts'
import { recordEvent } from '../events.ts'
import { existingProject, type WithStore } from '../lookups.ts'
import { newerSetting } from '../newer-settings.ts'
import { checkNoErrors } from '../validation.ts'

/** The attributes of a wiki page in a request. */
export interface WikiPageAttributes {
  readonly title?: string | undefined
  readonly content?: string | undefined
  readonly format?: WikiPageRecord['format'] | undefined
  readonly front_matter_title?: string | null | undefined
}

/** Returns the wiki pages of a project by slug. */
export function wikiPages({ store }: WithStore, { id }: ProjectRecord): WikiPageRecord[] {
  const pages = store.wikiPages.by('project_id', id)
  return pages.toSorted((one, other) => (one.slug < other.slug ? -1 : 1))
}

/** Returns the title of a page from its slug: the last segment, with spaces for hyphens. */
export function titleOfPage({ slug }: Pick<WikiPageRecord, 'slug'>): string {
  return slug.slice(slug.lastIndexOf('/') + 1).replace(/-+/g, ' ')
}

/** Throws 400 for a page without title or content, for one that is too long, and for a title that is taken. */
export function checkWikiPage(
  context: Pick<SystemContext, 'store' | 'settings'>,
  project: ProjectRecord,
  { title, content }: WikiPageAttributes,
  page?: WikiPageRecord,
): void {
  const slug = title === undefined ? undefined : slugOf(title, page)
  checkNoErrors({
    title: slug === '' ? ["can't be blank"] : [],
    content: content === undefined ? [] : contentErrors(context, content),
  })
  const namesake = slug === undefined ? undefined : pageOfSlug(context, project, slug)
  const isTaken = namesake !== undefined && namesake !== page
  checkNoErrors({
    base: isTaken ? ['Duplicate page: A page with that title already exists'] : [],
  })
}

function contentErrors({ settings }: Pick<SystemContext, 'settings'>, content: string): string[] {
  if (content.trim() === '') return ["can't be blank"]
  const limit = newerSetting(settings, 'wiki_page_max_content_bytes')
  const { length } = new TextEncoder().encode(content)
  return length > limit
    ? [`is too long (${length} Bytes). The maximum size is ${limit} Bytes.`]
    : []
}

/** Finds a page by slug. */
export function pageOfSlug(
  { store }: WithStore,
  { id }: ProjectRecord,
  slug: string,
): WikiPageRecord | undefined {
  return store.wikiPages.by('project_id', id).find((page) => page.slug === slug)
}

/** Finds a page by title, which includes its folders. */
export function pageOfTitle(
  context: WithStore,
  project: ProjectRecord,
  title: string,
): WikiPageRecord | undefined {
  return pageOfSlug(context, project, slugOf(title, undefined))
}

/**
 * Returns the slug of a title. Without folders in it the page stays in its folder; a leading `/` moves it to the root.
 */
function slugOf(title: string, page: WikiPageRecord | undefined): string {
  const steps = title.split('/').map((step) => step.trim().replace(/\s+/g, '-'))
  const plain = steps.filter((step) => step !== '').join('/')
  const folder = page?.slug.includes('/') ? page.slug.slice(0, page.slug.lastIndexOf('/') + 1) : ''
  return plain === '' || title.includes('/') ? plain : `${folder}${plain}`
}

/** Adds a wiki page as the caller. */
export function createWikiPage(
  context: Context,
  project: ProjectRecord,
  attributes: WikiPageAttributes & { readonly title: string; readonly content: string },
): WikiPageRecord {
  const { store, now } = context
  const { title, content, format, front_matter_title } = attributes
  const page = store.wikiPages.insert({
    project_id: project.id,
    slug: slugOf(title, undefined),
    content,
    ...omitUndefined({ format, front_matter_title }),
    version: newVersion(context),
    created_at: now,
    updated_at: now,
  })
  recordChange(context, page, 'create')
  return page
}

/** Updates the given attributes of a page. */
export function changeWikiPage(
  context: Context,
  page: WikiPageRecord,
  { title, content, format, front_matter_title }: WikiPageAttributes,
): WikiPageRecord {
  const changed = context.store.wikiPages.replace(page, {
    ...omitUndefined({ content, format, front_matter_title }),
    slug: title === undefined ? page.slug : slugOf(title, page),
    version: newVersion(context),
    updated_at: context.now,
  })
  recordChange(context, changed, 'update')
  return changed
}

/** Removes a page. Its events stay, without a reference to it. */
export function removeWikiPage(context: Context, page: WikiPageRecord): void {
  const { store } = context
  const events = store.events.by('target', targetKey(TARGET, page.id))
  store.events.replaceAll(events, { target_id: null, target_title: titleOfPage(page) })
  recordChange(context, page, 'delete')
  store.wikiPages.remove(page)
}

const TARGET = 'WikiPage::Meta'
const eventActions = { create: 'created', update: 'updated', delete: 'destroyed' } as const

function recordChange(
  context: Context,
  page: WikiPageRecord,
  action: keyof typeof eventActions,
): void {
  recordEvent(context, eventActions[action], existingProject(context, page.project_id), {
    target_type: TARGET,
    target_id: action === 'delete' ? null : page.id,
    target_title: titleOfPage(page),
  })
  fireHooks(context, { kind: 'wiki_page', action, page, user: context.viewer.signedIn() })
}

/** Returns a random version id, like that of the commit that GitLab creates. */
function newVersion({ random }: Pick<SystemContext, 'random'>): string {
  return Array.from({ length: 40 }, () => Math.floor(random() * 16).toString(16)).join('')
}
