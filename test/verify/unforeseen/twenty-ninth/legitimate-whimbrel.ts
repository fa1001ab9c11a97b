import { at, type LegitimateServer, type OperationId } from '../server.ts'
import {
  behind,
  changed,
  fieldOf,
  forAll,
  freshName,
  newGroup,
  newIssue,
  newProject,
  type Rule,
  relisted,
  serving,
  withBody,
  withFields,
} from '../shared-tools.ts'
import { orderedBy } from './tools-whimbrel.ts'

const listsOfNotes: readonly OperationId[] = [
  'listIssueNotes',
  'listMergeRequestNotes',
  'listSnippetNotes',
]

const listsOfProjects: readonly OperationId[] = [
  'listProjects',
  'listVisibleProjects',
  'listOwnedProjects',
  'listStarredProjects',
  'listAllProjects',
  'listGroupProjects',
]

const backwards: Rule = (call) => relisted(call, (all) => [...all].reverse())

/** Compares as a database does that knows no language: capitals come before all small letters. */
const byLetters = (one: string, other: string) => Number(one > other) - Number(one < other)

/** A list in the order that is asked for; by names and paths it is that of the letters. */
const byLettersFrom =
  (order: string, direction: string): Rule =>
  async (call) => {
    const { order_by = order, sort = direction } = call.given
    if (order_by !== 'name' && order_by !== 'path') return call.send()
    const sign = sort === 'desc' ? -1 : 1
    return relisted(call, (all) =>
      orderedBy(all, order_by, (one, other) => sign * byLetters(one, other)),
    )
  }

export const legitimateWhimbrelServers: readonly LegitimateServer[] = [
  {
    name: 'The links to pages have a title before their relation',
    allowedBy:
      'Document 1, Limits: Link (relations prev, next, first, last with full URLs), and nothing says that they have no other attributes',
    start: behind((response) => {
      const link = response.headers.get('link')
      if (link === null) return response
      return withBody(response, response.body, {
        link: link.replace(/; rel="(\w+)"/g, '; title="$1 page"; rel="$1"'),
      })
    }),
    async isShown(ask) {
      const { headers } = await ask('GET', '/users?per_page=1')
      return (headers.get('link') ?? '').includes('; title="next page"; rel="next"')
    },
  },
  {
    name: 'A list with nothing in it has no page',
    allowedBy:
      'Document 1, Limits: X-Total-Pages, and nothing says how many pages a list without records has',
    start: behind((response) =>
      response.headers.get('x-total') === '0'
        ? withBody(response, response.body, { 'x-total-pages': '0' })
        : response,
    ),
    async isShown(ask) {
      const { headers } = await ask('GET', `/projects/${await newProject(ask)}/issues`)
      return headers.get('x-total-pages') === '0'
    },
  },
  {
    name: 'The notes of a record are listed from the newest to the oldest',
    allowedBy: 'Document 2, Notes: array of Note, and nothing says in which order',
    start: serving(() => forAll(listsOfNotes, backwards)),
    async isShown(ask) {
      const project = await newProject(ask)
      const notes = `/projects/${project}/issues/${await newIssue(ask, project)}/notes`
      for (const body of ['One', 'Two']) await ask('POST', notes, { body: { body } })
      return fieldOf((await ask('GET', notes)).json, 'body').join() === 'Two,One'
    },
  },
  {
    name: 'In the order of names and paths every capital letter comes before the small ones',
    allowedBy:
      'Document 1, Groups and Projects: order_by `name` or `path`, and nothing says how letters of either case are compared',
    start: serving(() => ({
      ...forAll(listsOfProjects, byLettersFrom('created_at', 'desc')),
      listGroups: byLettersFrom('name', 'asc'),
    })),
    async isShown(ask) {
      const word = freshName('capital')
      for (const name of [`a ${word}`, `B ${word}`])
        await newGroup(ask, { name, path: freshName('path') })
      const { json } = await ask('GET', `/groups?search=${word}`)
      return fieldOf(json, 'name').join() === `B ${word},a ${word}`
    },
  },
  {
    name: 'What is missing is told in the words of another framework',
    allowedBy:
      'Document 1, Errors, Body shapes 1: `message` is a string naming the attribute, and nothing says in which words',
    start: behind((response) =>
      response.status === 400
        ? changed(response, (json) => {
            const missing = String(at(json, 'message')).match(/"([^"]+)" not given$/)?.[1]
            return missing === undefined
              ? json
              : withFields(json, { message: `${missing} is missing` })
          })
        : response,
    ),
    async isShown(ask) {
      const { json } = await ask('POST', '/groups', { body: { name: 'Without a path' } })
      return at(json, 'message') === 'path is missing'
    },
  },
]
