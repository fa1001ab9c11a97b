import { createForge } from 'forgery'
import { handlers } from 'forgery/msw'
import { HttpResponse, http } from 'msw'
import { setupServer } from 'msw/node'
import { createAndList, seed } from './library.js'

const forge = await createForge({ seed })
const server = setupServer(...handlers(forge, { baseUrl: 'https://forge.example.com' }))
server.listen({ onUnhandledRequest: 'error' })
const listed = await createAndList(fetch, 'It leaks')
server.use(
  http.get('https://forge.example.com/api/v3/user', () => HttpResponse.json({ username: 'mine' })),
)
const user = await (await fetch('https://forge.example.com/api/v3/user')).json()
server.close()
process.stdout.write(JSON.stringify({ listed, user }))
// msw 2 keeps Deno alive, whether its server is closed or not.
globalThis.Deno?.exit()
