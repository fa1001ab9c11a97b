import type { Lists } from '../../fixture/lists/lists.ts'
import type { Filter } from './filter.ts'

/** Users and members. */
export function peopleFilters({ base, owner, people }: Lists): readonly Filter[] {
  const { b, c, a } = { b: people.b.id, c: people.c.id, a: people.a.id }
  const users = (parameter: string, value: unknown, keeps: unknown[], leavesOut: unknown[]) =>
    ({ operation: 'listUsers', parameter, value, field: 'id', keeps, leavesOut }) as const
  const members = (['listGroupMembers', 'listProjectMembers'] as const).flatMap((operation) => [
    {
      operation,
      parameter: 'query',
      value: people.b.username,
      field: 'id',
      keeps: [b],
      leavesOut: [a, c],
    },
    {
      operation,
      parameter: 'query',
      value: 'nobody-has-this-name',
      field: 'id',
      keeps: [],
      leavesOut: [a, b],
    },
  ])
  return [
    users('active', true, [b, a], [c]),
    users('blocked', true, [c], [b, a]),
    users('external', true, [a], [b, c]),
    users('search', base, [a, b, c], [owner.id]),
    users('search', people.c.username, [c], [a, b]),
    users('search', people.a.email, [a], [b, c]),
    users('username', people.b.username, [b], [a, c, owner.id]),
    users('username', base, [], [a, b, c]),
    ...members,
    {
      operation: 'listProjectUsers',
      parameter: 'search',
      value: people.a.username,
      field: 'id',
      keeps: [a],
      leavesOut: [b, c, owner.id],
    },
  ]
}
