import type { Given } from '../story/caller.ts'
import { story } from '../story/story.ts'

/** `createCommitStatus`, `listCommitStatuses`: the statuses that external services set. */
export const commitStatuses = story(
  'the statuses of a commit',
  { about: ['Commit statuses'] },
  async (t) => {
    const jane = await t.plainUser()
    const { id } = await t.project({ members: [[jane, 'master']] })
    const { body: head } = await jane.call('getCommit', { id, sha: 'master' })
    const sha = head?.id ?? ''
    const post = (parameters: Given<'createCommitStatus'>) =>
      jane.call('createCommitStatus', { id, sha, ref: 'master', ...parameters })
    const list = async (parameters: Readonly<Record<string, string | boolean>> = {}) => {
      const answer = await jane.call('listCommitStatuses', {
        id,
        sha,
        per_page: 100,
        ...parameters,
      })
      return { answer, rows: answer.body?.map(({ name, status }) => [name, status]) }
    }

    await t.chapter('posting', async () => {
      const sent = {
        state: 'pending' as const,
        ref: 'master',
        name: 'lint',
        target_url: 'https://lint.example.com/1',
        description: 'waiting',
      }
      const made = await post(sent)
      const { body } = made
      const received = {
        state: body?.status,
        ref: body?.ref,
        name: body?.name,
        target_url: body?.target_url,
        description: body?.description,
      }
      for (const [name, value] of Object.entries(received)) {
        t.expect(made, `read-back:${name}`, `The ${name} that was sent is answered.`).equal(
          value,
          Reflect.get(sent, name),
        )
      }
      t.expect(made, 'schema:values', 'A status gives the commit and who posted it.').equal(
        [body?.sha, body?.author?.username],
        [sha, jane.username],
      )
      const { body: listed } = await jane.call('listCommitStatuses', { id, sha, per_page: 100 })
      const found = listed?.find(({ name }) => name === 'lint')
      t.expect(made, 'read-back:state', 'What was posted is in the list.').equal(
        [found?.status, found?.ref, found?.target_url, found?.description],
        [sent.state, sent.ref, sent.target_url, sent.description],
      )
    })

    await t.chapter('updating', async () => {
      for (const state of ['running', 'success'] as const) {
        const made = await post({ state, name: 'lint' })
        t.expect(
          made,
          `transition:${state}`,
          'Posting a status again updates that of the name.',
        ).equal((await list({ name: 'lint' })).rows, [['lint', state]])
        const { rows } = await list()
        if (rows?.length !== 1) continue
        // It may be worked out in the background.
        const commit = await t.eventually(
          () => jane.call('getCommit', { id, sha }),
          ({ body }) => body?.status === state,
        )
        const rule = 'A commit of one status has that status.'
        t.expect(commit, 'content', rule).equal(commit.body?.status, state)
      }
    })

    await t.chapter('the name', async () => {
      const unnamed = await post({ state: 'success' })
      t.expect(unnamed, 'default:name', 'Without name or context the name is default.').equal(
        unnamed.body?.name,
        'default',
      )
      const context = await post({ state: 'failed', context: 'deploy' })
      t.expect(context, 'read-back:context', 'context is the same as name.').equal(
        [context.body?.name, context.body?.status],
        ['deploy', 'failed'],
      )
      const canceled = await post({ state: 'canceled', name: 'old' })
      t.expect(canceled, 'transition:canceled', 'canceled is a state.').equal(
        canceled.body?.status,
        'canceled',
      )
    })

    await t.chapter('filtering', async () => {
      const byName = await list({ name: 'deploy' })
      t.expect(byName.answer, 'parameter:name', 'name keeps the statuses of that name.').equal(
        byName.rows,
        [['deploy', 'failed']],
      )
      // One of these names begins with it, the other is it in capitals.
      for (const name of ['deploy:all', 'DEPLOY']) await post({ state: 'success', name })
      const beside = await list({ name: 'deploy' })
      const whole = 'A status is that of its very name, and of no other that is like it.'
      t.expect(beside.answer, 'parameter:name', whole).equal(beside.rows, [['deploy', 'failed']])
      const ofRef = 'ref keeps the statuses of that ref.'
      const byRef = await list({ ref: 'no-such-branch' })
      t.expect(byRef.answer, 'parameter:ref', ofRef).equal(byRef.rows, [])
      const onMaster = await list({ ref: 'master', name: 'lint' })
      t.expect(onMaster.answer, 'parameter:ref', ofRef).equal(onMaster.rows, [['lint', 'success']])
      const byStage = await list({ stage: 'no-such-stage' })
      t.expect(byStage.answer, 'parameter:stage', 'stage keeps the statuses of that stage.').equal(
        byStage.rows,
        [],
      )
    })

    await t.chapter('the latest, and all', async () => {
      // A server may refuse a transition from success.
      await jane.attempt('createCommitStatus', {
        id,
        sha,
        state: 'failed',
        ref: 'master',
        name: 'lint',
      })
      const latest = await list({ name: 'lint' })
      t.expect(
        latest.answer,
        'parameter:all',
        'Without all the latest status of a name is listed.',
      ).equal(latest.rows?.length, 1)
      const all = await list({ name: 'lint', all: true })
      t.expect(
        all.answer,
        'parameter:all',
        'With all every status is listed, the latest among them.',
      ).includes(all.rows, latest.rows ?? [])
    })
  },
)
