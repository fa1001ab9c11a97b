import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import type { OperationId } from '../../../src/contract/operation-contract.ts'
import { createForge } from '../../../src/forge/create-forge.ts'
import { verify } from '../../../src/verify/index.ts'
import { issueLists, issues } from '../mutants/issues.ts'
import { createFaultyServer } from '../mutants/mutant.ts'
import { projects } from '../mutants/projects.ts'
import { listenTo } from '../variants/listen.ts'
import { worldOf } from '../world-of.ts'

const run = promisify(execFile)
const fetch = () => Promise.reject(new TypeError('There is no network behind this server.'))

/** Runs the script of the first failure of an aspect on a server with a fault; what it prints, and how it led there. */
async function reproduce(name: string, operation: OperationId, aspect: string) {
  const mutant = [...issueLists, ...issues, ...projects].find((one) => one.name === name)
  if (!mutant) throw new Error(`there is no mutant "${name}"`)
  const forge = await createForge({ seed: 'demo', log: () => {}, fetch })
  const server = await listenTo(createFaultyServer(mutant, forge).handle, {})
  const before = worldOf(forge)
  const options = { url: server.url, token: 'root-token', patience: 1 }
  const { failures, leftBehind } = await verify({ ...options, only: [operation] }).summary
  expect(leftBehind).toEqual([])
  const found = failures
    .flatMap(({ result, others }) => [result, ...others])
    .find((one) => one.operation === operation && one.aspect === aspect)
  const folder = mkdtempSync(join(tmpdir(), 'forgery-reproduction-'))
  const file = join(folder, 'failure.sh')
  writeFileSync(file, found?.script ?? 'echo there is no script; exit 1')
  const env = { PATH: process.env.PATH, FORGERY_TOKEN: 'root-token' }
  const { stdout, stderr } = await run('bash', [file, `${server.url}/api/v3`], { env })
  rmSync(folder, { recursive: true })
  await server.close()
  expect(stderr).toBe('')
  // Every call was answered, and its answer was read.
  expect(stdout).not.toMatch(/^(?:GET|POST|PUT|DELETE) .*: $/m)
  // Whatever the script made it has removed.
  expect(worldOf(forge)).toEqual(before)
  return { stdout, found }
}

it('says who called, what came before and where the contract has it, with a script that shows it again', async () => {
  const name = 'createIssue ignores due_date'
  const { stdout, found } = await reproduce(name, 'createIssue', 'read-back:due_date')
  expect(found?.exchanges?.at(-1)?.caller).toMatch(/^forgery-\w{8}-user-\d+ \(owner of group \d+/)
  expect(found?.place).toMatch(/^schemas\/v3\/paths\/issues\.yaml:\d+$/)
  expect(found?.severity).toBe('data')
  expect(found?.before?.at(-1)).toMatch(/^createCommit id=\d+ .*\(the administrator\): 201$/)
  expect(stdout).toContain('"due_date":null')
})

it.each([
  [
    'createIssue takes confidential to be true where it is left out',
    'createIssue',
    'default:confidential',
    /"confidential":true/,
  ],
  [
    'listIssuesOfProject ignores the filter state',
    'listIssuesOfProject',
    'parameter:state',
    /"state":"closed"/,
  ],
  [
    'getIssue is not hidden from those who are no members of a private project',
    'getIssue',
    'private-project',
    /^GET \/projects\/\d+\/issues\/\d+: 200$/m,
  ],
] as const)('shows by curl alone that %s', async (name, operation, aspect, shown) => {
  const { stdout } = await reproduce(name, operation, aspect)
  expect(stdout).toMatch(shown)
})

it('leaves what a failure stands on where it is asked to, says so, and keeps nothing else', async () => {
  const mutant = issues.find(({ name }) => name === 'createIssue ignores due_date')
  if (!mutant) throw new Error('there is no such mutant')
  const forge = await createForge({ seed: 'demo', log: () => {}, fetch })
  const groupsOf = () => forge.db.namespaces.all().filter(({ kind }) => kind === 'group').length
  const groups = groupsOf()
  const { leftBehind } = await verify({
    url: 'http://forge.test',
    token: 'root-token',
    only: ['createIssue'],
    keepFailed: true,
    patience: 1,
    fetch: createFaultyServer(mutant, forge).handle,
  }).summary
  expect(new Set(leftBehind.map(({ reason }) => reason))).toEqual(
    new Set(['kept for a failure, as it was asked for']),
  )
  const kept = leftBehind.filter(({ kind }) => kind === 'group')
  expect(kept.length).toBeGreaterThan(0)
  expect(groupsOf()).toBe(groups + kept.length)
})
