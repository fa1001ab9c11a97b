import { useRef } from 'preact/hooks'
import type { Issue } from '../../contract/generated/v4/contract.ts'
import { Icon } from '../parts/icon.tsx'
import { perform } from '../parts/perform.ts'
import { sendApi } from '../session/read.ts'
import { go } from '../shell/router.ts'
import type { PartProps } from './part-props.ts'
import { placeInProject } from './web-address.ts'

/** Opens an issue through the API, as whoever is acted as. */
export function NewIssue({ project }: PartProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const form = useRef<HTMLFormElement>(null)
  async function send(event: Event) {
    event.preventDefault()
    if (!form.current) return
    const given = Object.fromEntries(new FormData(form.current))
    let made: Issue | undefined
    const isDone = await perform('The issue is open', async () => {
      made = (await sendApi('POST', `/projects/${project.id}/issues`, given)) as Issue
    })
    if (!isDone || !made) return
    dialog.current?.close()
    go({ path: placeInProject(project, 'issues', String(made.iid)) })
  }
  return (
    <>
      <button type="button" class="is-first" onClick={() => dialog.current?.showModal()}>
        <Icon name="plus" />
        New issue
      </button>
      <dialog ref={dialog} aria-label="New issue" class="form-dialog">
        <form ref={form} onSubmit={send} class="stacked">
          <h2>New issue</h2>
          <label>
            Title
            <input name="title" required maxLength={255} autocomplete="off" />
          </label>
          <label>
            Description
            <textarea name="description" rows={6} />
          </label>
          <div class="form-actions">
            <button type="submit" class="is-first">
              Create issue
            </button>
            <button type="button" onClick={() => dialog.current?.close()}>
              Cancel
            </button>
          </div>
        </form>
      </dialog>
    </>
  )
}
