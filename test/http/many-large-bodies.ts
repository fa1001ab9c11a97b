import { createForge } from '../../src/forge/create-forge.ts'

/**
 * Sends bodies of 10 MiB, as many as the first argument says, to a forge in this process, which
 * `memory.test.ts` starts with a small heap, and prints what was answered and how much its journal
 * reports them, as JSON.
 */
const bytes = 10 * 2 ** 20
const encode = (text: string) => new TextEncoder().encode(text)
const bodies = [
  ['application/json', encode(`{"name":"${'x'.repeat(bytes - 11)}"}`)],
  ['application/x-www-form-urlencoded', encode(`${'x'.repeat(bytes - 3)}=1`)],
  ['application/json', encode(`{"${'x'.repeat(bytes - 6)}":1}`)],
] as const

/** The bytes as they are: a body of an array would be copied twice on its way. */
function requestOf(type: string, bytes: Uint8Array): Request {
  const body = new ReadableStream({
    start(controller) {
      controller.enqueue(bytes)
      controller.close()
    },
  })
  const init = { method: 'POST', headers: { 'content-type': type }, body, duplex: 'half' }
  return new Request('http://forge.test/api/v3/users', init as RequestInit)
}

const forge = await createForge()
const statuses = new Set<number>()
for (let count = 0; count < Number(process.argv[2]); count++) {
  const [type, body] = bodies[count % bodies.length] ?? bodies[0]
  statuses.add((await forge.fetch(requestOf(type, body))).status)
}
const { length: journalCharacters } = JSON.stringify(forge.requests)
const report = { statuses: [...statuses], requests: forge.requests.length, journalCharacters }
process.stdout.write(`${JSON.stringify(report)}\n`)
