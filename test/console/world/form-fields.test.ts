import { describe, expect, it } from 'vitest'
import { columnNames } from '../../../src/console/world/columns.ts'
import { fieldsOf, textOfValue, valueOfText } from '../../../src/console/world/form-fields.ts'

const fields = fieldsOf(
  {
    id: { type: 'integer', readOnly: true },
    title: { type: 'string' },
    description: { anyOf: [{ type: 'string' }, { type: 'null' }] },
    state: { type: 'string', enum: ['opened', 'closed'] },
    confidential: { type: 'boolean' },
    weight: { anyOf: [{ type: 'number' }, { type: 'null' }] },
    labels: { type: 'array', items: { type: 'string' } },
    statistics: { type: 'object' },
    milestone_id: { anyOf: [{ type: 'integer' }, { type: 'null' }], 'x-reference': 'milestones' },
    level: { anyOf: [{ const: 0 }, { const: 10 }] },
  },
  ['title'],
)
const fieldOf = (name: string) => {
  const field = fields.find((one) => one.name === name)
  if (!field) throw new Error(`There is no field ${name}.`)
  return field
}

describe('the fields of a form', () => {
  it('are those of the schema that can be filled in, each as its type wants', () => {
    expect(fields.map(({ name, kind }) => `${name} ${kind}`)).toEqual([
      'title text',
      'description lines',
      'state choice',
      'confidential yes-no',
      'weight number',
      'labels list',
      'statistics json',
      'milestone_id number',
      'level choice',
    ])
    expect(fieldOf('title')).toMatchObject({ isRequired: true, isNullable: false })
    expect(fieldOf('description').isNullable).toBe(true)
    expect(fieldOf('state').choices).toEqual(['opened', 'closed'])
    expect(fieldOf('milestone_id').collection).toBe('milestones')
  })

  it.each([
    ['title', 'It leaks', 'It leaks'],
    ['title', '', ''],
    ['description', 'one\ntwo', 'one\ntwo'],
    ['description', null, ''],
    ['state', 'closed', 'closed'],
    ['confidential', true, 'true'],
    ['weight', 2.5, '2.5'],
    ['weight', null, ''],
    ['labels', ['a', 'b c'], 'a\nb c'],
    ['labels', [], ''],
    ['statistics', { commit_count: 3 }, '{\n  "commit_count": 3\n}'],
    ['level', 10, '10'],
  ])('have a value as text, and the text as that value: %s %j', (name, value, text) => {
    expect(textOfValue(fieldOf(name), value)).toBe(text)
    expect(valueOfText(fieldOf(name), text)).toEqual(value)
  })

  it('leave to the model what is no number, and refuse what is no JSON', () => {
    expect(valueOfText(fieldOf('weight'), 'many')).toBeNaN()
    expect(() => valueOfText(fieldOf('statistics'), '{')).toThrow(SyntaxError)
  })
})

it('has the columns that a person knows a record by first, and eight at most', () => {
  const properties = Object.fromEntries(
    ['created_at', 'wiki', 'title', 'state', 'id', 'updated_at', 'lfs'].map((name) => [name, {}]),
  )
  expect(columnNames({ ...properties, author_id: { 'x-reference': 'users' } })).toEqual([
    'id',
    'title',
    'state',
    'author_id',
    'wiki',
    'lfs',
    'updated_at',
  ])
  const many = Object.fromEntries(Array.from({ length: 30 }, (_, place) => [`f${place}`, {}]))
  expect(columnNames(many).length).toBeLessThanOrEqual(8)
})
