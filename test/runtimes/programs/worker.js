// The library in a Worker, bundled; test/worker has the worlds that Durable Objects keep.
import { createForge } from 'forgery'
import { application } from 'forgery/application'
import { seed, useLibrary } from './library.js'

let mounted

/** Workers refuse to make code of a text, as the checks of answers do. */
const outcomeOfChecks = () =>
  createForge({ seed, validateResponses: true }).then(
    () => 'made',
    (error) => error.name,
  )

export default {
  async fetch(request) {
    const { pathname } = new URL(request.url)
    if (pathname === '/library') return Response.json(await useLibrary())
    if (pathname === '/checked') return Response.json(await outcomeOfChecks())
    mounted ??= application(await createForge({ seed }), { basePath: '/forge' })
    return mounted.fetch(request)
  },
}
