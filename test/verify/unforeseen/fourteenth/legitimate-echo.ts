import { at, type LegitimateServer } from '../server.ts'
import {
  changed,
  fieldOf,
  idOf,
  jsonAnswer,
  newMergeRequest,
  newRepository,
  newUser,
  relisted,
  serving,
  withBody,
  withFields,
} from '../shared-tools.ts'

export const legitimateEchoServers: readonly LegitimateServer[] = [
  {
    name: 'The notes on a merge request are listed the other way round',
    allowedBy: 'Document 2, GET .../notes: array of Note; no order is stated',
    start: serving(() => ({
      listMergeRequestNotes: (call) => relisted(call, (all) => [...all].reverse()),
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const request = await newMergeRequest(ask, project, 'topic')
      const path = `/projects/${project}/merge_requests/${request}/notes`
      const ids: number[] = []
      for (const body of ['One', 'Two'])
        ids.push(idOf((await ask('POST', path, { body: { body } })).json))
      const listed = fieldOf((await ask('GET', path)).json, 'id')
      return listed.length === 2 && listed[0] === ids[1]
    },
  },
  {
    name: 'Unblocking a user is answered with the user in brief',
    allowedBy: 'Document 1: the response bodies of the user-block operations are not shown',
    start: serving(() => ({
      async unblockUser(call) {
        const response = await call.send()
        if (!response.ok) return response
        const { json } = await call.ask('GET', `/users/${call.path.id}`)
        return jsonAnswer(response.status, { id: at(json, 'id'), state: at(json, 'state') })
      },
    })),
    async isShown(ask) {
      const { id } = await newUser(ask)
      await ask('PUT', `/users/${id}/block`)
      const { json } = await ask('PUT', `/users/${id}/unblock`)
      return at(json, 'id') === id
    },
  },
  {
    name: 'A raw file is offered for download as bytes of no kind',
    allowedBy: 'Document 3: the media types of the raw file responses are not shown',
    start: serving(() => ({
      async getRawFile(call) {
        const response = await call.send()
        return response.ok
          ? withBody(response, await response.arrayBuffer(), {
              'content-type': 'application/octet-stream',
              'content-disposition': 'attachment',
            })
          : response
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const path = `/projects/${project}/repository/blobs/master?filepath=README.md`
      const { headers, text } = await ask('GET', path)
      return (
        text === 'One\n' &&
        headers.get('content-disposition') === 'attachment' &&
        headers.get('content-type') === 'application/octet-stream'
      )
    },
  },
  {
    name: 'Whether a merge request can be merged is unknown the first time that it is read',
    allowedBy: 'Document 2, Merge request: merge_status, observed can_be_merged; others not shown',
    start: serving(() => {
      const read = new Set<string>()
      return {
        async getMergeRequest(call) {
          const response = await call.send()
          const id = String(call.path.merge_request_id)
          if (!response.ok || read.has(id)) return response
          read.add(id)
          return changed(response, (json) => withFields(json, { merge_status: 'checking' }))
        },
      }
    }),
    async isShown(ask) {
      const project = await newRepository(ask)
      const request = await newMergeRequest(ask, project, 'topic')
      const { json } = await ask('GET', `/projects/${project}/merge_requests/${request}`)
      return at(json, 'merge_status') === 'checking'
    },
  },
]
