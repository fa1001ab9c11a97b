import { isObject } from '../../mutants/json.ts'
import { at, type LegitimateServer, type OperationId } from '../server.ts'
import { always, answering, column, deep, peek, showing } from './tools.ts'

const notes: readonly OperationId[] = [
  'listIssueNotes',
  'listMergeRequestNotes',
  'listSnippetNotes',
  'getIssueNote',
  'getMergeRequestNote',
  'getSnippetNote',
]
const builds: readonly OperationId[] = ['cancelBuild', 'retryBuild', 'eraseBuild', 'playBuild']
const projects: readonly OperationId[] = ['getProject', 'listVisibleProjects', 'listAllProjects']

/** What records say, and what they leave out. */
export const legitimateRecords: readonly LegitimateServer[] = [
  {
    name: 'repositories are cloned from a port of their own',
    allowedBy: '`ssh_url_to_repo` string: nothing is said of its form.',
    start: always((json) =>
      deep(json, (value, name) =>
        name === 'ssh_url_to_repo' ? String(value).replace(/^(.*):/, 'ssh://$1:2222/') : value,
      ),
    ),
    async isShown(ask) {
      const url = at((await ask('GET', '/projects/1')).json, 'ssh_url_to_repo')
      return url === 'ssh://git@forge.test:2222/tidewater/website.git'
    },
  },
  {
    name: 'labels and tags of a record stand the other way round',
    allowedBy: '`labels`, `tag_list`: array of strings, without an order.',
    start: always((json) =>
      deep(json, (value, name) =>
        Array.isArray(value) && /^(labels|tag_list)$/.test(name) ? [...value].reverse() : value,
      ),
    ),
    async isShown(ask) {
      return at((await ask('GET', '/projects/1')).json, 'tag_list.0') === 'accessibility'
    },
  },
  {
    name: 'what a user does not say is null and not empty',
    allowedBy: 'Absent values are `null`.',
    start: always((json) =>
      deep(json, (value, name) =>
        value === '' && /^(skype|linkedin|twitter|website_url)$/.test(name) ? null : value,
      ),
    ),
    async isShown(ask) {
      return at((await ask('GET', '/users/3')).json, 'skype') === null
    },
  },
  {
    name: 'projects of groups have null for an owner',
    allowedBy: 'owner: of user-owned projects; absent values are `null`.',
    start: showing(projects, (project) =>
      'creator_id' in project && !('owner' in project) ? { ...project, owner: null } : project,
    ),
    async isShown(ask) {
      return at((await ask('GET', '/projects/1')).json, 'owner') === null
    },
  },
  {
    name: 'what is done to a build is answered with its pipeline as well',
    allowedBy:
      'pipeline: list, commit list and single responses; no sentence forbids it elsewhere.',
    start: answering(builds, async (json, call, forge) => {
      const path = `/projects/${encodeURIComponent(call.path.get('id') ?? '')}/builds`
      const build = await peek(forge, `${path}/${call.path.get('build_id')}`)
      return { ...Object(json), pipeline: isObject(build) ? (build.pipeline ?? null) : null }
    }),
    async isShown(ask) {
      const { json } = await ask('POST', '/projects/1/builds/13/cancel')
      return at(json, 'pipeline.ref') === 'spring-exhibition'
    },
  },
  {
    name: 'authors of notes come without picture and page',
    allowedBy: 'Note: some responses add avatar_url, web_url to the author.',
    start: showing(notes, (note) => {
      if (!isObject(note.author)) return note
      const { avatar_url, web_url, ...author } = note.author
      return { ...note, author }
    }),
    async isShown(ask) {
      const { json } = await ask('GET', '/projects/1/issues/6/notes')
      return at(json, '0.author.username') === 'ines' && at(json, '0.author.web_url') === undefined
    },
  },
  {
    name: 'merge requests are listed without their times',
    allowedBy: 'Merge request: created_at, updated_at in some responses.',
    start: showing(['listMergeRequests'], ({ created_at, updated_at, ...one }) => one),
    async isShown(ask) {
      const { json } = await ask('GET', '/projects/1/merge_requests')
      return at(json, '0.id') !== undefined && at(json, '0.created_at') === undefined
    },
  },
  {
    name: 'authors of merge requests come with their e-mail',
    allowedBy: 'author, assignee: user (brief or with e-mail and created_at).',
    start: (forge) =>
      showing(['listMergeRequests', 'getMergeRequest'], (one) => {
        const { author } = one
        const user = isObject(author) ? forge.db.users.get(Number(author.id)) : undefined
        if (!isObject(author) || !user) return one
        const { email, created_at } = user
        return { ...one, author: { ...author, email, created_at } }
      })(forge),
    async isShown(ask) {
      const { json } = await ask('GET', '/projects/1/merge_requests/7')
      return at(json, 'author.email') === 'sam@tidewater.example'
    },
  },
  {
    name: 'a new file had no mode before',
    allowedBy: 'Diff entry: a_mode, b_mode (string or null).',
    start: showing(['listCommitDifferences'], (entry) =>
      entry.new_file === true ? { ...entry, a_mode: null } : entry,
    ),
    async isShown(ask) {
      const commits = await ask('GET', '/projects/1/repository/commits')
      const path = `/projects/1/repository/commits/${column(commits, 'id').at(-1)}/diff`
      return at((await ask('GET', path)).json, '0.a_mode') === null
    },
  },
  {
    name: 'diffs begin with their first hunk',
    allowedBy: 'Diff entry: `diff` string; nothing is said of its form.',
    start: always((json) =>
      deep(json, (value, name) =>
        name === 'diff' ? String(value).replace(/^--- [^\n]*\n\+\+\+ [^\n]*\n/, '') : value,
      ),
    ),
    async isShown(ask) {
      const { json } = await ask('GET', '/projects/1/repository/commits/master/diff')
      return String(at(json, '0.diff')).startsWith('@@')
    },
  },
  {
    name: 'a new note is answered by its id and its text alone',
    allowedBy: 'Response bodies of note creation, modification: not shown.',
    start: showing(
      ['createIssueNote', 'createMergeRequestNote', 'createSnippetNote'],
      ({ id = null, body = null }) => ({ id, body }),
    ),
    async isShown(ask) {
      const body = { body: 'Short' }
      const { json } = await ask('POST', '/projects/1/issues/6/notes', { body })
      return Object.keys(Object(json)).length === 2
    },
  },
  {
    name: 'a new group is answered by its id, its name and its path alone',
    allowedBy: 'Response bodies of POST /projects, POST /groups: not shown.',
    start: showing(['createGroup'], ({ id = null, name = null, path = null }) => ({
      id,
      name,
      path,
    })),
    async isShown(ask) {
      const { json } = await ask('POST', '/groups', { body: { name: 'Brief', path: 'brief' } })
      return Object.keys(Object(json)).length === 3
    },
  },
  {
    name: 'a member who leaves is answered with a word',
    allowedBy: 'Response bodies of the member operations other than those described: not shown.',
    start: answering(['removeGroupMember', 'removeProjectMember'], () => ({ message: 'removed' })),
    async isShown(ask) {
      const { json } = await ask('DELETE', '/groups/12/members/8')
      return at(json, 'message') === 'removed'
    },
  },
  {
    name: 'the test of a system hook tells of another project',
    allowedBy: 'an event object with project_id, owner_email, owner_name, …: no values are stated.',
    start: showing(['testSystemHook'], () => ({
      project_id: 4711,
      owner_email: 'nobody@harbour.example',
      owner_name: 'Nobody',
      name: 'Sample',
      path: 'sample',
      event_name: 'project_create',
    })),
    async isShown(ask) {
      return at((await ask('GET', '/hooks/1')).json, 'project_id') === 4711
    },
  },
  {
    name: 'a single group does not say whether it has LFS',
    allowedBy: 'Group: lfs_enabled boolean (list form).',
    start: showing(['getGroup', 'updateGroup'], ({ lfs_enabled, ...group }) => group),
    async isShown(ask) {
      return at((await ask('GET', '/groups/12')).json, 'lfs_enabled') === undefined
    },
  },
]
