import { beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { Forge } from '../../src/forge/forge.ts'
import { references } from '../../src/store/models/references.ts'
import { createStore } from '../../src/store/store.ts'
import { growthExponent, MAX_EXPONENT } from '../growth.ts'
import { createTestForge } from '../harness.ts'

const seed = {
  users: [{ username: 'root', admin: true }, { username: 'Jane' }, { username: 'kim' }],
  projects: [
    {
      path: 'Jane/website',
      issues: [
        { title: 'One', author: 'Jane' },
        { title: 'Two', author: 'Jane' },
      ],
    },
    { path: 'Jane/app', issues: [{ title: 'Three', author: 'Jane' }] },
  ],
}
const issue = { iid: 9, project_id: 1, title: 'New', author_id: 2 }

let forge: Forge
beforeEach(async () => {
  forge = await createTestForge({ seed })
})
const recordsOf = () => Object.entries(forge.snapshot()).map(([, { records }]) => records)
const present = <T>(value: T | undefined): T => {
  if (value === undefined) throw new Error('There is such a record.')
  return value
}

/** Throws what the write throws, and holds that nothing is written. */
async function refused(write: () => unknown): Promise<string> {
  const before = recordsOf()
  const error: unknown = await Promise.resolve()
    .then(write)
    .then(
      () => undefined,
      (reason: unknown) => reason,
    )
  expect(recordsOf()).toEqual(before)
  if (!(error instanceof Error)) throw new Error('The write was not refused.')
  return error.message
}

describe('what a suite writes', () => {
  it.each([
    ['project_id', 77, 'projects'],
    ['author_id', 78, 'users'],
    ['assignee_id', 79, 'users'],
    ['milestone_id', 80, 'milestones'],
    ['moved_to_id', 81, 'issues'],
  ])('is refused where %s names a record that is not there', async (field, id, collection) => {
    const message = `forge.db.issues: ${field} ${id} names no record, as ${collection} has none with the id ${id}`
    expect(await refused(() => forge.db.issues.insert({ ...issue, [field]: id }))).toBe(message)
    expect(await refused(() => forge.db.issues.create({ ...issue, [field]: id }))).toBe(message)
    const record = present(forge.db.issues.get(1))
    expect(await refused(() => forge.db.issues.replace(record, { [field]: id }))).toBe(message)
    const edit = { data: (draft: object) => void Object.assign(draft, { [field]: id }) }
    expect(await refused(() => forge.db.issues.update((q) => q.where({ id: 1 }), edit))).toBe(
      message,
    )
    expect(await refused(() => forge.db.issues.updateMany((q) => q.where({ id: 1 }), edit))).toBe(
      message,
    )
  })

  it('is refused where the kind says another collection than the one that has the id', async () => {
    const note = { project_id: 1, body: 'Hello', author_id: 2, noteable_id: 3 }
    forge.db.notes.insert({ ...note, noteable_type: 'Issue' })
    expect(
      await refused(() => forge.db.notes.insert({ ...note, noteable_type: 'MergeRequest' })),
    ).toBe('forge.db.notes: noteable_id 3 names no record, as mergeRequests has none with the id 3')
    const record = present(forge.db.notes.get(1))
    expect(
      await refused(() => forge.db.notes.replace(record, { noteable_type: 'Snippet' })),
    ).toContain('forge.db.notes: noteable_id 3')
  })

  it('is refused where a ref names no git object', async () => {
    const refs = new Map([['refs/heads/master', 'a'.repeat(40)]])
    expect(await refused(() => forge.db.repositories.insert({ id: 1, refs }))).toBe(
      `forge.db.repositories: refs refs/heads/master ${'a'.repeat(40)} names no git object of this forge`,
    )
    expect(await refused(() => forge.db.repositories.insert({ id: 99 }))).toContain('id 99')
  })

  it('is refused where a unique name is taken, whatever its case', async () => {
    const user = { username: 'JANE', name: 'Jane', email: 'other@x.example' }
    const message = 'forge.db.users: username "JANE" is taken by the record with the id 2'
    expect(await refused(() => forge.db.users.insert(user))).toBe(message)
    const kim = present(forge.db.users.get(3))
    expect(await refused(() => forge.db.users.replace(kim, { username: 'JANE' }))).toBe(message)
    forge.db.users.replace(kim, { username: 'KIM' })
  })

  it('is refused where fields that are unique together are taken', async () => {
    expect(await refused(() => forge.db.issues.insert({ ...issue, iid: 2 }))).toBe(
      'forge.db.issues: project_id 1, iid 2 is taken by the record with the id 2',
    )
    expect(forge.db.issues.insert({ ...issue, iid: 2, project_id: 2 }).id).toBe(4)
    expect(await refused(() => forge.db.issues.insert({ ...issue, id: 4 }))).toBe(
      'forge.db.issues: a record with the id 4 is there already',
    )
  })

  it('is refused where the model has it otherwise, by the name of the collection', async () => {
    expect(await refused(() => forge.db.users.insert({ username: 'roo2' } as never))).toBe(
      'forge.db.users: name: is missing: expected string; email: is missing: expected string',
    )
    const [user] = forge.db.users.all()
    const changes = { state: 'gone' } as never
    expect(await refused(() => forge.db.users.replace(present(user), changes))).toMatch(
      /^forge\.db\.users: state: Invalid option/,
    )
  })

  it('is all written or nothing of it', async () => {
    expect(
      await refused(() =>
        forge.db.issues.updateMany((query) => query.where({ project_id: 1 }), {
          data(draft) {
            draft.iid = 5
          },
        }),
      ),
    ).toContain('project_id 1, iid 5 is taken')
    expect(
      await refused(() =>
        forge.db.issues.createMany(3, (index) => ({ ...issue, iid: index === 2 ? 1 : 20 + index })),
      ),
    ).toContain('project_id 1, iid 1 is taken')
  })

  it('is checked against what the forge itself wrote and took out since', async () => {
    forge.db.issues.insert(issue)
    const created = await forge.fetch(
      new Request('http://forge.test/api/v3/projects/1/issues', {
        method: 'POST',
        headers: { 'private-token': 'root-token', 'content-type': 'application/json' },
        body: JSON.stringify({ title: 'By the API' }),
      }),
    )
    const { iid } = await created.json()
    expect(await refused(() => forge.db.issues.insert({ ...issue, iid }))).toContain(`iid ${iid}`)
    forge.db.issues.remove(present(forge.db.issues.all().find((each) => each.iid === iid)))
    expect(forge.db.issues.insert({ ...issue, iid }).iid).toBe(iid)
    forge.reset()
    expect(forge.db.issues.insert(issue).iid).toBe(9)
  })

  it('leaves alone what was there before: a record may outlive one that it names', () => {
    forge.db.users.remove(present(forge.db.users.get(2)))
    const record = present(forge.db.issues.get(1))
    expect(record.author_id).toBe(2)
    expect(forge.db.issues.replace(record, { title: 'Changed' }).title).toBe('Changed')
  })

  it('costs each record of a project as much, however many there are', async () => {
    const exponent = await growthExponent(250, (count) => {
      forge.reset()
      return () => {
        for (let iid = 10; iid < 10 + count; iid++) forge.db.issues.insert({ ...issue, iid })
      }
    })
    expect(exponent).toBeLessThan(MAX_EXPONENT)
  })
})

describe('the references', () => {
  /** Numbers that end in `_id` and are no reference: choices of a user's settings page. */
  const otherNumbers = ['users.theme_id', 'users.color_scheme_id']

  it('name each field that holds the id of a record', () => {
    const declared = Object.entries(references).flatMap(([name, fields]) =>
      Object.keys(fields).map((field) => `${name}.${field}`),
    )
    const held = Object.entries(createStore().tables).flatMap(([name, { model }]) => {
      const shape: Readonly<Record<string, z.core.$ZodType>> = model.shape
      return Object.entries(shape)
        .filter(([field, type]) => field.endsWith('_id') && z.safeParse(type, 1).success)
        .map(([field]) => `${name}.${field}`)
    })
    const expected = held.filter((field) => !otherNumbers.includes(field))
    expect(declared.sort()).toEqual([...expected, 'repositories.id'].sort())
  })
})
