import { describe, expect, it } from 'vitest'
import { createForge } from '../../../../src/forge/create-forge.ts'

const action = (content: string) => ({
  action: 'create' as const,
  file_path: `${content}.md`,
  content,
})
const commit = (branch: string, content: string) => ({
  branch,
  message: content,
  author: 'dev',
  actions: [action(content)],
})
const waiting = {
  users: [{ username: 'dev' }],
  projects: [
    {
      path: 'dev/site',
      repository: { commits: [commit('master', 'one'), commit('next', 'two')] },
      issues: [{ title: 'It leaks' }],
      merge_requests: [
        {
          title: 'Next',
          description: 'Closes #1',
          source_branch: 'next',
          target_branch: 'master',
          scheduled_by: 'dev',
        },
      ],
    },
  ],
  pipelines: [
    {
      project: 'dev/site',
      ref: 'next',
      builds: [{ name: 'test', status: 'running' as const }],
    },
  ],
}

describe('forge.advance', () => {
  it.each(['its seed', 'a saved world'])('merges what waits in a world of %s', async (source) => {
    const loaded = await createForge({ seed: waiting })
    const forge =
      source === 'its seed' ? loaded : await createForge({ from: await loaded.toBytes() })
    expect(forge.builds.advance(1, 'success').status).toBe('success')
    expect(forge.db.mergeRequests.get(1)?.state).toBe('merged')
    expect(forge.db.issues.get(1)?.state).toBe('closed')
  })

  it('moves a build that a suite made by itself, in a project without a commit', async () => {
    const forge = await createForge({
      seed: { users: [{ username: 'dev' }], projects: [{ path: 'dev/site' }] },
    })
    const { pipelines, builds, mergeRequests } = forge.db
    const sha = '1'.repeat(40)
    const created_at = '2017-01-15T12:00:00.000Z'
    const mergeRequest = mergeRequests.insert({
      iid: 2,
      title: 'Next',
      author_id: 1,
      source_project_id: 1,
      target_project_id: 1,
      source_branch: 'next',
      target_branch: 'master',
      merge_when_build_succeeds: true,
      merge_user_id: 1,
    })
    const pipeline = pipelines.insert({
      project_id: 1,
      ref: 'next',
      sha,
      status: 'running',
      created_at,
    })
    const build = builds.insert({
      project_id: 1,
      pipeline_id: pipeline.id,
      name: 'test',
      ref: 'next',
      sha,
      status: 'running',
      stage: 'test',
      created_at,
    })
    expect(forge.builds.advance(build.id, 'success').status).toBe('success')
    expect(pipelines.get(pipeline.id)?.status).toBe('success')
    expect(mergeRequests.get(mergeRequest.id)?.state).toBe('opened')
  })
})
