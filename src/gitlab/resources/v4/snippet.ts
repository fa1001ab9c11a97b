import type { Snippet } from '../../../contract/generated/v4/contract.ts'
import { visibilityNames } from '../../../contract/visibility-levels.ts'
import type { SnippetRecord } from '../../../store/models/snippet.ts'
import type { Presentation } from '../../domain/context.ts'
import { existingProject, existingUser, namespaceOf } from '../../domain/lookups.ts'
import { filesOf } from '../../domain/snippets/files.ts'
import { userBasic } from './user.ts'

/** Returns a snippet without its content (schemas/v4/resources/snippet.json). */
export function snippetResource(snippet: SnippetRecord, presentation: Presentation): Snippet {
  const { id, project_id } = snippet
  const { release, viewer } = presentation
  const { address, ssh, http } = placeOf(snippet, presentation)
  const web_url = `${address}/-/snippets/${id}`
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
    ssh_url_to_repo: `${ssh}snippets/${id}.git`,
    http_url_to_repo: `${http}snippets/${id}.git`,
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

/** Returns the URLs of a snippet's project, or of the instance for a personal snippet. */
function placeOf({ project_id }: SnippetRecord, presentation: Presentation) {
  const { addresses } = presentation
  if (project_id === null) {
    const { origin } = addresses
    return { address: origin, ssh: `git@${addresses.host()}:`, http: `${origin}/` }
  }
  const project = existingProject(presentation, project_id)
  const namespace = namespaceOf(presentation, project)
  const folder = (address: string) => address.replace(/\.git$/, '/')
  return {
    address: addresses.project(namespace, project),
    ssh: folder(addresses.cloneBySsh(namespace, project)),
    http: folder(addresses.cloneByHttp(namespace, project)),
  }
}
