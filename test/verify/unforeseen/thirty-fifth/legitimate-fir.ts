import { at, type LegitimateServer } from '../server.ts'
import {
  answeringAll,
  behind,
  encoded,
  fieldsOf,
  forAll,
  freshName,
  newBranch,
  newIssue,
  newProject,
  newRepository,
  newUser,
  serving,
  withBody,
} from '../shared-tools.ts'

/** JSON in which every address of an avatar of a user is another one. */
function withAvatars(json: unknown, next: () => string): unknown {
  if (Array.isArray(json)) return json.map((one) => withAvatars(one, next))
  if (typeof json !== 'object' || json === null) return json
  const isUser = 'username' in json && 'avatar_url' in json && 'id' in json
  const fields = Object.entries(json).map(([name, value]): readonly [string, unknown] =>
    isUser && name === 'avatar_url'
      ? [name, `https://objects.example/avatars/${at(json, 'id')}.png?${next()}`]
      : [name, withAvatars(value, next)],
  )
  return Object.fromEntries(fields)
}

/** JSON in which an empty description of an issue or a project is null, as some databases keep it. */
function withoutEmpty(json: unknown): unknown {
  if (Array.isArray(json)) return json.map(withoutEmpty)
  if (typeof json !== 'object' || json === null) return json
  const isIssue = 'confidential' in json
  const isProject = 'path_with_namespace' in json
  const fields = Object.entries(json).map(([name, value]): readonly [string, unknown] => {
    const isEmpty = name === 'description' && value === '' && (isIssue || isProject)
    return [name, isEmpty ? null : withoutEmpty(value)]
  })
  return Object.fromEntries(fields)
}

export const legitimateFirServers: readonly LegitimateServer[] = [
  {
    name: 'The path of a project keeps the capitals of its name and gets underscores for its blanks',
    allowedBy:
      'Document 1, POST /projects: path (default generated from name), and nothing says how it is generated',
    start: serving(() =>
      forAll(['createProject', 'createProjectForUser'], (call) => {
        const { name, path } = call.given
        if (path !== undefined || typeof name !== 'string') return call.send()
        const isPlain = /^[A-Za-z0-9][A-Za-z0-9 -]*[A-Za-z0-9]$/.test(name)
        return isPlain ? call.send({ path: name.replaceAll(/ +/g, '_') }) : call.send()
      }),
    ),
    async isShown(ask) {
      const name = `Black Pearl ${freshName('ship')}`
      const { json } = await ask('POST', '/projects', { body: { name } })
      return String(at(json, 'path')).startsWith('Black_Pearl_ship')
    },
  },
  {
    name: 'The avatar of a user has a signed address, which is another one in every answer',
    allowedBy:
      'Document 1, User: avatar_url string or null, and nothing says that it stays the same',
    start: (forge) => {
      let signed = 0
      const next = () => `Expires=600&Signature=${(++signed * 7919).toString(36)}`
      return answeringAll((json) => withAvatars(json, next))(forge)
    },
    async isShown(ask) {
      const { id } = await newUser(ask)
      const first = await ask('GET', `/users/${id}`)
      const second = await ask('GET', `/users/${id}`)
      return at(first.json, 'avatar_url') !== at(second.json, 'avatar_url')
    },
  },
  {
    name: 'A database that knows no empty texts makes null of an empty description of an issue or a project',
    allowedBy:
      'Document 1, Project, and document 2, Issue: description string or null; absent values are null',
    start: answeringAll(withoutEmpty),
    async isShown(ask) {
      const project = await newProject(ask)
      const issue = await newIssue(ask, project, { description: '' })
      const { json } = await ask('GET', `/projects/${project}/issues/${issue}`)
      return fieldsOf(json).description === null
    },
  },
  {
    name: 'The relations of the links of a list stand without quotes, the last page first',
    allowedBy:
      'Document 1, Limits: Link has the relations prev, next, first, last with full URLs; nothing says in which order, and a relation may be a token without quotes',
    start: behind(async (response) => {
      const links = response.headers.get('link')
      if (links === null) return response
      const link = [...links.matchAll(/<([^>]*)>; ?rel="([a-z]+)"/g)]
        .map(([, url, relation]) => `<${url}>;rel=${relation}`)
        .reverse()
        .join(',')
      return withBody(response, await response.clone().text(), { link })
    }),
    async isShown(ask) {
      return /;rel=last,/.test((await ask('GET', '/users?per_page=1')).headers.get('link') ?? '')
    },
  },
  {
    name: 'Raw files are served as attachments of bytes, whatever is in them',
    allowedBy: 'Document 3: media types of the raw file, raw blob, trace responses: not shown',
    start: serving(() =>
      forAll(['getRawFile', 'getRawBlob', 'getBuildTrace'], async (call) => {
        const response = await call.send()
        if (!response.ok) return response
        return withBody(response, await response.clone().arrayBuffer(), {
          'content-type': 'application/octet-stream',
          'content-disposition': 'attachment; filename="download"',
          'x-content-type-options': 'nosniff',
        })
      }),
    ),
    async isShown(ask) {
      const project = await newRepository(ask)
      await newBranch(ask, project, 'raw')
      const path = `/projects/${project}/repository/blobs/raw?filepath=${encoded('README.md')}`
      return (await ask('GET', path)).headers.get('content-type') === 'application/octet-stream'
    },
  },
]
