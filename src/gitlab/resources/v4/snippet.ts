import type { Snippet } from '../../../contract/generated/v4/contract.ts'
import { visibilityNames } from '../../../contract/visibility-levels.ts'
import type { SnippetRecord } from '../../../store/models/snippet.ts'
import type { Presentation } from '../../domain/context.ts'
import { existingProject, existingUser, namespaceOf } from '../../domain/lookups.ts'
import { filesOf } from '../../domain/snippets/files.ts'
import { userBasic } from './user.ts'

/** A snippet of a project without its texts (schemas/v4/resources/snippet.json). */
export function snippetResource(snippet: SnippetRecord, presentation: Presentation): Snippet {
  const { id, project_id } = snippet
  const { addresses, release, viewer } = presentation
  const project = existingProject(presentation, project_id)
  const place = [namespaceOf(presentation, project), project] as const
  const web_url = `${addresses.project(...place)}/-/snippets/${id}`
  const repository = (address: string) => address.replace(/\.git$/, `/snippets/${id}.git`)
  return {
    id,
    title: snippet.title,
    description: snippet.description,
    visibility: visibilityNames[snippet.visibility_level],
    author: userBasic(existingUser(presentation, snippet.author_id), presentation),
    created_at: snippet.created_at,
    updated_at: snippet.updated_at,
    project_id,
    web_url,
    raw_url: `${web_url}/raw`,
    ssh_url_to_repo: repository(addresses.cloneBySsh(...place)),
    http_url_to_repo: repository(addresses.cloneByHttp(...place)),
    file_name: snippet.file_name,
    files: filesOf(snippet).map(({ path }) => ({
      path,
      raw_url: `${web_url}/raw/${release.defaultBranch}/${path}`,
    })),
    imported: false,
    imported_from: 'none',
    ...(viewer.isAdmin ? { repository_storage: 'default' } : {}),
  }
}
