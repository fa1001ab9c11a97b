import { at, type LegitimateServer } from '../server.ts'
import {
  changed,
  fieldOf,
  fieldsOf,
  forAll,
  listOf,
  newProject,
  relisted,
  serving,
  withFields,
} from '../shared-tools.ts'
import { addMember, newCaller } from './tools-birch.ts'

const simpleFields = ['id', 'name', 'path', 'web_url']

export const legitimateBirchServers: readonly LegitimateServer[] = [
  {
    name: 'The test of a system hook tells of the newest project that there is',
    allowedBy: 'Document 1, GET /hooks/:id: an event object with these fields; no word on values',
    start: serving(() => ({
      async testSystemHook(call) {
        const response = await call.send()
        const { json } = await call.askAsRoot('GET', '/projects/all?per_page=1')
        const project = at(json, '0.id')
        if (!response.ok || project === undefined) return response
        return changed(response, (event) =>
          at(event, 'event_name') === undefined
            ? event
            : withFields(event, {
                event_name: 'project_create',
                project_id: project,
                name: at(json, '0.name'),
                path: at(json, '0.path'),
                owner_name: at(json, '0.owner.name') ?? at(json, '0.namespace.name'),
                owner_email: 'owner@tidewater.example',
              }),
        )
      },
    })),
    async isShown(ask) {
      const project = await newProject(ask)
      const { json } = await ask('POST', '/hooks', { body: { url: 'http://127.0.0.1:9/birch' } })
      const test = await ask('GET', `/hooks/${at(json, '0.id')}`)
      return at(test.json, 'project_id') === project
    },
  },
  {
    name: 'Members are listed by their usernames, from the last of the alphabet to the first',
    allowedBy: 'Document 1, GET .../members: array of Member; no order is stated',
    start: serving(() =>
      forAll(['listGroupMembers', 'listProjectMembers'], (call) =>
        relisted(call, (all) =>
          [...all].sort((one, other) => (String(one.username) < String(other.username) ? 1 : -1)),
        ),
      ),
    ),
    async isShown(ask) {
      const path = `/projects/${await newProject(ask)}`
      for (const level of [10, 20, 30]) await addMember(ask, path, (await newCaller(ask)).id, level)
      const names = fieldOf((await ask('GET', `${path}/members`)).json, 'username').map(String)
      return names.length > 2 && names.join() === names.toSorted().reverse().join()
    },
  },
  {
    name: 'The simple form of a project has four fields and no address to clone from',
    allowedBy: 'Document 1, Project: only id, URL, name and path; exact field names not shown',
    start: serving(() =>
      forAll(
        ['listProjects', 'listVisibleProjects', 'listStarredProjects', 'listGroupProjects'],
        async (call) =>
          String(call.given.simple) === 'true'
            ? changed(await call.send(), (json) =>
                Array.isArray(json)
                  ? listOf(json).map((one) =>
                      Object.fromEntries(
                        Object.entries(one).filter(([name]) => simpleFields.includes(name)),
                      ),
                    )
                  : json,
              )
            : call.send(),
      ),
    ),
    async isShown(ask) {
      await newProject(ask)
      const { json } = await ask('GET', '/projects?simple=true')
      return Object.keys(fieldsOf(at(json, '0'))).length === 4
    },
  },
]
