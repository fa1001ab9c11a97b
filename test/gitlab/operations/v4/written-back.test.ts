import { expect, it } from 'vitest'
import { v4 } from '../../../../src/contract/apis.ts'
import { describeV4 } from '../../../harness.ts'

/** What can be read and written at one address, with the names that a write knows. */
const places = v4.operations.flatMap(({ method, path }) => {
  const write = v4.operations.find(
    (one) => one.path === path && (one.method === 'PUT' || one.method === 'PATCH'),
  )
  if (method !== 'GET' || !write) return []
  const names = write.parameters.filter((one) => one.in === 'body').map(({ name }) => name)
  return [[path, { method: write.method, names }] as const]
})

/** Fields that one request may not name together, or whose values a read shows in other words. */
const leftOut: Readonly<Record<string, readonly string[]>> = {
  // Three names of one setting, of which a request has one (lib/api/settings.rb).
  '/application/settings': ['signin_enabled', 'password_authentication_enabled'],
  // Read in capitals, written in small letters (section 4 of issues-and-notes.md).
  '/projects/{id}/issues/{issue_iid}': ['severity'],
  // Shown, and refused in every write (section 5 of code-and-ci.md).
  '/projects/{id}/environments/{environment_id}': ['slug'],
  // Nobody is shown their values, which a write needs.
  '/projects/{id}/hooks/{hook_id}': ['url_variables', 'custom_headers'],
  // One says the opposite of the other.
  '/runners/{runner_id}': ['active'],
}

/** What is refused with what is there already. */
const refused: Readonly<Record<string, string>> = {
  '/projects/{id}/badges/{badge_id}': 'The first is one of the group, which is changed there.',
  '/projects/{id}/deployments/{deployment_id}': 'One that is over stays so.',
  '/projects/{id}/issues/{issue_iid}/discussions/{discussion_id}':
    'A note alone is not resolved either way.',
  '/projects/{id}/merge_requests/{merge_request_iid}/discussions/{discussion_id}':
    'A note alone is not resolved either way.',
  '/projects/{id}/integrations/{slug}': 'What a write needs is read within `properties`.',
  '/groups/{id}/integrations/{slug}': 'What a write needs is read within `properties`.',
  '/projects/{id}/job_token_scope': 'It is written under other names.',
  '/projects/{id}/labels': 'A label is named by another parameter.',
  '/groups/{id}/labels': 'A label is named by another parameter.',
  '/groups/{id}/members/{user_id}': 'The only owner stays one.',
}

/** What the demo world has none of in the first project, group or user, or no list leads to. */
const absent: readonly string[] = [
  '/users/{id}/custom_attributes/{key}',
  '/groups/{id}/custom_attributes/{key}',
  '/projects/{id}/custom_attributes/{key}',
  '/projects/{id}/deploy_keys/{key_id}',
  '/projects/{id}/snippets/{snippet_id}/discussions/{discussion_id}/notes/{note_id}',
  '/projects/{id}/repository/commits/{sha}/discussions/{discussion_id}/notes/{note_id}',
  '/projects/{id}/merge_requests/{merge_request_iid}/draft_notes/{draft_note_id}',
  '/projects/{id}/repository/files/{file_path}',
  '/admin/ci/variables/{key}',
  '/projects/{id}/members/{user_id}',
  '/projects/{id}/snippets/{snippet_id}/notes/{note_id}',
  '/snippets/{id}',
  '/projects/{id}/pipeline_schedules/{pipeline_schedule_id}/variables/{key}',
  '/projects/{id}/releases/{tag_name}/assets/links/{link_id}',
  '/projects/{id}/resource_groups/{key}',
  '/projects/{id}/snippets/{snippet_id}',
  '/projects/{id}/triggers/{trigger_id}',
  '/projects/{id}/variables/{key}',
  '/groups/{id}/variables/{key}',
]

describeV4('what is read', { seed: 'demo' }, (api) => {
  const root = api.as('root')

  /** The first record of each list on the way; undefined where one is empty or is no list. */
  async function addressOf(path: string): Promise<string | undefined> {
    let at = ''
    for (const segment of path.split('/').slice(1)) {
      const name = /^\{(.*)\}$/.exec(segment)?.[1]
      if (name === undefined) at += `/${segment}`
      else {
        const isListed = v4.findRoute('GET', at).kind === 'operation'
        const { body } = isListed
          ? await root.get(
              at,
              /^\/(projects|groups)$/.test(at) ? { order_by: 'id', sort: 'asc' } : {},
            )
          : { body: [] }
        const [first] = Array.isArray(body) ? body : []
        if (first === undefined) return undefined
        const key = first[name.replace(/^.*_/, '')] ?? first.iid ?? first.id ?? first.name
        at += `/${encodeURIComponent(String(key ?? first.slug))}`
      }
    }
    return at
  }

  it.each(places)('may be written back: %s', async (path, { method, names }) => {
    const at = await addressOf(path)
    expect([path, at === undefined]).toEqual([path, absent.includes(path)])
    if (at === undefined) return
    const { status, body } = await root.get(at)
    expect(status).toBe(200)
    const without = leftOut[path] ?? []
    const shared = Object.entries<unknown>(body).filter(
      ([name]) => names.includes(name) && !without.includes(name),
    )
    const send = method === 'PUT' ? root.put : root.patch
    const answer = await send(at, Object.fromEntries(shared))
    expect([answer.status, answer.body, answer.status >= 400]).toEqual([
      answer.status,
      answer.body,
      path in refused,
    ])
    const { updated_at: _before, ...before } = body
    const { updated_at: _after, ...after } = (await root.get(at)).body
    expect(after).toEqual(before)
  })

  it('has settings under three names, which one request may not have together', async () => {
    const { body } = await root.get('/application/settings')
    const { status, body: refusal } = await root.put('/application/settings', body)
    expect([status, refusal.error]).toEqual([
      400,
      'password_authentication_enabled_for_web, password_authentication_enabled, signin_enabled are mutually exclusive',
    ])
  })
})
