import { zipSync } from 'fflate'
import type { Seed } from '../../../src/seed/schema.ts'
import { encodeBase64 } from '../../../src/shared/base64.ts'

export type Visibility = 'private' | 'internal' | 'public'

const create = (file_path: string) => ({ action: 'create' as const, file_path, content: 'a\n' })

/** A zip archive with the file a.txt. */
const archive = encodeBase64(zipSync({ 'a.txt': new TextEncoder().encode('a') }))

/** Jobs of merge requests alone. */
const review = {
  action: 'create',
  file_path: '.gitlab-ci.yml',
  content: 'review: { script: a, only: [merge_requests] }',
} as const

/** What a pipeline is made of. */
const description = {
  action: 'create' as const,
  file_path: '.gitlab-ci.yml',
  content: 'job: { script: a }\n',
}

/** Not 1: that is a personal namespace, and so are the ids up to the number of users. */
export const groupId = 50

/** The id of a group that has nothing to do with the project; who changes that sees it. */
const otherGroupId = 51

const everybody = ['root', 'olga', 'mona', 'dev', 'rita', 'gus', 'outsider', 'external'] as const

const by = { author: 'olga', commit: 'first' } as const

const awards = [{ name: 'tada', by: 'olga' }]

/** A discussion that can be resolved, of one note. */
const thread = (id: number) => ({
  id,
  author: 'olga',
  body: 'And?',
  discussion: 'and',
  resolvable: true,
})

/** What goes into the address of a hook, and into its headers. */
const pairs = { url_variables: { stage: 'a' }, custom_headers: { stage: 'a' } }

/** The same on a line of the merge request's diff, with other text for it. */
const onLine = {
  ...thread(5),
  body: ['And?', '```suggestion', 'b', '```'].join('\n'),
  line: { path: 'b', new_line: 1 },
}

/**
 * The group acme (50) and its project acme/site (1), of one visibility, with a member
 * of each level and something of everything. All that has an author is olga's, the owner's, so that
 * nobody else is let in for having written it. Acme/app stands beside it, of the same visibility.
 */
export function permissionWorld(visibility: Visibility): Seed {
  return {
    users: [
      {
        username: 'root',
        admin: true,
        personal_access_tokens: [{ token: 'revoked', revoked: true }],
      },
      {
        username: 'olga',
        password: 'password-of-olga',
        keys: [{ title: 'k', key: 'ssh-rsa AAAAB3Nza' }],
        emails: ['second@olga.example'],
        personal_access_tokens: [{ token: 'read-user', scopes: ['read_user'] }],
      },
      { username: 'mona' },
      { username: 'dev' },
      { username: 'rita' },
      { username: 'gus' },
      { username: 'outsider' },
      { username: 'external', external: true },
      { username: 'blocked', state: 'blocked' },
      {
        username: 'tina',
        keys: [{ title: 'k', key: 'ssh-rsa AAAAB3NzaC1yc2EAAAADAQABAAAAAwEAAg==' }],
      },
      {
        username: 'newcomer',
        state: 'active',
        personal_access_tokens: [{ token: 'impersonated', impersonation: true }],
      },
      {
        username: 'banned',
        state: 'banned',
        identities: [{ provider: 'github', extern_uid: '1' }],
      },
      { username: 'sleepy', state: 'deactivated' },
    ],
    access_tokens: [
      { name: 'ci', project: 'acme/site', created_by: 'olga', token: 'of-project' },
      { name: 'ci', group: 'acme', created_by: 'olga', token: 'of-group' },
    ],
    deploy_tokens: [
      { name: 'machine', project: 'acme/site', token: 'gldt-project' },
      { name: 'machine', group: 'acme', token: 'gldt-group' },
    ],
    applications: [{ name: 'Dashboard', redirect_uris: ['http://localhost/callback'] }],
    groups: [
      {
        id: groupId,
        path: 'acme',
        visibility,
        labels: ['ours', 'theirs', 'more'],
        milestones: [{ title: 'All' }],
        boards: [{ name: 'Of the group', lists: ['ours', 'more'] }],
        members: {
          olga: 'owner',
          blocked: 'owner',
          mona: 'master',
          dev: 'developer',
          rita: 'reporter',
          gus: 'guest',
          tina: 'guest',
        },
      },
      { id: otherGroupId, path: 'club', visibility, members: { olga: 'owner', mona: 'guest' } },
    ],
    projects: [
      {
        path: 'acme/site',
        visibility,
        created_by: 'olga',
        snippets_enabled: true,
        members: { tina: 'guest' },
        labels: ['bug', 'later', 'soon'],
        milestones: [{ title: 'v1' }],
        boards: [{ name: 'Work', lists: ['bug', 'soon'] }],
        issues: [
          {
            title: 'One',
            author: 'olga',
            labels: ['bug'],
            milestone: 'v1',
            related: [2],
            unsubscribed: ['olga'],
            awards,
            notes: [{ author: 'olga', body: 'On one', awards }, thread(4)],
          },
          { title: 'Two', author: 'olga', subscribers: [...everybody], todos: ['olga'] },
          { title: 'Three', author: 'olga', state: 'closed' },
        ],
        merge_requests: [
          {
            title: 'Take it',
            author: 'olga',
            labels: ['bug'],
            milestone: 'v1',
            source_branch: 'feature',
            unsubscribed: ['olga'],
            awards,
            notes: [{ id: 2, author: 'olga', body: 'On the merge request', awards }, onLine],
            drafts: [{ author: 'olga', note: 'Later' }],
          },
          {
            title: 'Waits',
            author: 'olga',
            source_branch: 'waiting',
            scheduled_by: 'olga',
            subscribers: [...everybody],
          },
        ],
        snippets: [
          {
            title: 'Hello',
            author: 'olga',
            file_name: 'a.rb',
            code: '1',
            visibility: 'public',
            awards,
            notes: [{ id: 3, author: 'olga', body: 'On the snippet', awards }, thread(6)],
          },
        ],
        repository: {
          protected_branches: { 'kept-*': {} },
          protected_tags: { 'kept-*': {} },
          commits: [
            { label: 'first', message: 'Begin', author: 'olga', actions: [create('README')] },
            { message: 'Add', author: 'olga', branch: 'feature', actions: [create('b')] },
            { message: 'Wait', author: 'olga', branch: 'waiting', actions: [create('c'), review] },
            { message: 'More', author: 'olga', branch: 'more', actions: [create('d')] },
            { message: 'Describe', author: 'olga', branch: 'described', actions: [description] },
          ],
          comments: [{ ...by, note: 'On the file', path: 'README', line: 1 }],
          branches: { merged: 'first', packed: 'first' },
          tags: [
            { name: 'plain', ref: 'first' },
            {
              name: 'released',
              ref: 'first',
              release: {
                description: 'Notes',
                links: [{ name: 'Program', url: 'https://example.com/bin', filepath: '/bin' }],
              },
            },
          ],
        },
      },
      { path: 'acme/app', visibility, created_by: 'olga' },
      { path: 'olga/own', visibility, created_by: 'olga' },
    ],
    pipelines: [
      {
        project: 'acme/site',
        ref: 'master',
        builds: [
          {
            name: 'done',
            status: 'success',
            trace: 'Hello',
            artifacts: {
              filename: 'a.zip',
              content: archive,
              encoding: 'base64',
              expires_at: '2018-01-01',
            },
            environment: 'production',
          },
          { name: 'waits', status: 'pending', resource_group: 'quay' },
          { name: 'by hand', status: 'skipped', when: 'manual' },
        ],
      },
      { project: 'acme/site', ref: 'waiting', builds: [{ name: 'runs', status: 'running' }] },
      { project: 'acme/site', ref: 'feature', builds: [{ name: 'broke', status: 'failed' }] },
      {
        project: 'acme/site',
        ref: 'packed',
        builds: [
          {
            name: 'done',
            artifacts: { filename: 'a.zip', content: archive, encoding: 'base64' },
          },
        ],
      },
    ],
    variables: [
      { project: 'acme/site', key: 'TOKEN', value: 'a' },
      { group: 'acme', key: 'TOKEN', value: 'a' },
    ],
    snippets: [
      { id: 2, title: 'Own', author: 'olga', file_name: 'a.rb', code: '1', visibility: 'public' },
    ],
    integrations: [
      {
        project: 'acme/site',
        slug: 'mattermost-slash-commands',
        settings: { token: 'of-chat' },
      },
      { group: 'acme', slug: 'asana', settings: { api_key: 'a' } },
    ],
    access_requests: [
      { project: 'acme/site', user: 'newcomer' },
      { group: 'acme', user: 'newcomer' },
    ],
    invitations: [
      { project: 'acme/site', email: 'new@x.example' },
      { group: 'acme', email: 'new@x.example' },
    ],
    remote_mirrors: [{ project: 'acme/site', url: 'https://git.example/site.git', enabled: true }],
    pages_domains: [{ project: 'acme/site', domain: 'site.example' }],
    wiki_pages: [{ project: 'acme/site', title: 'home', content: 'Hello', author: 'olga' }],
    badges: [
      { project: 'acme/site', link_url: 'https://x.example', image_url: 'https://x.example/a.svg' },
      { group: 'acme', link_url: 'https://x.example', image_url: 'https://x.example/a.svg' },
    ],
    triggers: [{ project: 'acme/site', owner: 'olga', token: 'glptt-olga' }],
    runners: [
      { token: 'glrt-instance' },
      { token: 'glrt-project', project: 'acme/site' },
      { token: 'glrt-shared', project: 'acme/site', also: ['acme/app'] },
      { token: 'glrt-other', project: 'acme/app' },
    ],
    pipeline_schedules: [
      {
        project: 'acme/site',
        owner: 'blocked',
        description: 'Nightly',
        ref: 'described',
        cron: '0 1 * * *',
        variables: [{ key: 'DEEP', value: 'yes' }],
      },
    ],
    deploy_keys: [
      {
        title: 'Reads',
        key: 'ssh-rsa AAAAB3NzaC1yc2EAAAADAQABAAAAAwEAAQ==',
        projects: { 'acme/site': 'read' },
      },
      { title: 'Public', key: 'ssh-rsa AAAAB3NzaC1yc2EAAAADAQABAAAAAwEAAw==', public: true },
    ],
    job_token_allowances: [{ project: 'acme/site', jobs_of: 'olga/own' }],
    environments: [
      { project: 'acme/site', name: 'old', state: 'stopped' },
      { project: 'acme/site', name: 'review/gone', state: 'stopped' },
    ],
    deployments: [{ project: 'acme/site', ref: 'plain', environment: 'old', status: 'failed' }],
    statuses: [{ project: 'acme/site', ref: 'master', state: 'success', ...by }],
    hooks: [
      { url: 'http://127.0.0.1:9/hook', ...pairs },
      { url: 'http://127.0.0.1:9/site', project: 'acme/site', push_events: false, ...pairs },
    ],
    topics: [{ name: 'web' }, { name: 'boats' }],
    instance_variables: [{ key: 'TOKEN', value: 'a' }],
    broadcast_messages: [{ message: 'Welcome' }],
  }
}
