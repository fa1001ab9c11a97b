import { readFileSync } from 'node:fs'

/** Seconds of processor time from a seed, a file of JSON, to a forge that answers. */
const [, , built = '', file = ''] = process.argv
const { createForge }: typeof import('../../../src/index.ts') = await import(`${built}/index.js`)

const seed = JSON.parse(readFileSync(file, 'utf8'))
const before = process.cpuUsage()
const forge = await createForge({ seed })
const headers = { 'private-token': 'root-token' }
const response = await forge.fetch('http://forge.test/api/v3/projects/all', { headers })
const { user, system } = process.cpuUsage(before)
if (response.status !== 200) throw new Error(`The list of projects is a ${response.status}.`)
process.stdout.write(`${JSON.stringify({ seconds: (user + system) / 1e6 })}\n`)
