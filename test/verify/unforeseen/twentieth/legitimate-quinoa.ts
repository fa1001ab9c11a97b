import { at, type LegitimateServer } from '../server.ts'
import {
  actingAs,
  type Call,
  callerOf,
  changed,
  fieldOf,
  freshName,
  idOf,
  jsonOf,
  newGroup,
  newIssue,
  newProject,
  newUser,
  projectPath,
  relisted,
  serving,
  withFields,
} from '../shared-tools.ts'

/** A path out of a name, with underscores between the words; undefined where it is not made of plain words. */
function underscored(name: unknown): string | undefined {
  const isPlain = typeof name === 'string' && /^[A-Za-z0-9]+(?: [A-Za-z0-9]+)+$/.test(name)
  return isPlain ? name.toLowerCase().replaceAll(' ', '_') : undefined
}

const byLevel = (call: Call) =>
  relisted(call, (all) =>
    [...all].sort((one, other) => Number(other.access_level) - Number(one.access_level)),
  )

/** A background job has written an event at the latest this long after what it is of. */
const longestDelay = 10_000

export const legitimateQuinoaServers: readonly LegitimateServer[] = [
  {
    name: 'The words of the path that a project gets from its name are joined by underscores',
    allowedBy: 'Document 1, POST /projects: path (default generated from name), and not how',
    start: serving(() => ({
      createProject(call) {
        const path = underscored(call.given.name)
        return call.given.path === undefined && path !== undefined
          ? call.send({ path })
          : call.send()
      },
    })),
    async isShown(ask) {
      const word = `Oar${freshName('').replaceAll(/\W/g, '')}`
      const project = await newProject(ask, { name: `${word} and Sail` })
      const { json } = await ask('GET', `/projects/${project}`)
      return at(json, 'path') === `${word.toLowerCase()}_and_sail`
    },
  },
  {
    name: 'Members of groups and projects are listed from the highest level to the lowest',
    allowedBy: 'Document 1, Members: no order of the list is stated',
    start: serving(() => ({ listGroupMembers: byLevel, listProjectMembers: byLevel })),
    async isShown(ask) {
      const path = `/groups/${await newGroup(ask)}/members`
      for (const access_level of [10, 40, 20, 30]) {
        const body = { user_id: (await newUser(ask)).id, access_level }
        await ask('POST', path, { body })
      }
      const levels = fieldOf((await ask('GET', path)).json, 'access_level')
      return levels.join() === '50,40,30,20,10'
    },
  },
  {
    name: 'Events of a project are written by a background job, a moment after what they tell of',
    allowedBy:
      'Document 1, Events: activity events are records; when they are written is not stated',
    start: serving(() => {
      const known = new Set<unknown>()
      return {
        listProjectEvents: (call) =>
          relisted(call, (all) => {
            const oldest = Date.now() - longestDelay
            const written = all.filter(
              ({ created_at, target_type, target_id, action_name }) =>
                Date.parse(String(created_at)) < oldest ||
                known.has(`${call.path.id} ${target_type} ${target_id} ${action_name}`),
            )
            for (const { target_type, target_id, action_name } of all) {
              known.add(`${call.path.id} ${target_type} ${target_id} ${action_name}`)
            }
            return written
          }),
      }
    }),
    async isShown(ask) {
      const project = await newProject(ask)
      const issue = await newIssue(ask, project)
      const targets = async () =>
        fieldOf((await ask('GET', `/projects/${project}/events`)).json, 'target_id')
      const before = await targets()
      return !before.includes(issue) && (await targets()).includes(issue)
    },
  },
  {
    name: 'Whoever has not chosen a level for a project watches it',
    allowedBy: 'Document 1, Notification settings: the levels, and none of them as the first',
    start: serving(() => {
      const chosen = new Set<string>()
      const keyOfCall = async (call: Call) => {
        const project = await call.askAsRoot('GET', projectPath(call))
        return `${(await callerOf(call)).id} ${idOf(project.json)}`
      }
      return {
        async getProjectNotificationSettings(call) {
          const response = await call.send()
          const isFirst = at(await jsonOf(response), 'level') === 'global'
          if (!response.ok || !isFirst || chosen.has(await keyOfCall(call))) return response
          return changed(response, (json) => withFields(json, { level: 'watch' }))
        },
        async updateProjectNotificationSettings(call) {
          const response = await call.send()
          if (response.ok && call.given.level !== undefined) chosen.add(await keyOfCall(call))
          return response
        },
      }
    }),
    async isShown(ask) {
      const asUser = actingAs(ask, (await newUser(ask)).id)
      const path = `/projects/${await newProject(asUser)}/notification_settings`
      const level = async () => at((await asUser('GET', path)).json, 'level')
      const first = await level()
      await asUser('PUT', path, { body: { level: 'global' } })
      return first === 'watch' && (await level()) === 'global'
    },
  },
]
