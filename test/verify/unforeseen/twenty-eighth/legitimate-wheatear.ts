import { at, type LegitimateServer } from '../server.ts'
import {
  changed,
  eachChanged,
  fieldOf,
  fieldsOf,
  forAll,
  freshName,
  isTrue,
  listOf,
  newGroup,
  newIssue,
  newProject,
  newUser,
  type Rule,
  relisted,
  serving,
  type Values,
} from '../shared-tools.ts'
import { addMember } from './tools-wheatear.ts'

/** How long a job in the background takes to write an event down, in milliseconds. */
const delay = 500

const withoutExtraFeatures: Rule = async (call) => {
  const defaults: Values = {
    wiki_enabled: false,
    container_registry_enabled: false,
    snippets_enabled: true,
    request_access_enabled: true,
  }
  return call.send({
    ...defaults,
    ...Object.fromEntries(
      Object.keys(defaults)
        .filter((name) => call.given[name] !== undefined)
        .map((name) => [name, call.given[name]]),
    ),
  })
}

export const legitimateWheatearServers: readonly LegitimateServer[] = [
  {
    name: 'The members of groups and projects are listed with the latest first',
    allowedBy: 'Document 1, Members: array of Member, and no order of it is stated',
    start: serving(() =>
      forAll(['listGroupMembers', 'listProjectMembers'], (call) =>
        relisted(call, (all) => all.toReversed()),
      ),
    ),
    async isShown(ask) {
      const group = await newGroup(ask)
      const { id } = await newUser(ask)
      await addMember(ask, `/groups/${group}`, id)
      return at((await ask('GET', `/groups/${group}/members`)).json, '0.id') === id
    },
  },
  {
    name: 'The events of a project and of a user stand in their lists half a second after they happened, by a job in the background',
    allowedBy:
      'Document 1, Events: activity events are records that are read by lists, newest first, and nothing says how soon they are there',
    start: serving(() =>
      forAll(['listProjectEvents', 'listUserEvents'], (call) =>
        relisted(call, (all) =>
          all.filter(({ created_at }) => !(Date.now() - Date.parse(String(created_at)) < delay)),
        ),
      ),
    ),
    async isShown(ask) {
      const project = await newProject(ask)
      const issue = await newIssue(ask, project)
      const isThere = async () => {
        const { json } = await ask('GET', `/projects/${project}/events`)
        return fieldOf(json, 'target_id').includes(issue)
      }
      const isThereAtOnce = await isThere()
      await new Promise((resolve) => setTimeout(resolve, delay + 100))
      return !isThereAtOnce && (await isThere())
    },
  },
  {
    name: 'New projects have snippets and requests for access, but neither wiki nor registry unless these are asked for',
    allowedBy:
      'Document 1, POST /projects: wiki_enabled, container_registry_enabled, snippets_enabled, request_access_enabled are optional, and no defaults are stated',
    start: serving(() => forAll(['createProject'], withoutExtraFeatures)),
    async isShown(ask) {
      const { json } = await ask('GET', `/projects/${await newProject(ask)}`)
      return at(json, 'wiki_enabled') === false && at(json, 'snippets_enabled') === true
    },
  },
  {
    name: 'A new group is answered with in the short form of the search',
    allowedBy:
      'Document 1: Response bodies of POST /groups: not shown; Group: the form of id, name, path, description',
    start: serving(() => ({
      async createGroup(call) {
        const response = await call.send()
        if (!response.ok) return response
        return changed(response, (json) => {
          const { id, name, path, description } = fieldsOf(json)
          return { id, name, path, description }
        })
      },
    })),
    async isShown(ask) {
      const name = freshName('wheatear-group')
      const { status, json } = await ask('POST', '/groups', { body: { name, path: name } })
      return status === 201 && at(json, 'visibility_level') === undefined
    },
  },
  {
    name: 'The simple form of a project is its id, one address, its name and its path alone',
    allowedBy:
      'Document 1, Project: With simple true only the id, URL, name and path are returned; exact field names of the simple form: not shown',
    start: serving(() =>
      forAll(
        ['listProjects', 'listVisibleProjects', 'listStarredProjects', 'listGroupProjects'],
        async (call) => {
          const response = await call.send()
          if (!response.ok || !isTrue(call.given.simple)) return response
          return eachChanged(response, ({ id, web_url, name, path }) => ({
            id,
            web_url,
            name,
            path,
          }))
        },
      ),
    ),
    async isShown(ask) {
      const project = await newProject(ask)
      const { json } = await ask('GET', '/projects?simple=true')
      const isListed = fieldOf(json, 'id').includes(project)
      return isListed && listOf(json).every((one) => one.http_url_to_repo === undefined)
    },
  },
]
