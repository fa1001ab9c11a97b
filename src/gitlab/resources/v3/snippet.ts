import type { PersonalSnippet, Snippet } from '../../../contract/generated/v3/contract.ts'
import type { SnippetRecord } from '../../../store/models/snippet.ts'
import type { Presentation } from '../../domain/context.ts'
import { existingUser, projectAddress } from '../../domain/lookups.ts'
import { userBrief } from './user.ts'

/** Returns a snippet without its content, which the raw operation returns (schemas/v3/resources/snippet.json). */
export function snippetResource(snippet: SnippetRecord, presentation: Presentation): Snippet {
  return {
    id: snippet.id,
    title: snippet.title,
    file_name: snippet.file_name,
    author: userBrief(existingUser(presentation, snippet.author_id), presentation),
    updated_at: snippet.updated_at,
    created_at: snippet.created_at,
    web_url: `${placeOf(snippet, presentation)}/snippets/${snippet.id}`,
    visibility_level: snippet.visibility_level,
    expires_at: null,
  }
}

/** Returns a snippet with the URL of its content (schemas/v3/resources/personal-snippet.json). */
export function personalSnippetResource(
  snippet: SnippetRecord,
  presentation: Presentation,
): PersonalSnippet {
  const shown = snippetResource(snippet, presentation)
  return { ...shown, raw_url: `${shown.web_url}/raw` }
}

/** Returns the URL of a snippet's project, or that of the instance for a personal snippet. */
function placeOf({ project_id }: SnippetRecord, presentation: Presentation): string {
  return project_id === null
    ? presentation.addresses.origin
    : projectAddress(presentation, project_id)
}
