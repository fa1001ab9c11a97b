import type { Api } from '../../../harness.ts'

export { headOf, open, world } from '../v3/merge-request-world.ts'

/** Commits a new file to a branch of project 1, as max. */
export async function commitTo(api: Api, branch: string, file: string, message = 'More') {
  const path = `/projects/1/repository/files/${encodeURIComponent(file)}`
  const content = { branch, content: `${file}\n`, commit_message: message }
  const reply = await api.as('max').post(path, content)
  if (reply.status !== 201) throw new Error(`${reply.status} ${JSON.stringify(reply.body)}`)
}

/** The bodies of the notes on a merge request, oldest first. */
export async function notesOf(api: Api, iid: number): Promise<string[]> {
  const path = `/projects/1/merge_requests/${iid}/notes`
  const { body } = await api.as('root').get(path, { sort: 'asc' })
  return body.map((note: { body: string }) => note.body)
}
