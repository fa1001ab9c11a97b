import { expect, it } from 'vitest'
import { consequences } from '../../../src/gitlab/domain/consequences.ts'
import type { Context } from '../../../src/gitlab/domain/context.ts'
import { push } from '../../../src/gitlab/domain/repositories/push.ts'
import { repositoryOf } from '../../../src/gitlab/domain/repositories/repositories.ts'
import { loadSeed } from '../../../src/seed/load.ts'
import { repositoryWorld } from '../operations/v3/repository-world.ts'
import { testContext } from './test-context.ts'

function createBranch(context: Context) {
  const { store } = context
  const project = store.projects.get(1)
  const head = project && repositoryOf(store, project).refs.get('refs/heads/master')
  if (!project || !head) throw new Error('The world has no project with a branch master.')
  push(context, project, 'refs/heads/new', head)
  return repositoryOf(store, project).refs.get('refs/heads/new') === head
}

it('says what follows a push: the event and the hooks among it', () => {
  const fired: unknown[] = []
  const context = testContext(loadSeed(repositoryWorld, 'a test'), 'dev')
  context.store.hooks.insert({ url: 'http://127.0.0.1:9/', push_events: true })
  const before = context.store.events.all().length
  expect(createBranch({ ...context, fire: (message) => fired.push(message) })).toBe(true)
  expect(context.store.events.all().slice(before)).toMatchObject([{ action_name: 'pushed new' }])
  expect(fired).toMatchObject([{ trigger: 'push' }])
})

it('is what the context says: without it a push moves the ref and does nothing else', () => {
  const context = testContext(loadSeed(repositoryWorld, 'a test'), 'dev')
  const before = context.store.events.all().length
  const quiet = { ...context, consequences: { ...consequences, pushed: [] } }
  expect(createBranch(quiet)).toBe(true)
  expect(context.store.events.all()).toHaveLength(before)
})
