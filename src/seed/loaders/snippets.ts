import { visibilityLevels } from '../../contract/visibility-levels.ts'
import { omitUndefined } from '../../gitlab/domain/changes.ts'
import { createSnippet } from '../../gitlab/domain/snippets/create.ts'
import { onSnippet, touch } from '../../gitlab/domain/tracker/noteable.ts'
import type { ProjectRecord } from '../../store/models/project.ts'
import type { SeedSnippet } from '../schema/trackers.ts'
import { loadConversation } from './conversation.ts'
import { isoTime, type Loading } from './loading.ts'
import { beginning, timestampOf } from './timeline.ts'

/** Loads a snippet of a project, or a personal one, without notes. */
export function loadSnippet(
  loading: Loading,
  project: ProjectRecord | undefined,
  seed: SeedSnippet,
  path: string,
): void {
  const { store, timeline } = loading
  const author = project
    ? loading.author(seed.author, project, `${path}.author`)
    : loading.user(seed.author ?? '', `${path}.author`)
  const id = loading.ids.take(store.snippets, seed.id, path)
  if (id === undefined || !author) return
  const since = isoTime(seed.created_at) ?? loading.timeWithin(project)
  const timestamp = timestampOf(isoTime(seed.created_at), beginning)
  const { title, description, file_name, code, more_files, visibility } = seed
  const snippet = () => store.snippets.get(id)
  timeline.add(timestamp, () => {
    const visibility_level = visibility && visibilityLevels[visibility]
    createSnippet(loading.as(author, since), project, {
      ...omitUndefined({ visibility_level }),
      id,
      title,
      description,
      file_name,
      code,
      more_files,
    })
  })
  function target() {
    const record = snippet()
    return project && record && onSnippet({ project, snippet: record })
  }
  if (project) loadConversation({ loading, project, path, timestamp, since, target }, seed)
  const updated_at = isoTime(seed.updated_at)
  loading.atLast(() => {
    const snippet = target()
    if (snippet && updated_at) touch(loading.alone(updated_at), snippet)
  })
}
