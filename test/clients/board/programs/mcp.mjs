import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { step, token, url } from './steps.mjs'

/** @zereight/mcp-gitlab: the tools that an agent calls, over standard input and output. */
const home = join(dirname(fileURLToPath(import.meta.url)), 'node_modules/@zereight/mcp-gitlab')
const { bin } = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8'))
const server = spawn(process.execPath, [join(home, bin['mcp-gitlab'])], {
  env: {
    ...process.env,
    GITLAB_PERSONAL_ACCESS_TOKEN: token,
    GITLAB_API_URL: `${url}/api/v4`,
    GITLAB_TOOLSETS: 'all',
  },
  stdio: ['pipe', 'pipe', 'ignore'],
})
const waiting = new Map()
createInterface({ input: server.stdout }).on('line', (line) => {
  const message = JSON.parse(line)
  waiting.get(message.id)?.(message)
})
let last = 0
function ask(method, params) {
  const id = ++last
  server.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`)
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`${method}: no answer`)), 20_000)
    waiting.set(id, (message) => {
      clearTimeout(timer)
      if (message.error) reject(new Error(message.error.message))
      else resolve(message.result)
    })
  })
}
async function use(name, parameters) {
  const { content, isError } = await ask('tools/call', { name, arguments: parameters })
  const text = content?.[0]?.text ?? ''
  if (isError) throw new Error(text)
  try {
    return JSON.parse(text)
  } catch {
    return { text }
  }
}

await step('initialize', () =>
  ask('initialize', {
    protocolVersion: '2024-11-05',
    capabilities: {},
    clientInfo: { name: 'board', version: '1' },
  }),
)
server.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' })}\n`)
await step('tools/list', async () => {
  const { tools } = await ask('tools/list', {})
  return tools.length > 100 ? undefined : `${tools.length} tools`
})

/** What earlier tools answered, by a name of its own. */
const made = {}
/** Calls a tool; its answer is kept, and held to what it has to have. */
function call(tool, parameters = () => ({}), { as, has = {} } = {}) {
  return step(tool, async () => {
    const answer = await use(tool, parameters())
    if (as !== undefined) made[as] = answer
    const wrong = Object.entries(has).find(([name, value]) => answer[name] !== value)
    if (wrong) return `${wrong[0]} is ${JSON.stringify(answer[wrong[0]])}`
  })
}
const inProject = (more) => () => ({ project_id: String(made.project?.id), ...more })
const ofIssue = (more) => inProject({ issue_iid: '1', ...more })
const ofMerge = (more) => inProject({ merge_request_iid: '1', ...more })

await call('whoami', undefined, { has: { username: 'root' } })
await call('health_check')
await call('create_group', () => ({ name: 'Agents', path: 'agents' }), { as: 'group' })
await call('create_repository', () => ({ name: 'agent', initialize_with_readme: true }), {
  as: 'project',
  has: { path_with_namespace: 'root/agent' },
})
await call('get_project', inProject(), { has: { default_branch: 'main' } })
await call('update_project', inProject({ description: 'Of an agent' }))
await call('list_projects', () => ({ owned: true }))
await call('search_repositories', () => ({ search: 'agent' }))
await call('list_project_members', inProject())
await call('list_group_members', () => ({ group_id: String(made.group?.id) }))
await call('list_group_projects', () => ({ group_id: String(made.group?.id) }))
await call('list_namespaces')
await call('get_namespace', () => ({ namespace_id: 'agents' }))
await call('verify_namespace', () => ({ path: 'agents' }))
await call('get_users', () => ({ usernames: ['root'] }))
await call('get_user', () => ({ user_id: '1' }), { has: { username: 'root' } })

const file = { file_path: 'a.txt', branch: 'main' }
await call('create_or_update_file', inProject({ ...file, content: 'a\n', commit_message: 'Add a' }))
await call('get_file_contents', inProject({ file_path: 'a.txt', ref: 'main' }))
await call('get_file_blame', inProject({ file_path: 'a.txt', ref: 'main' }))
await call('get_repository_tree', inProject({ recursive: true }))
await call('create_branch', inProject({ branch: 'work', ref: 'main' }))
const pushed = [{ file_path: 'b.txt', content: 'b\n' }]
await call('push_files', inProject({ branch: 'work', files: pushed, commit_message: 'Add b' }))
await call('get_branch', inProject({ branch_name: 'work' }), { as: 'branch' })
await call('list_branches', inProject())
await call('get_branch_diffs', inProject({ from: 'main', to: 'work' }))
await call('list_commits', inProject({ ref_name: 'work' }))
const atCommit = (more) => () => inProject({ sha: made.branch?.commit?.id, ...more })()
await call('get_commit', atCommit())
await call('get_commit_diff', atCommit())
await call('create_commit_status', atCommit({ state: 'success', name: 'agent' }))
await call('list_commit_statuses', atCommit())
await call('protect_branch', inProject({ branch_name: 'work' }))
await call('list_protected_branches', inProject())
await call('get_protected_branch', inProject({ branch_name: 'work' }))
await call('unprotect_branch', inProject({ branch_name: 'work' }))
await call('create_tag', inProject({ tag_name: 'v1', ref: 'main' }))
await call('list_tags', inProject())
await call('get_tag', inProject({ tag_name: 'v1' }))
await call('create_release', inProject({ tag_name: 'v1', name: 'One', description: 'The first' }))
await call('list_releases', inProject())
await call('get_release', inProject({ tag_name: 'v1' }))
await call('update_release', inProject({ tag_name: 'v1', name: 'The one' }))
await call('delete_release', inProject({ tag_name: 'v1' }))
await call('delete_tag', inProject({ tag_name: 'v1' }))

await call('create_label', inProject({ name: 'bug', color: '#ff0000' }), { as: 'label' })
await call('list_labels', inProject())
await call('get_label', inProject({ label_id: 'bug' }))
await call('update_label', inProject({ label_id: 'bug', description: 'A fault' }))
await call('create_milestone', inProject({ title: 'One' }), { as: 'milestone' })
const ofMilestone = (more) => () =>
  inProject({ milestone_id: String(made.milestone?.id), ...more })()
await call('list_milestones', inProject())
await call('get_milestone', ofMilestone())
await call('edit_milestone', ofMilestone({ title: 'The one' }))
await call('create_group_milestone', () => ({ group_id: String(made.group?.id), title: 'Two' }))
await call('list_group_milestones', () => ({ group_id: String(made.group?.id) }))

await call('create_issue', inProject({ title: 'It leaks', description: 'A', labels: ['bug'] }))
await call('create_issue', inProject({ title: 'It drips' }))
await call('list_issues', inProject({ scope: 'all' }))
await call('my_issues', inProject())
await call('get_issue', ofIssue(), { has: { title: 'It leaks' } })
await call('update_issue', ofIssue({ state_event: 'close' }))
await call(
  'update_issue_description_patch',
  ofIssue({
    patch_type: 'search_replace',
    patch: '<<<<<<< SEARCH\nA\n=======\nB\n>>>>>>> REPLACE',
  }),
)
await call('create_note', inProject({ noteable_type: 'issue', noteable_iid: '1', body: 'Really' }))
await call('create_issue_note', ofIssue({ body: 'Truly' }))
await call('list_issue_discussions', ofIssue())
await call('get_milestone_issue', ofMilestone())
const link = { target_project_id: 'root/agent', target_issue_iid: '2' }
await call('create_issue_link', ofIssue(link))
await call('list_issue_links', ofIssue())
await call('create_issue_emoji_reaction', ofIssue({ name: 'thumbsup' }), { as: 'award' })
await call('list_issue_emoji_reactions', ofIssue())
await call('delete_issue_emoji_reaction', () => ofIssue({ award_id: String(made.award?.id) })())

await call(
  'create_merge_request',
  inProject({ title: 'Mend it', source_branch: 'work', target_branch: 'main' }),
)
await call('list_merge_requests', inProject())
await call('list_group_merge_requests', () => ({ group_id: String(made.group?.id) }))
await call('get_merge_request', ofMerge(), { has: { title: 'Mend it' } })
await call('update_merge_request', ofMerge({ description: 'It mends', labels: ['bug'] }))
await call('get_merge_request_diffs', ofMerge())
await call('list_merge_request_diffs', ofMerge())
await call('list_merge_request_changed_files', ofMerge())
await call('get_merge_request_file_diff', ofMerge({ file_paths: ['b.txt'] }))
await call('get_merge_request_conflicts', ofMerge())
await call('list_merge_request_versions', ofMerge(), { as: 'versions' })
await call('get_merge_request_version', () =>
  ofMerge({ version_id: String(made.versions?.[0]?.id) })(),
)
await call('list_merge_request_pipelines', ofMerge())
await call('approve_merge_request', ofMerge())
await call('get_merge_request_approval_state', ofMerge())
await call('unapprove_merge_request', ofMerge())
await call('create_merge_request_note', ofMerge({ body: 'Fine' }), { as: 'note' })
const ofNote = (more) => () => ofMerge({ note_id: String(made.note?.id), ...more })()
await call('get_merge_request_note', ofNote())
await call('get_merge_request_notes', ofMerge())
await call('update_merge_request_note', ofNote({ body: 'Good' }))
await call('create_merge_request_note_emoji_reaction', ofNote({ name: 'heart' }))
await call('list_merge_request_note_emoji_reactions', ofNote())
await call('delete_merge_request_note', ofNote())
await call('create_merge_request_thread', ofMerge({ body: 'Why?' }), { as: 'thread' })
const ofThread = (more) => () => ofMerge({ discussion_id: made.thread?.id, ...more })()
await call('mr_discussions', ofMerge())
await call('get_merge_request_discussion', ofThread())
await call('create_merge_request_discussion_note', ofThread({ body: 'So' }), { as: 'reply' })
const ofReply = (more) => () => ofThread({ note_id: String(made.reply?.id), ...more })()
await call('update_merge_request_discussion_note', ofReply({ body: 'Because' }))
await call('delete_merge_request_discussion_note', ofReply())
await call('resolve_merge_request_thread', ofThread({ resolved: true }))
await call('create_merge_request_emoji_reaction', ofMerge({ name: 'thumbsup' }))
await call('list_merge_request_emoji_reactions', ofMerge())
await call('create_draft_note', ofMerge({ body: 'Not yet' }), { as: 'draft' })
const ofDraft = (more) => () => ofMerge({ draft_note_id: String(made.draft?.id), ...more })()
await call('list_draft_notes', ofMerge())
await call('get_draft_note', ofDraft())
await call('update_draft_note', ofDraft({ body: 'Now' }))
await call('publish_draft_note', ofDraft())
await call('bulk_publish_draft_notes', ofMerge())
await call('merge_merge_request', ofMerge())
await call('list_todos')
await call('mark_all_todos_done')
await call('list_events')
await call('get_project_events', inProject())

const configuration = 'test:\n  script: [make]\n'
await call('validate_ci_lint', inProject({ content: configuration }))
await call(
  'create_or_update_file',
  inProject({
    file_path: '.gitlab-ci.yml',
    branch: 'main',
    content: configuration,
    commit_message: 'Test it',
  }),
)
await call('validate_project_ci_lint', inProject())
await call('create_pipeline', inProject({ ref: 'main' }))
await call('list_pipelines', inProject(), { as: 'pipelines' })
const ofPipeline = () => inProject({ pipeline_id: String(made.pipelines?.[0]?.id) })()
await call('get_pipeline', ofPipeline)
await call('list_pipeline_jobs', ofPipeline, { as: 'jobs' })
const ofJob = () => inProject({ job_id: String(made.jobs?.[0]?.id) })()
await call('get_pipeline_job', ofJob)
await call('cancel_pipeline', ofPipeline)
await call('retry_pipeline', ofPipeline)
await call('delete_pipeline', ofPipeline)

const address = 'http://127.0.0.1:9/'
await call('create_webhook', inProject({ url: address, push_events: true }), { as: 'hook' })
const ofHook = (more) => () => inProject({ hook_id: made.hook?.id, ...more })()
await call('list_webhooks', inProject())
await call('update_webhook', ofHook({ url: address, tag_push_events: true }))
await call('delete_webhook', ofHook())
await call('search_project_code', inProject({ search: 'a' }))
await call('list_wiki_pages', inProject())
await call('fork_repository', () => inProject({ namespace: 'agents' })())
await call('delete_label', inProject({ label_id: 'bug' }))
await call('delete_milestone', ofMilestone())
await call('delete_issue', ofIssue())
await call('delete_branch', inProject({ branch_name: 'work' }))
server.kill()
