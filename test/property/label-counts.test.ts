import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { Seed } from '../../src/seed/schema.ts'
import { createTestForge } from '../harness.ts'

/** Whatever becomes of labels and issues, the counts of a list of labels are the totals of the lists that they filter. */
const titles = ['a', 'b', 'all', 'ours', 'c'] as const
const seed: Seed = {
  users: [{ username: 'jane' }, { username: 'eve' }],
  groups: [
    {
      path: 'acme',
      visibility: 'public',
      labels: ['all', 'ours'],
      members: { jane: 'owner' },
    },
  ],
  projects: [1, 2].map((n) => ({
    path: `acme/p${n}`,
    visibility: 'public',
    labels: ['a', 'b'],
    issues: [0, 1, 2, 3].map((at) => ({
      title: `Issue ${at}`,
      author: 'jane',
      confidential: at === 3,
    })),
  })),
}

const title = fc.constantFrom(...titles)
const project = fc.constantFrom(1, 2)
const iid = fc.integer({ min: 1, max: 4 })
const step = fc.oneof(
  fc.tuple(fc.constant('label' as const), project, iid, fc.uniqueArray(title, { maxLength: 3 })),
  fc.tuple(fc.constant('state' as const), project, iid, fc.constantFrom('close', 'reopen')),
  fc.tuple(fc.constant('rename' as const), project, title, title),
  fc.tuple(fc.constant('remove' as const), project, title, title),
  fc.tuple(fc.constant('promote' as const), project, title, title),
  fc.tuple(fc.constant('delete' as const), project, iid, title),
)

it('counts of labels are the totals of the lists that they filter', async () => {
  const forge = await createTestForge({ seed })
  const ask = async (who: string, method: string, path: string, body?: object) => {
    const headers = { 'private-token': `${who}-token`, 'content-type': 'application/json' }
    const response = await forge.fetch(
      new Request(`http://forge.test/api/v4${path}`, {
        method,
        headers,
        ...(body && { body: JSON.stringify(body) }),
      }),
    )
    return response
  }
  const take = ([kind, at, one, other]: typeof step extends fc.Arbitrary<infer T> ? T : never) => {
    const issue = `/projects/${at}/issues/${one}`
    const label = `/projects/${at}/labels/${one}`
    switch (kind) {
      case 'label':
        return ask('jane', 'PUT', issue, { labels: other })
      case 'state':
        return ask('jane', 'PUT', issue, { state_event: other })
      case 'rename':
        return ask('jane', 'PUT', label, { new_name: other })
      case 'remove':
        return ask('jane', 'DELETE', label)
      case 'promote':
        return ask('jane', 'PUT', `${label}/promote`)
      case 'delete':
        return ask('jane', 'DELETE', issue)
    }
  }
  const property = fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
    forge.reset()
    for (const one of steps) expect((await take(one)).status).toBeLessThan(500)
    for (const who of ['jane', 'eve']) {
      for (const at of [1, 2]) {
        const path = `/projects/${at}/labels?with_counts=true&include_ancestor_groups=false`
        const found: Label[] = await (await ask(who, 'GET', path)).json()
        for (const { name, open_issues_count, closed_issues_count } of found) {
          const total = async (state: string) => {
            const list = `/projects/${at}/issues?labels=${name}&state=${state}`
            return Number((await ask(who, 'GET', list)).headers.get('x-total'))
          }
          expect([open_issues_count, closed_issues_count]).toEqual([
            await total('opened'),
            await total('closed'),
          ])
        }
      }
    }
  })
  await fc.assert(property, { numRuns: 40 })
})

interface Label {
  readonly name: string
  readonly open_issues_count: number
  readonly closed_issues_count: number
}
