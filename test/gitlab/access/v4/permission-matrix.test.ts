import { beforeAll, describe, expect, it } from 'vitest'
import type { OperationContract } from '../../../../src/contract/operation-contract.ts'
import type { Forge } from '../../../../src/forge/forge.ts'
import { createTestForge } from '../../../harness.ts'
import { type CallerName, callers, visibilities } from '../permission-rules.ts'
import { permissionWorld, type Visibility } from '../permission-world.ts'
import type { Rule } from './row.ts'
import { rowOf, ruleOf, strayRows, v4Operations, v4Request } from './table.ts'

/**
 * Every operation of v4 as each kind of caller, in a private, an internal and a public project. What each is answered
 * follows from the rule of its row (rows/), with its reason.
 */
const names = Object.keys(callers) as CallerName[]

/** The status that a caller is answered. */
function expected(
  operation: OperationContract<'v4'>,
  name: CallerName,
  visibility: Visibility,
): number {
  const rule = ruleOf(operation)
  const status = rowOf(operation).answered ?? operation.status
  if (name === 'anonymous') {
    if (operation.access !== 'public') return 401
    return mayWithout(rule, visibility, 'nobody') ? status : (rule.anonymous ?? 404)
  }
  if (name === 'a revoked token') return 401
  if (name === 'blocked') return 403
  if (name === 'a token with the scope read_user' && !rowOf(operation).readsUsers) return 403
  return outcome(status, rule, name, visibility)
}

function outcome(status: number, rule: Rule, name: CallerName, visibility: Visibility): number {
  const { level } = callers[name]
  const isAdministrator = name === 'administrator'
  if (isAdministrator && (rule.refusal !== 404 || rule.administrators === 'may')) return status
  const isRefused = name === 'external' && rule.refusesExternal === true
  if (rule.of === 'the instance') {
    const may = !isRefused && (rule.beyond !== 'nobody' || level >= rule.from)
    return may ? status : (rule.refusal ?? 403)
  }
  const kind = name === 'external' ? 'external' : 'signed in'
  if (level === 0 && !isOpen(visibility, kind)) return rule.hidden ?? 404
  if (visibility === 'private' && level < (rule.hiddenBelow ?? 0)) return rule.hidden ?? 404
  if (isRefused) return 403
  if (level >= rule.from || mayWithout(rule, visibility, kind)) return status
  return rule.refusal ?? 403
}

type Kind = 'nobody' | 'external' | 'signed in'

/** Public is open to everyone, internal to whoever is signed in and not external. */
function isOpen(visibility: Visibility, kind: Kind): boolean {
  return visibility === 'public' || (visibility === 'internal' && kind === 'signed in')
}

function mayWithout(rule: Rule, visibility: Visibility, kind: Kind): boolean {
  if (rule.beyond === 'nobody' || (rule.beyond === 'signed in' && kind === 'nobody')) return false
  return rule.of === 'the instance' || isOpen(visibility, kind)
}

/** Levels matter where a project or a group is; a public one differs for those alone who are none. */
function callersIn(rule: Rule, visibility: Visibility): readonly CallerName[] {
  if (visibility === 'private') return names
  if (rule.of === 'the instance') return []
  return visibility === 'internal' ? names : names.filter((name) => callers[name].level === 0)
}

describe('the permission matrix of v4', () => {
  it('has a row for each operation, and none for another', () => {
    for (const operation of v4Operations) expect(ruleOf(operation).reason).not.toBe('')
    expect(strayRows()).toEqual([])
  })

  describe.each(visibilities)('in a %s project', (visibility) => {
    let forge: Forge
    beforeAll(async () => {
      forge = await createTestForge({
        seed: permissionWorld(visibility),
        fetch: async () => new Response(),
        validateResponses: false,
      })
    })

    const asked = v4Operations.filter((one) => callersIn(ruleOf(one), visibility).length > 0)
    it.each(asked.map((operation) => [operation.id, operation] as const))(
      '%s is for those whom its rule lets in',
      async (_id, operation) => {
        const rule = ruleOf(operation)
        const statuses: Record<string, number> = {}
        const wanted: Record<string, number> = {}
        for (const name of callersIn(rule, visibility)) {
          const { status } = await forge.fetch(v4Request(operation, callers[name].token))
          if (operation.method !== 'GET') forge.reset()
          statuses[name] = status
          wanted[name] = expected(operation, name, visibility)
        }
        expect(statuses, rule.reason).toEqual(wanted)
      },
    )
  })
})
