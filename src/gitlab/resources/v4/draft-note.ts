import type { DraftNote } from '../../../contract/generated/v4/contract.ts'
import type { DraftNoteRecord } from '../../../store/models/draft-note.ts'
import type { lineCodes } from '../../domain/discussions/positions.ts'

/** Returns a draft note (schemas/v4/resources/draft-note.json). */
export function draftNoteResource(
  draft: DraftNoteRecord,
  lineCodeOf: ReturnType<typeof lineCodes>,
): DraftNote {
  const { id, author_id, merge_request_id, resolve_discussion, discussion_id, note } = draft
  const { commit_id, position } = draft
  return {
    id,
    author_id,
    merge_request_id,
    resolve_discussion,
    discussion_id,
    note,
    commit_id,
    line_code: position && lineCodeOf(position),
    position: position ?? nowhere,
  }
}

/** The position of a draft note without one, which has all fields. */
const nowhere: DraftNote['position'] = {
  base_sha: null,
  start_sha: null,
  head_sha: null,
  old_path: null,
  new_path: null,
  position_type: 'text',
  old_line: null,
  new_line: null,
  line_range: null,
  width: null,
  height: null,
  x: null,
  y: null,
}
