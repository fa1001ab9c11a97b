import { spawn } from 'node:child_process'
import { createRequire } from 'node:module'
import { createInterface } from 'node:readline'
import { step, token, url } from './steps.mjs'

/** @zereight/mcp-gitlab: a few of the tools that an agent calls, over standard input and output. */
const server = spawn(
  process.execPath,
  [createRequire(import.meta.url).resolve('@zereight/mcp-gitlab')],
  {
    env: { ...process.env, GITLAB_PERSONAL_ACCESS_TOKEN: token, GITLAB_API_URL: `${url}/api/v4` },
    stdio: ['pipe', 'pipe', 'ignore'],
  },
)
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
  return JSON.parse(text)
}
await step('initialize', () =>
  ask('initialize', {
    protocolVersion: '2024-11-05',
    capabilities: {},
    clientInfo: { name: 'board', version: '1' },
  }),
)
server.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' })}\n`)
let project
await step('create_repository', async () => {
  project = String(
    (await use('create_repository', { name: 'agent', initialize_with_readme: true })).id,
  )
})
await step('create_or_update_file', () =>
  use('create_or_update_file', {
    project_id: project,
    file_path: 'a.txt',
    content: 'a\n',
    commit_message: 'Add a',
    branch: 'main',
  }),
)
await step('get_file_contents', () =>
  use('get_file_contents', { project_id: project, file_path: 'a.txt', ref: 'main' }),
)
await step('create_branch', () =>
  use('create_branch', { project_id: project, branch: 'work', ref: 'main' }),
)
await step('push_files', () =>
  use('push_files', {
    project_id: project,
    branch: 'work',
    files: [{ file_path: 'b.txt', content: 'b\n' }],
    commit_message: 'Add b',
  }),
)
await step('create_issue', () => use('create_issue', { project_id: project, title: 'It leaks' }))
await step('list_issues', () => use('list_issues', { project_id: project, scope: 'all' }))
await step('get_issue', () => use('get_issue', { project_id: project, issue_iid: '1' }))
await step('create_merge_request', () =>
  use('create_merge_request', {
    project_id: project,
    title: 'Mend it',
    source_branch: 'work',
    target_branch: 'main',
  }),
)
await step('get_merge_request', () =>
  use('get_merge_request', { project_id: project, merge_request_iid: '1' }),
)
await step('get_merge_request_diffs', () =>
  use('get_merge_request_diffs', { project_id: project, merge_request_iid: '1' }),
)
await step('search_repositories', () => use('search_repositories', { search: 'agent' }))
server.kill()
