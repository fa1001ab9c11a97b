import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { environment } from '../git/git-program.ts'

export interface HttpBackend {
  readonly url: string
  close(): Promise<void>
}

/** Serves the repositories of a folder with `git http-backend`, git's own server, as its manual says a web server does (CGI, RFC 3875). */
export async function serveFolder(folder: string): Promise<HttpBackend> {
  const server = createServer(async (request, response) => {
    const { pathname, search } = new URL(request.url ?? '/', 'http://localhost')
    const { headers } = request
    const backend = spawn('git', ['http-backend'], {
      cwd: folder,
      env: {
        ...environment(folder),
        GIT_PROJECT_ROOT: folder,
        GIT_HTTP_EXPORT_ALL: '1',
        REMOTE_USER: 'somebody',
        REMOTE_ADDR: '127.0.0.1',
        REQUEST_METHOD: request.method,
        PATH_INFO: pathname,
        QUERY_STRING: search.slice(1),
        CONTENT_TYPE: headers['content-type'] ?? '',
        CONTENT_LENGTH: headers['content-length'] ?? '',
        HTTP_CONTENT_ENCODING: headers['content-encoding'] ?? '',
        GIT_PROTOCOL: String(headers['git-protocol'] ?? ''),
      },
    })
    backend.stdin.on('error', () => {})
    request.pipe(backend.stdin)
    let head = Buffer.alloc(0)
    for await (const chunk of backend.stdout) {
      if (response.headersSent) {
        if (!response.write(chunk)) await once(response, 'drain')
        continue
      }
      head = Buffer.concat([head, chunk])
      const end = head.indexOf('\r\n\r\n')
      if (end < 0) continue
      let status = 200
      for (const line of head.subarray(0, end).toString().split('\r\n')) {
        const [name = '', value = ''] = line.split(/: (.*)/s)
        if (name === 'Status') status = Number.parseInt(value, 10)
        else response.setHeader(name, value)
      }
      response.writeHead(status)
      response.write(head.subarray(end + 4))
    }
    response.end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
