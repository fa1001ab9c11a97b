import { createWikiPage, pageOfTitle } from '../../gitlab/domain/wikis/pages.ts'
import type { ReadSeed } from '../schema.ts'
import { each, isoTime, type Loading } from './loading.ts'
import { beginning, timestampOf } from './timeline.ts'

/** Loads the wiki pages of projects. */
export function loadWikis(loading: Loading, seed: ReadSeed): void {
  each(seed.wiki_pages, 'wiki_pages', (page, path) => {
    const { title, content, format } = page
    const project = loading.project(page.project, `${path}.project`)
    const author = project && loading.author(page.author, project, `${path}.author`)
    if (!project || !author) return
    const created = isoTime(page.created_at)
    const time = created ?? loading.timeWithin(project)
    loading.timeline.add(timestampOf(created, beginning), () => {
      const namesake = pageOfTitle(loading, project, title)
      if (loading.isTwice(namesake, title, `${path}.title`)) return
      createWikiPage(loading.as(author, time), project, { title, content, format })
    })
  })
}
