import { useState } from 'preact/hooks'
import type { Discussion, Note } from '../../contract/generated/v4/contract.ts'
import { perform } from '../parts/perform.ts'
import { ShowMore } from '../parts/show-more.tsx'
import { Time } from '../parts/time.tsx'
import { type ListStart, sendApi } from '../session/read.ts'
import { Prose } from './prose.tsx'
import { UserLink } from './small-parts.tsx'

interface DiscussionsProps {
  readonly discussions: ListStart<Discussion>
  /** The path of the discussions in the API, such as `/projects/1/issues/3/discussions`. */
  readonly path: string
}

/** Shows the discussions of an issue, a merge request or a commit, oldest first. */
export function Discussions({ discussions, path }: DiscussionsProps) {
  const { reload: onChange } = discussions
  return (
    <section class="discussions" aria-label="Discussions">
      {discussions.value?.map((discussion) => (
        <DiscussionThread
          key={discussion.id}
          discussion={discussion}
          path={path}
          onChange={onChange}
        />
      ))}
      <ShowMore list={discussions} what="discussions" />
      <CommentForm label="Comment" path={path} onChange={onChange} />
    </section>
  )
}

interface DiscussionThreadProps {
  readonly discussion: Discussion
  readonly path: string
  readonly onChange: () => void
}

/** Shows one discussion: comments with replies, or a system note. */
export function DiscussionThread({ discussion, path, onChange }: DiscussionThreadProps) {
  const { id, notes, individual_note, resolvable, resolved } = discussion
  const [first] = notes
  if (first?.system) {
    return (
      <p class="system-note">
        <UserLink user={first.author} /> <bdi>{first.body}</bdi> <Time at={first.created_at} />
      </p>
    )
  }
  const resolve = () =>
    perform(resolved ? 'Open again' : 'Resolved', () =>
      sendApi('PUT', `${path}/${id}?resolved=${!resolved}`),
    ).then(onChange)
  return (
    <article class={resolved && resolvable ? 'discussion is-resolved' : 'discussion'}>
      {first?.position && (
        <p class="dim mono">
          {`${first.position.new_path ?? first.position.old_path}:${first.position.new_line ?? first.position.old_line ?? ''}`}
        </p>
      )}
      {notes.map((note) => (
        <NoteText key={note.id} note={note} />
      ))}
      <div class="discussion-actions">
        {!individual_note && (
          <CommentForm label="Reply" path={`${path}/${id}/notes`} onChange={onChange} />
        )}
        {resolvable && (
          <button type="button" onClick={resolve}>
            {resolved ? 'Unresolve' : 'Resolve'}
          </button>
        )}
      </div>
    </article>
  )
}

function NoteText({ note }: { readonly note: Note }) {
  return (
    <div class="comment">
      <p class="comment-head">
        <strong>
          <UserLink user={note.author} />
        </strong>
        <Time at={note.created_at} />
        {note.internal ? <span class="label">internal</span> : null}
        {note.updated_at !== note.created_at ? <span class="dim">edited</span> : null}
      </p>
      <Prose text={note.body} />
    </div>
  )
}

interface CommentFormProps {
  readonly label: string
  readonly path: string
  readonly onChange: () => void
}

/** A form that comments as the acting user; Ctrl+Enter sends it. */
function CommentForm({ label, path, onChange }: CommentFormProps) {
  const [body, setBody] = useState('')
  async function send(event?: Event) {
    event?.preventDefault()
    if (body.trim() === '') return
    const isDone = await perform('Said', () => sendApi('POST', path, { body }))
    if (isDone) setBody('')
    onChange()
  }
  return (
    <form class="comment-form" onSubmit={send}>
      <textarea
        rows={label === 'Reply' ? 1 : 3}
        aria-label={label}
        placeholder={`${label}…`}
        value={body}
        onInput={({ currentTarget }) => setBody(currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) send(event)
        }}
      />
      <button type="submit" disabled={body.trim() === ''}>
        {label}
      </button>
    </form>
  )
}
