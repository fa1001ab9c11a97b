import type { PersonalSnippet, Snippet } from '../../../contract/generated/v3/contract.ts'
import type { SnippetRecord } from '../../../store/models/snippet.ts'
import type { Presentation } from '../../domain/context.ts'
import { existingUser, projectAddress } from '../../domain/lookups.ts'
import { userBrief } from './user.ts'

/** A snippet without its text, which the raw form gives (schemas/v3/resources/snippet.json). */
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

/** The same with the address of its text (schemas/v3/resources/personal-snippet.json). */
export function personalSnippetResource(
  snippet: SnippetRecord,
  presentation: Presentation,
): PersonalSnippet {
  const shown = snippetResource(snippet, presentation)
  return { ...shown, raw_url: `${shown.web_url}/raw` }
}

/** The address of the project that a snippet is in; a user's own stands at the root. */
function placeOf({ project_id }: SnippetRecord, presentation: Presentation): string {
  return project_id === null
    ? presentation.addresses.origin
    : projectAddress(presentation, project_id)
}
