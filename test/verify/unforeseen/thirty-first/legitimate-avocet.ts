import { at, type LegitimateServer, type OperationId } from '../server.ts'
import {
  behind,
  changed,
  encoded,
  fieldOf,
  forAll,
  freshName,
  levelOf,
  newIssue,
  newMergeRequest,
  newProject,
  newRepository,
  newUser,
  type Rule,
  relisted,
  repositoryPath,
  serving,
  type Values,
  withBody,
  withFields,
  writeFile,
} from '../shared-tools.ts'
import { escaped, folded, inBackground, mergedBranches } from './tools-avocet.ts'

const listingProjects: readonly OperationId[] = [
  'listProjects',
  'listVisibleProjects',
  'listOwnedProjects',
  'listStarredProjects',
  'listAllProjects',
  'listGroupProjects',
]

const collator = new Intl.Collator('en', { sensitivity: 'base', ignorePunctuation: true })

const byCollation: Rule = async (call) => {
  if (call.given.order_by !== 'name') return call.send()
  const direction = call.given.sort === 'asc' ? 1 : -1
  return relisted(call, (all) =>
    [...all].sort(
      (one, other) => direction * collator.compare(String(one.name), String(other.name)),
    ),
  )
}

const searchingMembers: Rule = async (call) => {
  const query = call.given.query
  if (query === undefined || query === '') return call.send()
  const isFound = ({ name, username }: Values) =>
    folded(name).includes(folded(query)) || folded(username).includes(folded(query))
  return relisted(
    call,
    async (all) => {
      // What is found by other rules, for example by the address, is found as before.
      const response = await call.send({ page: 1, per_page: 100 })
      const before = fieldOf(await response.json(), 'id')
      return all.filter((one) => isFound(one) || before.includes(one.id))
    },
    { query: undefined },
  )
}

export const legitimateAvocetServers: readonly LegitimateServer[] = [
  {
    name: 'Projects in the order of their names are sorted by a collation that passes over hyphens and the size of letters',
    allowedBy:
      'Document 1, Projects: order_by `name`, and nothing says by which collation names are compared',
    start: serving(() => forAll(listingProjects, byCollation)),
    async isShown(ask) {
      const word = freshName('collated')
      await newProject(ask, { name: `${word} b-a` })
      await newProject(ask, { name: `${word} bb` })
      await newProject(ask, { name: `${word} B-c` })
      const path = `/projects?search=${encoded(word)}&order_by=name&sort=asc`
      const names = fieldOf((await ask('GET', path)).json, 'name')
      return names.join() === `${word} b-a,${word} bb,${word} B-c`
    },
  },
  {
    name: 'The Base64 text of a file is broken into lines of sixty characters, as mail does',
    allowedBy:
      'Document 3, Repository file: content (Base64 text), and nothing says that it is one line',
    start: serving(() => ({
      getFile: async (call) =>
        changed(await call.send(), (json) => {
          const content = at(json, 'content')
          if (typeof content !== 'string') return json
          return withFields(json, { content: content.replace(/.{1,60}/g, '$&\n') })
        }),
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      await writeFile(ask, project, { file_path: 'long.txt', content: 'rope and tar '.repeat(20) })
      const path = `/projects/${project}/repository/files?ref=master&file_path=long.txt`
      return String(at((await ask('GET', path)).json, 'content')).includes('\n')
    },
  },
  {
    name: 'Merged branches are removed one by one a moment later, by a job in the background',
    allowedBy:
      'Document 3, DELETE .../merged_branches: deletes all branches merged into the default branch, and nothing says how soon; its response is not shown',
    start: serving(() => ({
      async deleteMergedBranches(call) {
        if ((await levelOf(call)) < 30) return call.send()
        const names = await mergedBranches(call)
        inBackground(500, async () => {
          for (const name of names) {
            await call.askAsRoot('DELETE', `${repositoryPath(call)}/branches/${name}`)
          }
        })
        return Response.json(null)
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const id = await newMergeRequest(ask, project, 'done')
      await ask('PUT', `/projects/${project}/merge_requests/${id}/merge`)
      const path = `/projects/${project}/repository`
      await ask('DELETE', `${path}/merged_branches`)
      return (await ask('GET', `${path}/branches/done`)).status === 200
    },
  },
  {
    name: 'A search for members finds names with accents by the letters without them',
    allowedBy:
      'Document 1, Members: query (string, searches members), and nothing says how texts are compared',
    start: serving(() => forAll(['listProjectMembers', 'listGroupMembers'], searchingMembers)),
    async isShown(ask) {
      const project = await newProject(ask)
      const { id } = await newUser(ask, { name: 'Zoë Bjørnå' })
      const members = `/projects/${project}/members`
      await ask('POST', members, { body: { user_id: id, access_level: 20 } })
      return fieldOf((await ask('GET', `${members}?query=zoe`)).json, 'id').includes(id)
    },
  },
  {
    name: 'Every character of JSON beyond ASCII is written as an escape',
    allowedBy:
      'Document 1: data are serialized as JSON, in which an escape and its character are the same string',
    start: behind(async (response) => {
      const isJson = (response.headers.get('content-type') ?? '').startsWith('application/json')
      const text = isJson ? await response.clone().text() : ''
      return text === '' ? response : withBody(response, escaped(text))
    }),
    async isShown(ask) {
      const project = await newProject(ask)
      const id = await newIssue(ask, project, { title: 'Über 😀' })
      const { text, json } = await ask('GET', `/projects/${project}/issues/${id}`)
      return text.includes('\\u00dcber \\ud83d\\ude00') && at(json, 'title') === 'Über 😀'
    },
  },
]
