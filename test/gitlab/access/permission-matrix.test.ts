import { beforeAll, describe, expect, it } from 'vitest'
import { operations } from '../../../src/contract/generated/v3/operations.ts'
import type { OperationContract } from '../../../src/contract/operation-contract.ts'
import type { Forge } from '../../../src/forge/forge.ts'
import { createTestForge } from '../../harness.ts'
import { extensionRows } from './extensions.ts'
import { permissionRequest } from './permission-request.ts'
import {
  type CallerName,
  callers,
  operationsOf,
  type Rule,
  rules,
  visibilities,
} from './permission-rules.ts'
import { permissionWorld, type Visibility } from './permission-world.ts'

/**
 * Every operation as each kind of caller, in a private, an internal and a public project. What each
 * is answered follows from one rule an operation, with its reason: those of groups and projects stand in the contract.
 */
const names = Object.keys(callers) as CallerName[]
const ruleNames = Object.keys(rules)

/** Of an operation whose path names nothing, its access says all: it needs no place in a list. */
function ruleOf({ id, access, path, isExtension }: OperationContract<'v3'>): Rule {
  const row = extensionRows.get(id)
  if (isExtension && row) return { ...ruleNamed(row.who), ...row }
  const name = ruleNames.find((each) => operationsOf[each]?.includes(id))
  if (name) return ruleNamed(name)
  if (path.includes('{') || access === 'public') {
    const place = isExtension ? 'a file of test/gitlab/access/extensions/' : 'x-permission a row'
    throw new Error(`Give ${id} in ${place}.`)
  }
  return ruleNamed(access === 'admin' ? 'administrator' : 'signed in')
}

function ruleNamed(name: string): Rule {
  const rule = rules[name]
  if (!rule) throw new Error(`There is no rule ${name}.`)
  return rule
}

/** What is answered to those who may. */
function statusOf({ id, status }: OperationContract): number {
  return extensionRows.get(id)?.answered ?? status
}

/** The status that a caller is answered. */
function expected(
  operation: OperationContract<'v3'>,
  name: CallerName,
  visibility: Visibility,
): number {
  const { holds } = callers[name]
  const rule = ruleOf(operation)
  if (name === 'anonymous') {
    if (operation.access !== 'public') return 401
    return mayWithout(rule, visibility, 'nobody') ? statusOf(operation) : 404
  }
  if (holds === 'nothing') return 401
  if (holds === 'reading users' && !readsUsers(operation)) return 401
  return outcome(operation, rule, name, visibility)
}

/** What the scope read_user is for: the GET operations under /user and /users. */
function readsUsers({ method, path }: OperationContract): boolean {
  return method === 'GET' && (/^\/user\//.test(`${path}/`) || /^\/users\//.test(`${path}/`))
}

function outcome(
  operation: OperationContract,
  rule: Rule,
  name: CallerName,
  visibility: Visibility,
): number {
  const status = statusOf(operation)
  if (name === 'administrator' && rule.refusal !== 404) return status
  const { level } = callers[name]
  const kind = name === 'external' ? 'external' : 'signed in'
  if (rule.of === 'the instance') {
    const may = rule.beyond === 'signed in' || level >= rule.from
    const isRefused = !may || (rule.refusesExternal === true && name === 'external')
    return isRefused ? (rule.refusal ?? 403) : status
  }
  if (level === 0 && !isOpen(visibility, kind)) return rule.hidden ?? 404
  if (rule.refusesExternal === true && name === 'external') return rule.refusal ?? 403
  const isGuestOfPrivate = visibility === 'private' && level < 20
  if (rule.isOfMergeRequests && isGuestOfPrivate && name !== 'administrator') {
    return rule.hidden ?? 403
  }
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

describe('the permission matrix', () => {
  it('has a rule for each operation, and lists none twice or that is not there', () => {
    const listed: string[] = ruleNames.flatMap((name) => operationsOf[name] ?? [])
    listed.push(...extensionRows.keys())
    expect(listed).toEqual([...new Set(listed)])
    const ids: string[] = operations.map(({ id }) => id)
    expect(listed.filter((id) => !ids.includes(id))).toEqual([])
    for (const operation of operations) expect(ruleOf(operation).reason).not.toBe('')
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

    const asked = operations.filter((one) => callersIn(ruleOf(one), visibility).length > 0)
    it.each(asked.map((operation) => [operation.id, operation] as const))(
      '%s is for those whom its rule lets in',
      async (_id, operation) => {
        const rule = ruleOf(operation)
        const statuses: Record<string, number> = {}
        const wanted: Record<string, number> = {}
        for (const name of callersIn(rule, visibility)) {
          const { status } = await forge.fetch(permissionRequest(operation, callers[name].token))
          if (operation.method !== 'GET') forge.reset()
          statuses[name] = status
          wanted[name] = expected(operation, name, visibility)
        }
        expect(statuses, rule.reason).toEqual(wanted)
      },
    )
  })
})
