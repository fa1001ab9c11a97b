import type { NoteRecord } from '../../../store/models/note.ts'
import type { ProjectRecord } from '../../../store/models/project.ts'
import { targetKey } from '../../../store/record-keys.ts'
import { readsInternalNotes } from '../../access/tracker-visibility.ts'
import type { Context, Presentation } from '../context.ts'
import { type Noteable, onIssue, onMergeRequest } from './noteable.ts'
import {
  projectNamed,
  projectReference,
  type Referenced,
  referencesIn,
  resolveReferences,
} from './references.ts'
import { addSystemNote } from './system-notes.ts'

/** The issue, merge request, snippet or commit whose text contains references. */
export interface Mentioner {
  readonly kind: 'issue' | 'merge request' | 'project snippet' | 'commit'
  readonly project: ProjectRecord
  /** `#1`, `!1`, `$1`, or the id of a commit. */
  readonly reference: string
}

/**
 * Adds a system note (`mentioned in merge request !2`) to each issue and merge request that a text refers to and the
 * caller may see. Each gets it once, and the text's own target never.
 */
export function noteCrossReferences(
  context: Context,
  mentioner: Mentioner,
  text: string,
  isExcepted: (referenced: Referenced) => boolean = () => false,
): void {
  const references = referencesIn(text, context)
  for (const referenced of resolveReferences(context, mentioner.project, references)) {
    const target = noteableOf(referenced)
    if (isItself(mentioner, referenced) || isExcepted(referenced)) continue
    const body = `mentioned in ${mentionerReference(context, mentioner, target.project)}`
    if (!isNoted(context, mentioner, target, body)) addSystemNote(context, target, body)
  }
}

/** Returns the reference to a text's target from another project: `issue #1`, `commit jane/website@…`. */
export function mentionerReference(
  context: Context,
  { kind, project, reference }: Mentioner,
  from: ProjectRecord,
): string {
  const prefix = projectReference(context, project, from)
  const separator = kind === 'commit' && prefix !== '' ? '@' : ''
  return `${kind} ${prefix}${separator}${reference}`
}

function noteableOf(referenced: Referenced): Noteable {
  return referenced.type === 'Issue' ? onIssue(referenced) : onMergeRequest(referenced)
}

function isItself({ kind, project, reference }: Mentioner, referenced: Referenced): boolean {
  if (referenced.project.id !== project.id) return false
  return referenced.type === 'Issue'
    ? kind === 'issue' && reference === `#${referenced.issue.iid}`
    : kind === 'merge request' && reference === `!${referenced.mergeRequest.iid}`
}

/** Whether a target already has the note. A commit counts as the same in all projects, since forks contain it too. */
function isNoted(
  { store }: Context,
  { kind, reference }: Mentioner,
  { type, id }: Noteable,
  body: string,
): boolean {
  return store.notes
    .by('noteable', targetKey(type, id))
    .some(
      (note) =>
        note.system &&
        (kind === 'commit'
          ? note.body.startsWith('mentioned in commit ') && note.body.endsWith(reference)
          : note.body === body),
    )
}

const crossReference =
  /^mentioned in (?<kind>issue|merge request|project snippet|commit) (?<name>[\w./-]+(?=[@#!$]))?[@#!$]?(?<reference>\w+)$/i

/** Matches the system notes of linked, moved and cloned issues. */
const issueReference =
  /^(?:marked this issue as related to|removed the relation with|(?:moved|cloned) (?:from|to)) (?<name>[\w./-]+(?=#))?#(?<reference>\d+)$/

/**
 * Whether the caller may see a note. Internal notes are for members. A system note that refers elsewhere requires
 * access to what it refers to (`TYPES_WITH_CROSS_REFERENCES` in app/models/system_note_metadata.rb).
 * Other notes are visible with their target.
 */
export function seesNote(
  presentation: Presentation,
  project: ProjectRecord,
  { system, body, internal, noteable_type }: NoteRecord,
): boolean {
  if (internal && !readsInternalNotes(presentation.viewer, project, noteable_type)) return false
  const groups = system
    ? (crossReference.exec(body) ?? issueReference.exec(body))?.groups
    : undefined
  if (!groups) return true
  const { kind = 'issue', name, reference = '' } = groups
  const place = projectNamed(presentation, project, name)
  if (!place) return false
  const { viewer } = presentation
  switch (kind.toLowerCase()) {
    case 'issue':
      return isSeen('issue')
    case 'merge request':
      return isSeen('merge request')
    case 'commit':
      return viewer.can('download_code', place)
    default:
      return viewer.sees(place)
  }

  function isSeen(what: 'issue' | 'merge request'): boolean {
    const mentioner = { kind: what, project: name, iid: Number(reference) }
    return resolveReferences(presentation, project, [mentioner]).length > 0
  }
}
