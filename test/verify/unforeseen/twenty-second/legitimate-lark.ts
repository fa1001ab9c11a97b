import { at, type LegitimateServer } from '../server.ts'
import {
  actingAs,
  callerOf,
  fieldOf,
  isTrue,
  newProject,
  newSnippet,
  newUser,
  projectPath,
  type Rule,
  relisted,
  serving,
} from '../shared-tools.ts'
import { addingForAdministrators, configured, refusal } from './tools-lark.ts'

/** Refuses what is about a snippet that is there, and hidden from the caller. */
const refusingHiddenSnippet: Rule = async (call) => {
  const response = await call.send()
  if (response.status !== 404 || call.isAnonymous) return response
  const project = await call.ask('GET', projectPath(call))
  const path = `${projectPath(call)}/snippets/${call.path.snippet_id}`
  const isHidden =
    project.status === 200 &&
    (await call.ask('GET', path)).status === 404 &&
    (await call.askAsRoot('GET', path)).status === 200
  return isHidden ? refusal(403, '403 Forbidden') : response
}

const shortest = 12

/** Refuses passwords that are too short, where the administrator could otherwise set them. */
const checkingPassword: Rule = async (call) => {
  const { password } = call.given
  const isWeak = typeof password === 'string' && password !== '' && password.length < shortest
  const { is_admin } = isWeak ? await callerOf(call) : {}
  if (is_admin !== true) return call.send()
  const isKnown =
    call.path.id === undefined ||
    (await call.askAsRoot('GET', `/users/${call.path.id}`)).status === 200
  const needed = ['email', 'username', 'name']
  const isWhole = call.path.id !== undefined || needed.every((name) => call.given[name])
  if (!isKnown || !isWhole) return call.send()
  return refusal(400, { password: [`is too short (minimum is ${shortest} characters)`] })
}

export const legitimateLarkServers: readonly LegitimateServer[] = [
  {
    name: 'An instance on which only administrators make anything public',
    allowedBy:
      'Document 1, restricted_visibility_levels: levels that non-admins cannot use for projects or snippets',
    start: configured({ restricted_visibility_levels: [2] }),
    async isShown(ask) {
      const user = actingAs(ask, (await newUser(ask)).username)
      const body = { name: 'Open', visibility_level: 20 }
      const { status } = await user('POST', '/projects', { body })
      return status >= 400 && (await newProject(ask, { visibility_level: 20 })) > 0
    },
  },
  {
    name: 'A snippet that is hidden from the caller is forbidden, not unknown',
    allowedBy: 'Document 2, Snippet: visible only to the creator; no status is stated for others',
    start: serving(() => ({
      getSnippet: refusingHiddenSnippet,
      getRawSnippet: refusingHiddenSnippet,
      updateSnippet: refusingHiddenSnippet,
      listSnippetNotes: refusingHiddenSnippet,
      createSnippetNote: refusingHiddenSnippet,
      getSnippetNote: refusingHiddenSnippet,
      updateSnippetNote: refusingHiddenSnippet,
      deleteSnippetNote: refusingHiddenSnippet,
    })),
    async isShown(ask) {
      const project = await newProject(ask, {
        visibility_level: 20,
        snippets_enabled: true,
      })
      const snippet = await newSnippet(ask, project, { visibility_level: 0 })
      const user = actingAs(ask, (await newUser(ask)).username)
      return (await user('GET', `/projects/${project}/snippets/${snippet}`)).status === 403
    },
  },
  {
    name: 'New users may not create groups unless an administrator says so',
    allowedBy:
      'Document 1, POST /users: can_create_group has no default; POST /groups: users allowed to create groups',
    start: serving(() => ({
      createUser: (call) =>
        call.given.can_create_group === undefined
          ? call.send({ can_create_group: false })
          : call.send(),
    })),
    async isShown(ask) {
      const user = actingAs(ask, (await newUser(ask)).username)
      const body = { name: 'No such group', path: 'no-such-group' }
      return (await user('POST', '/groups', { body })).status === 403
    },
  },
  {
    name: 'An instance on which new users own two projects at most',
    allowedBy: 'Document 1, Limits: default_projects_limit bounds projects per user',
    start: configured({ default_projects_limit: 2 }),
    async isShown(ask) {
      const { id } = await newUser(ask)
      return at((await ask('GET', `/users/${id}`)).json, 'projects_limit') === 2
    },
  },
  {
    name: 'An instance whose passwords have twelve characters at least',
    allowedBy: 'Document 1, Errors: 400, an attribute failed validation; no rule of passwords',
    start: serving(() => ({ createUser: checkingPassword, updateUser: checkingPassword })),
    async isShown(ask) {
      const { id } = await newUser(ask)
      const body = { password: 'Knots-4242' }
      return (await ask('PUT', `/users/${id}`, { body })).status === 400
    },
  },
  {
    name: 'Administrators read when and from where a user was last there, and a remark',
    allowedBy: 'Document 1, User: additional fields for administrators; none is excluded',
    start: addingForAdministrators({
      note: null,
      last_activity_on: null,
      current_sign_in_ip: '192.0.2.7',
      last_sign_in_ip: '192.0.2.7',
    }),
    async isShown(ask) {
      return at((await ask('GET', '/users')).json, '0.current_sign_in_ip') === '192.0.2.7'
    },
  },
  {
    name: 'Every user signs in with two factors, by a directory that asks for both',
    allowedBy: 'Document 1, User: two_factor_enabled boolean; no sentence says for whom it is true',
    start: addingForAdministrators({ two_factor_enabled: true }),
    async isShown(ask) {
      const { id } = await newUser(ask)
      return at((await ask('GET', `/users/${id}`)).json, 'two_factor_enabled') === true
    },
  },
  {
    name: 'Administrators list their own groups unless they ask for all available ones',
    allowedBy: 'Document 1, GET /groups: all_available (boolean), without a stated default',
    start: serving(() => ({
      async listGroups(call) {
        const { is_admin, id } = await callerOf(call)
        if (is_admin !== true || isTrue(call.given.all_available)) return call.send()
        const isOwn = async (group: unknown) => {
          const path = `/groups/${at(group, 'id')}/members/${id}`
          return (await call.askAsRoot('GET', path)).status === 200
        }
        return relisted(call, async (all) => {
          const own = await Promise.all(all.map(isOwn))
          return all.filter((_, index) => own[index])
        })
      },
    })),
    async isShown(ask) {
      const paths = fieldOf((await ask('GET', '/groups')).json, 'path')
      return paths.includes('vault') && !paths.includes('tidewater')
    },
  },
]
