import { expect, it } from 'vitest'
import { createTestForge } from '../harness.ts'

/** The objects in a value, itself included; bytes left out, which JavaScript cannot freeze. */
function objectsIn(value: unknown): object[] {
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return []
  return [value, ...Object.values(value).flatMap(objectsIn)]
}

it('keeps every record frozen to the bottom', async () => {
  const forge = await createTestForge({ seed: 'demo' })
  const records = Object.values(forge.snapshot()).flatMap((collection) => collection.records)
  const parts = records.flatMap(objectsIn)
  expect(parts.length).toBeGreaterThan(records.length)
  expect(parts.filter((part) => !Object.isFrozen(part))).toEqual([])
})

it('lets nobody change what is in a record, however it came there', async () => {
  const forge = await createTestForge({ seed: 'demo' })
  const project = forge.db.projects.get(1)
  if (!project) throw new Error('There is a project 1.')
  expect(() => project.tag_list.push('x')).toThrow(TypeError)
  const changed = forge.db.projects.replace(project, { tag_list: ['a'] })
  expect(() => changed.tag_list.push('x')).toThrow(TypeError)
  await forge.db.projects.update((query) => query.where({ id: 1 }), {
    data(draft) {
      draft.tag_list.push('b')
    },
  })
  expect(forge.db.projects.get(1)?.tag_list).toEqual(['a', 'b'])
  expect(() => forge.db.projects.get(1)?.tag_list.push('x')).toThrow(TypeError)
  const made = forge.db.repositories.all()[0]?.refs as Map<string, string>
  for (const change of [
    () => made.set('refs/heads/x', ''),
    () => made.delete('refs/heads/master'),
    () => made.clear(),
  ])
    expect(change).toThrow('records do not change')
})

it('lets a suite change the refs of a repository by an update', async () => {
  const forge = await createTestForge({ seed: 'demo' })
  const repository = forge.db.repositories.all()[0]
  const tip = repository?.refs.get('refs/heads/master')
  if (!repository || tip === undefined) throw new Error('The demo has a branch master.')
  await forge.db.repositories.update((query) => query.where({ id: repository.id }), {
    data(draft) {
      draft.refs = new Map([...draft.refs, ['refs/heads/second', tip]])
    },
  })
  expect(forge.db.repositories.get(repository.id)?.refs.get('refs/heads/second')).toBe(tip)
})

it('gives arrays whose change harms nobody', async () => {
  const forge = await createTestForge({ seed: 'demo' })
  const { issues } = forge.db
  const all = issues.all()
  const ofProject = issues.by('project_id', 1)
  const [before, beforeOfProject] = [all.slice(), ofProject.slice()]
  expect(beforeOfProject.length).toBeGreaterThan(1)
  all.reverse().pop()
  ;(ofProject as unknown[]).reverse().pop()
  expect(issues.all()).toEqual(before)
  expect(issues.by('project_id', 1)).toEqual(beforeOfProject)
  for (const issue of before) expect(issues.get(issue.id)).toBe(issue)
})
