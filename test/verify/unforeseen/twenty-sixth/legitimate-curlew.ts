import { at, type LegitimateServer } from '../server.ts'
import {
  answeringAll,
  changed,
  fieldOf,
  fieldsOf,
  forAll,
  freshName,
  idOf,
  jsonAnswer,
  jsonOf,
  keyOf,
  newIssue,
  newProject,
  newRepository,
  relisted,
  serving,
  type Values,
  withBody,
} from '../shared-tools.ts'

/** A number of some bytes, the first of which is given. */
const numberOf = (first: number, bytes: number) => [
  first,
  ...crypto.getRandomValues(new Uint8Array(bytes - 1)),
]

const isDsa = (values: Values) => String(values.key).startsWith('ssh-dss ')

const refusal = () =>
  jsonAnswer(400, {
    message: { key: ['type is forbidden. Must be RSA, ECDSA, or ED25519'] },
  })

/** A record with the fields that an enterprise edition adds. */
function asEnterprise(json: unknown): unknown {
  if (Array.isArray(json)) return json.map(asEnterprise)
  const one = fieldsOf(json)
  if (one.confidential !== undefined) return { ...one, weight: null }
  if (one.merge_status !== undefined) {
    return { ...one, approvals_before_merge: null, squash: false }
  }
  if (one.path_with_namespace !== undefined && one.namespace !== undefined) {
    return { ...one, approvals_before_merge: 0, repository_storage: 'default' }
  }
  return json
}

export const legitimateCurlewServers: readonly LegitimateServer[] = [
  {
    name: 'Files and blobs are served as bytes to be saved, whatever they hold',
    allowedBy:
      'Document 3: media types of the raw file, raw blob, archive, trace and artifacts responses: not shown',
    start: serving(() =>
      forAll(['getRawFile', 'getRawBlob'], async (call) => {
        const response = await call.send()
        if (!response.ok) return response
        return withBody(response, response.body, {
          'content-type': 'application/octet-stream',
          'content-disposition': 'attachment',
          'content-transfer-encoding': 'binary',
          'x-content-type-options': 'nosniff',
        })
      }),
    ),
    async isShown(ask) {
      const project = await newRepository(ask)
      const path = `/projects/${project}/repository/blobs/master?filepath=README.md`
      const { headers, text } = await ask('GET', path)
      return headers.get('content-disposition') === 'attachment' && text === 'One\n'
    },
  },
  {
    name: 'Keys of the kind DSA are refused, as its policy of keys says',
    allowedBy:
      'Document 1: on key creation failure, 400 with a validation message object; no sentence says which kinds of keys are taken',
    start: serving(() => ({
      async createOwnSshKey(call) {
        const response = await call.send()
        if (!response.ok || !isDsa(call.given)) return response
        await call.ask('DELETE', `/user/keys/${idOf(await jsonOf(response))}`)
        return refusal()
      },
      async createSshKeyOfUser(call) {
        const response = await call.send()
        if (!response.ok || !isDsa(call.given)) return response
        const id = idOf(await jsonOf(response))
        await call.askAsRoot('DELETE', `/users/${call.path.id}/keys/${id}`)
        return refusal()
      },
    })),
    async isShown(ask) {
      const numbers = [128, 20, 128, 128].map((bytes) => numberOf(97, bytes))
      const body = { title: freshName('key'), key: keyOf('ssh-dss', ...numbers) }
      return (await ask('POST', '/user/keys', { body })).status === 400
    },
  },
  {
    name: 'The notes of everything are listed from the newest to the oldest',
    allowedBy: 'Document 2, GET /projects/:id/<parent>/notes: array of Note, in no order stated',
    start: serving(() =>
      forAll(['listIssueNotes', 'listSnippetNotes', 'listMergeRequestNotes'], (call) =>
        relisted(call, (all) => [...all].sort((one, other) => Number(other.id) - Number(one.id))),
      ),
    ),
    async isShown(ask) {
      const project = await newProject(ask)
      const path = `/projects/${project}/issues/${await newIssue(ask, project)}/notes`
      for (const body of ['One', 'Two']) await ask('POST', path, { body: { body } })
      return fieldOf((await ask('GET', path)).json, 'body').join() === 'Two,One'
    },
  },
  {
    name: 'It is an enterprise edition, whose issues have a weight and whose merge requests have approvals',
    allowedBy:
      'Document 1 and 2 list the fields of Project, Issue and Merge request; no sentence says that there are no others',
    start: answeringAll(asEnterprise),
    async isShown(ask) {
      const project = await newProject(ask)
      const path = `/projects/${project}/issues/${await newIssue(ask, project)}`
      return at((await ask('GET', path)).json, 'weight') === null
    },
  },
  {
    name: 'A todo that was made is answered with its id and its state alone',
    allowedBy:
      'Document 2: fields of the todo record: not shown; response of the todo creation: not shown',
    start: serving(() => ({
      async createTodoOfIssue(call) {
        const response = await call.send()
        if (response.status !== 201) return response
        return changed(response, (json) => ({ id: at(json, 'id'), state: at(json, 'state') }))
      },
    })),
    async isShown(ask) {
      const project = await newProject(ask)
      const path = `/projects/${project}/issues/${await newIssue(ask, project)}/todo`
      return Object.keys(fieldsOf((await ask('POST', path)).json)).join() === 'id,state'
    },
  },
]
