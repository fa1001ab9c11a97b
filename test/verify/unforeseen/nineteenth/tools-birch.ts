import { createServer } from 'node:http'
import { type Ask, at } from '../server.ts'
import { actingAs, fieldOf, freshName, idOf, type NewUser, newUser } from '../shared-tools.ts'

/** A user whom no other set makes, and calls that he makes. */
export async function newCaller(ask: Ask): Promise<NewUser & { readonly asks: Ask }> {
  const username = freshName('birch')
  const user = await newUser(ask, { username, name: username, email: `${username}@birch.example` })
  return { ...user, username, asks: actingAs(ask, user.id) }
}

/** A group with the path that was asked for or a new one; answers with both of its names. */
export async function newPathGroup(ask: Ask): Promise<{ readonly id: number; path: string }> {
  const path = freshName('birch-group')
  return { id: idOf((await ask('POST', '/groups', { body: { name: path, path } })).json), path }
}

export const addMember = (
  ask: Ask,
  of: string,
  user_id: number,
  access_level: number,
  given: Readonly<Record<string, unknown>> = {},
) => ask('POST', `${of}/members`, { body: { user_id, access_level, ...given } })

/** Whether a list has a record of this id. */
export const has = (json: unknown, id: number) => fieldOf(json, 'id').includes(id)

export const levelIn = (json: unknown) => Number(at(json, 'access_level'))

/** What is sent to an address of a receiver while something is done that may send it. */
export async function receivedWhile(
  act: (url: string) => Promise<void>,
  milliseconds = 500,
): Promise<readonly unknown[]> {
  const received: unknown[] = []
  const server = createServer((request, response) => {
    let text = ''
    request.on('data', (part) => {
      text += String(part)
    })
    request.on('end', () => {
      received.push(JSON.parse(text))
      response.end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  await act(`http://127.0.0.1:${port}/birch`)
  // A delivery is apart from the call that causes it.
  const end = Date.now() + milliseconds
  while (received.length === 0 && Date.now() < end) {
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  await new Promise((resolve) => server.close(resolve))
  return received
}
