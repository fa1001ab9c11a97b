import { at, type LegitimateServer } from '../server.ts'
import {
  behind,
  type Call,
  changed,
  eachChanged,
  fieldOf,
  fieldsOf,
  forAll,
  freshKey,
  freshName,
  headOf,
  jsonAnswer,
  jsonOf,
  newBranch,
  newGroup,
  newIssue,
  newProject,
  newRepository,
  newUser,
  relisted,
  serving,
  type Values,
  withFields,
} from '../shared-tools.ts'
import { linkOf, linksOf } from './tools-stork.ts'

/** Other words for what is wrong with a value; those that the specification gives stay. */
function inOtherWords(message: unknown): unknown {
  if (typeof message === 'string') {
    const isGiven = message === 'has already been taken'
    return isGiven ? message : 'Dieser Wert wird hier nicht angenommen.'
  }
  if (Array.isArray(message)) return message.map(inOtherWords)
  const entries = Object.entries(fieldsOf(message))
  return Object.fromEntries(entries.map(([name, inner]) => [name, inOtherWords(inner)]))
}

const byBytes = (one: unknown, other: unknown) => {
  const [first, second] = [Buffer.from(String(one)), Buffer.from(String(other))]
  return Buffer.compare(first, second)
}

const { compare: byLetters } = new Intl.Collator('en')

/** The list of a call in the order of its names by another collation. */
const collated = (call: Call, compare: (one: string, other: string) => number, isDown = false) =>
  relisted(call, (all) => {
    const sorted = all.toSorted((one, other) => compare(String(one.name), String(other.name)))
    return isDown ? sorted.toReversed() : sorted
  })

const trimmed = (value: unknown) => (typeof value === 'string' ? value.trim() : value)

/** The parameters of a call that have blanks around them, without these. */
function tidied({ given }: Call, names: readonly string[]): Values {
  const untidy = names.filter((name) => trimmed(given[name]) !== given[name])
  return Object.fromEntries(untidy.map((name) => [name, trimmed(given[name])]))
}

const refusal = (name: string, text: string) => jsonAnswer(400, { message: { [name]: [text] } })

const reservedNames = new Set(['support', 'billing', 'security', 'status', 'internal'])

export const legitimateStorkServers: readonly LegitimateServer[] = [
  {
    name: 'Refusals of values and of unknown records are told in German and in a sentence',
    allowedBy:
      'Document 1, Errors: validation messages are strings under property names, and only "has already been taken" is given; texts of 404 are given for sudo and unknown routes only',
    start: behind(async (response) => {
      const message = at(await jsonOf(response), 'message')
      if (response.status === 400 && typeof message === 'object') {
        return changed(response, (json) => withFields(json, { message: inOtherWords(message) }))
      }
      const isFree = typeof message === 'string' && !message.includes('No user id')
      if (response.status !== 404 || !isFree || message.includes('taken')) return response
      return changed(response, (json) =>
        withFields(json, { message: 'Das Gesuchte ist nicht vorhanden.' }),
      )
    }),
    async isShown(ask) {
      const { json } = await ask('GET', '/projects/98765432')
      const body = { name: 'Short', path: freshName('short'), visibility_level: 7 }
      const refused = await ask('POST', '/groups', { body })
      return (
        String(at(json, 'message')).includes('nicht vorhanden') &&
        refused.status === 400 &&
        refused.text.includes('nicht angenommen')
      )
    },
  },
  {
    name: 'The owner of a project of a group is null',
    allowedBy:
      'Document 1, Project: owner (user-owned projects); Conventions 3: absent values are null',
    start: serving(() =>
      forAll(
        [
          'getProject',
          'listProjects',
          'listVisibleProjects',
          'listOwnedProjects',
          'listAllProjects',
          'listGroupProjects',
          'createProject',
        ],
        async (call) => {
          const response = await call.send()
          if (!response.ok) return response
          return eachChanged(response, (one) =>
            one.namespace === undefined ? one : { owner: null, ...one },
          )
        },
      ),
    ),
    async isShown(ask) {
      const project = await newProject(ask, { namespace_id: await newGroup(ask) })
      return at((await ask('GET', `/projects/${project}`)).json, 'owner') === null
    },
  },
  {
    name: 'Issues that were moved or subscribed to come without their counts, dates and address',
    allowedBy:
      'Document 2, Issue: a response may omit some of these fields, as those to move and subscription',
    start: serving(() =>
      forAll(['moveIssue', 'subscribeToIssue', 'unsubscribeFromIssue'], async (call) => {
        const response = await call.send()
        if (!response.ok || response.status === 304) return response
        const omitted = ['user_notes_count', 'due_date', 'web_url', 'confidential']
        return changed(response, (json) =>
          Object.fromEntries(
            Object.entries(fieldsOf(json))
              .filter(([name]) => !omitted.includes(name))
              .toReversed(),
          ),
        )
      }),
    ),
    async isShown(ask) {
      const project = await newProject(ask)
      const path = `/projects/${project}/issues/${await newIssue(ask, project)}/subscription`
      const answers = [await ask('DELETE', path), await ask('POST', path)]
      return answers.every(
        ({ json }) => at(json, 'id') !== undefined && at(json, 'web_url') === undefined,
      )
    },
  },
  {
    name: 'Notes, keys, e-mails, snippets and members are listed from the other end',
    allowedBy: 'Documents 1 and 2: no order is given for these lists',
    start: serving(() =>
      forAll(
        [
          'listIssueNotes',
          'listSnippetNotes',
          'listMergeRequestNotes',
          'listOwnSshKeys',
          'listSshKeysOfUser',
          'listOwnEmails',
          'listEmailsOfUser',
          'listSnippets',
          'listProjectMembers',
          'listGroupMembers',
          'listProjectUsers',
        ],
        (call) => relisted(call, (all) => all.toReversed()),
      ),
    ),
    async isShown(ask) {
      const path = `/users/${(await newUser(ask)).id}/keys`
      for (const title of ['One', 'Two']) {
        await ask('POST', path, { body: { title, key: freshKey() } })
      }
      const { json } = await ask('GET', path)
      return at(json, '0.title') === 'Two'
    },
  },
  {
    name: 'Branches and tags are in the order of a dictionary, and groups in that of their bytes',
    allowedBy:
      'Document 3: branches alphabetically by name; document 1: groups by name; no collation is given',
    start: serving(() => ({
      listBranches: (call) => collated(call, byLetters),
      listTags: (call) => collated(call, byLetters, true),
      listGroups: (call) =>
        (call.given.order_by ?? 'name') === 'name'
          ? collated(call, byBytes, call.given.sort === 'desc')
          : call.send(),
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const word = freshName('fold')
      for (const name of [`a-${word}`, `B-${word}`, `c-${word}`]) {
        await newBranch(ask, project, name)
        await newGroup(ask, { name, path: name })
      }
      const branches = await ask('GET', `/projects/${project}/repository/branches`)
      const groups = await ask('GET', `/groups?search=${word}`)
      return (
        String(fieldOf(branches.json, 'name')[0]).startsWith('a-') &&
        String(fieldOf(groups.json, 'name')[0]).startsWith('B-')
      )
    },
  },
  {
    name: 'Descriptions lose the blanks around them, and support, billing and the like are no names',
    allowedBy:
      'Documents 1 and 2: what a name or a title may be is not stated, nor that blanks around a text are kept; 400 where an attribute failed validation',
    start: serving(() => {
      const isReserved = (value: unknown) => reservedNames.has(String(value).toLowerCase())
      return {
        ...forAll(['createUser', 'updateUser'], (call) =>
          isReserved(call.given.username)
            ? Promise.resolve(refusal('username', 'is a reserved name'))
            : call.send(tidied(call, ['bio', 'location', 'organization'])),
        ),
        ...forAll(['createGroup', 'updateGroup'], (call) =>
          isReserved(call.given.path)
            ? Promise.resolve(refusal('path', 'is a reserved name'))
            : call.send(tidied(call, ['description'])),
        ),
        ...forAll(
          ['createIssue', 'updateIssue', 'createMergeRequest', 'updateMergeRequest'],
          (call) =>
            String(call.given.title ?? '').length > 200
              ? Promise.resolve(refusal('title', 'is too long (maximum is 200 characters)'))
              : call.send(tidied(call, ['description'])),
        ),
      }
    }),
    async isShown(ask) {
      const project = await newProject(ask)
      const issue = await newIssue(ask, project, { description: '  In the middle.  ' })
      const { json } = await ask('GET', `/projects/${project}/issues/${issue}`)
      const body = { name: 'Support', path: 'support' }
      const { status } = await ask('POST', '/groups', { body })
      return at(json, 'description') === 'In the middle.' && status === 400
    },
  },
  {
    name: 'A commit that cannot be picked and a branch that cannot be deleted are answered with 422',
    allowedBy:
      'Document 1, Errors: 422, entity could not be processed; document 3 states no status for these',
    start: serving(() =>
      forAll(['cherryPickCommit', 'deleteBranch'], async (call) => {
        const response = await call.send()
        const json = await jsonOf(response)
        // A parameter that is missing or invalid is no matter of the repository: 400 is stated for it.
        const message = at(json, 'message')
        const isOfParameters = typeof message !== 'string' || message.startsWith('400 ')
        if (isOfParameters || ![400, 405].includes(response.status)) return response
        return jsonAnswer(422, json)
      }),
    ),
    async isShown(ask) {
      const project = await newRepository(ask)
      const path = `/projects/${project}/repository/commits/${await headOf(ask, project)}`
      const body = { branch: 'master' }
      return (await ask('POST', `${path}/cherry_pick`, { body })).status === 422
    },
  },
  {
    name: 'Pages say where they begin, and their links carry a cursor and a title',
    allowedBy:
      'Document 1, Limits: clients use the links instead of building URLs; further headers are not ruled out',
    start: behind((response) => {
      const links = linksOf(response.headers)
      if (links.size === 0) return response
      const headers = new Headers(response.headers)
      const [page, size, total] = ['x-page', 'x-per-page', 'x-total'].map((name) =>
        Number(headers.get(name) ?? 1),
      )
      const offset = ((page ?? 1) - 1) * (size ?? 20)
      for (const [relation, url] of links) url.searchParams.set('cursor', `${relation}.${offset}`)
      headers.set('link', linkOf(links).replaceAll(/rel="(\w+)"/g, 'title="$1 page"; rel="$1"'))
      headers.set('x-offset', String(offset))
      headers.set('x-total-count', String(total))
      return new Response(response.body, { status: response.status, headers })
    }),
    async isShown(ask) {
      const { headers } = await ask('GET', '/projects/all?per_page=1&page=2')
      return headers.get('x-offset') === '1' && (headers.get('link') ?? '').includes('cursor=')
    },
  },
]
