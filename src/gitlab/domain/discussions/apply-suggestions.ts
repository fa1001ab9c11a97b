import { refused, suggestionsNotFound } from '../../../contract/errors.ts'
import type { CommitAction } from '../../../git/commit.ts'
import type { MergeRequestRecord } from '../../../store/models/merge-request.ts'
import type { NoteRecord } from '../../../store/models/note.ts'
import type { SuggestionRecord } from '../../../store/models/suggestion.ts'
import type { UserRecord } from '../../../store/models/user.ts'
import { readsNote } from '../../access/tracker-visibility.ts'
import type { Context } from '../context.ts'
import { existingProject, existingUser, pathWithNamespace } from '../lookups.ts'
import { headOf } from '../merge-requests/range.ts'
import { commitToBranch } from '../repositories/commit.ts'
import { mustPush } from '../repositories/push.ts'
import { onMergeRequest } from '../tracker/noteable.ts'
import { discussionIdOf, discussionOf } from './discussion.ts'
import { setResolved } from './resolve.ts'
import { fileAt, rangeOf, textOf, whyNotApplicable } from './suggestions.ts'

/** A suggestion with its note and merge request. */
interface Suggested {
  readonly suggestion: SuggestionRecord
  readonly note: NoteRecord
  readonly mergeRequest: MergeRequestRecord
}

/** Returns suggestions by id. Throws 404 where one is missing or the caller cannot see it. */
export function suggestedBy(context: Context, ids: readonly number[], isOne: boolean): Suggested[] {
  const { store } = context
  return [...new Set(ids)].map((id) => {
    const suggestion = store.suggestions.get(id)
    const note = suggestion && store.notes.get(suggestion.note_id)
    const mergeRequest = note && store.mergeRequests.get(note.noteable_id ?? 0)
    const project = mergeRequest && store.projects.get(mergeRequest.target_project_id)
    if (!project || !readsNote(context, project, note)) throw suggestionsNotFound(isOne)
    return { suggestion, note, mergeRequest }
  })
}

/** Throws 403 where the caller may not push to a source branch. */
export function mustApply(context: Context, suggested: readonly Suggested[]): void {
  for (const { mergeRequest } of suggested) {
    const source = existingProject(context, mergeRequest.source_project_id)
    mustPush(context, source, mergeRequest.source_branch)
  }
}

/** Throws 400 for suggestions that are not applicable, alone or together. */
export function checkApplicable({ store }: Context, suggested: readonly Suggested[]): void {
  const [first] = suggested
  for (const { suggestion, note, mergeRequest } of suggested) {
    if (mergeRequest.id !== first?.mergeRequest.id) {
      throw refused('Suggestions must all be on the same branch.')
    }
    const reason = whyNotApplicable(store, mergeRequest, note, suggestion)
    if (reason !== undefined) throw refused(reason)
  }
  for (const ofFile of byFile(suggested).values()) {
    const ranges = ofFile.map(({ suggestion, note }) => rangeOf(suggestion, note))
    ranges.sort((a, b) => a.from - b.from)
    if (ranges.some(({ from }, index) => from <= (ranges[index - 1]?.to ?? 0))) {
      throw refused('Suggestions are not applicable as their lines cannot overlap.')
    }
  }
}

/** Commits suggestions to the source branch, and resolves their discussions. */
export function applySuggestions(
  context: Context,
  suggested: readonly Suggested[],
  message?: string,
): Suggested[] {
  const { store, viewer } = context
  const [first] = suggested
  if (!first) return []
  const { mergeRequest } = first
  const source = existingProject(context, mergeRequest.source_project_id)
  const ids = new Set(suggested.map(({ note }) => note.author_id))
  const authors = [...ids].map((id) => existingUser(context, id))
  const [only, ...more] = authors
  const author = only && more.length === 0 ? only : viewer.signedIn()
  const coAuthors = authors.filter(({ id }) => id !== author.id)
  const commit = commitToBranch(
    context,
    source,
    {
      branch_name: mergeRequest.source_branch,
      commit_message: messageOf(context, mergeRequest, { suggested, coAuthors, message }),
      author_name: author.name,
      author_email: author.email,
    },
    actionsOf(context, mergeRequest, suggested),
  )
  for (const { suggestion } of suggested) {
    store.suggestions.replace(suggestion, { applied: true, commit_id: commit.id })
  }
  resolveThreads(context, suggested)
  return suggested.map(({ suggestion, note, mergeRequest }) => ({
    suggestion: store.suggestions.get(suggestion.id) ?? suggestion,
    note: store.notes.get(note.id) ?? note,
    mergeRequest: store.mergeRequests.get(mergeRequest.id) ?? mergeRequest,
  }))
}

function byFile(suggested: readonly Suggested[]): Map<string, Suggested[]> {
  const files = new Map<string, Suggested[]>()
  for (const one of suggested) {
    const path = one.note.position?.new_path ?? ''
    const ofFile = files.get(path)
    if (ofFile) ofFile.push(one)
    else files.set(path, [one])
  }
  return files
}

/** Returns the commit actions that replace the lines of each file. */
function actionsOf(
  { store }: Context,
  mergeRequest: MergeRequestRecord,
  suggested: readonly Suggested[],
): CommitAction[] {
  const head = headOf(store, mergeRequest) ?? ''
  return [...byFile(suggested)].map(([path, ofFile]) => {
    const file = fileAt(store, head, path)
    if (!file) throw new Error(`A suggestion names the file ${path}, which does not exist.`)
    const changes = ofFile
      .map(({ suggestion, note }) => ({ ...rangeOf(suggestion, note), suggestion }))
      .sort((a, b) => a.from - b.from)
    let next = 1
    const parts = changes.map(({ from, to, suggestion }) => {
      const before = textOf(file, next, from - 1)
      next = to + 1
      return before + suggestion.to_content
    })
    const content = new TextEncoder().encode(parts.join('') + textOf(file, next, file.count))
    return { action: 'update', path, content }
  })
}

/** `DEFAULT_SUGGESTION_COMMIT_MESSAGE` in lib/gitlab/suggestions/commit_message.rb. */
const defaultMessage =
  'Apply %{suggestions_count} suggestion(s) to %{files_count} file(s)\n\n%{co_authored_by}'

function messageOf(
  context: Context,
  mergeRequest: MergeRequestRecord,
  {
    suggested,
    coAuthors,
    message,
  }: {
    readonly suggested: readonly Suggested[]
    readonly coAuthors: readonly UserRecord[]
    readonly message: string | undefined
  },
): string {
  const project = existingProject(context, mergeRequest.target_project_id)
  const template = message || project.settings.suggestion_commit_message || defaultMessage
  const { username, name } = context.viewer.signedIn()
  const files = [...byFile(suggested).keys()]
  const values: Readonly<Record<string, string>> = {
    branch_name: mergeRequest.source_branch,
    files_count: String(files.length),
    file_paths: files.join(', '),
    project_name: project.name,
    project_path: pathWithNamespace(context, project),
    user_full_name: name,
    username,
    suggestions_count: String(suggested.length),
    co_authored_by: coAuthors.map((one) => `Co-authored-by: ${one.name} <${one.email}>`).join('\n'),
  }
  return template
    .replace(/%\{(\w+)\}/g, (written, key: string) =>
      Object.hasOwn(values, key) ? (values[key] ?? '') : written,
    )
    .trim()
}

function resolveThreads(context: Context, suggested: readonly Suggested[]): void {
  for (const { note, mergeRequest } of suggested) {
    const project = existingProject(context, mergeRequest.target_project_id)
    const noteable = onMergeRequest({ project, mergeRequest })
    const discussion = discussionOf(context, noteable, discussionIdOf(note))
    if (discussion) setResolved(context, noteable, discussion.notes, true)
  }
}
