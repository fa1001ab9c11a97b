import { at, type LegitimateServer } from '../server.ts'
import {
  changed,
  eachChanged,
  jsonAnswer,
  newProject,
  newRepository,
  newSnippet,
  serving,
  withBody,
  withFields,
} from '../shared-tools.ts'

export const legitimateIndiaServers: readonly LegitimateServer[] = [
  {
    name: 'A second release of a tag is refused with advice to change the first',
    allowedBy: 'Document 3, POST .../release: 409, and no text of it is stated',
    start: serving(() => ({
      async createRelease({ send }) {
        const response = await send()
        return response.status === 409
          ? changed(response, (json) =>
              withFields(json, { message: 'This tag is released: change its release instead' }),
            )
          : response
      },
    })),
    async isShown(ask) {
      const path = `/projects/${await newRepository(ask)}/repository/tags`
      await ask('POST', path, { body: { tag_name: 'v1', ref: 'master' } })
      const release = { body: { description: 'First' } }
      await ask('POST', `${path}/v1/release`, release)
      const { json } = await ask('POST', `${path}/v1/release`, release)
      return String(at(json, 'message')).startsWith('This tag is released')
    },
  },
  {
    name: 'The raw text of a snippet is for download, in a file named after its number',
    allowedBy: 'Document 2, GET .../raw: plain text, and no other header is stated',
    start: serving(() => ({
      async getRawSnippet({ path, send }) {
        const response = await send()
        if (!response.ok) return response
        return withBody(response, await response.clone().arrayBuffer(), {
          'content-disposition': `attachment; filename="snippet-${path.snippet_id}.txt"`,
        })
      },
    })),
    async isShown(ask) {
      const project = await newProject(ask, { snippets_enabled: true })
      const path = `/projects/${project}/snippets/${await newSnippet(ask, project)}/raw`
      const disposition = (await ask('GET', path)).headers.get('content-disposition') ?? ''
      return disposition.includes('snippet-')
    },
  },
  {
    name: 'Branches say by which rule they are protected',
    allowedBy: 'Nothing says that a branch has no other fields',
    start: serving(() => {
      const more = (response: Response) =>
        response.ok
          ? eachChanged(response, (one) => ({
              ...one,
              protection_rule: one.protected === true ? { pattern: one.name } : null,
            }))
          : Promise.resolve(response)
      return {
        listBranches: async ({ send }) => more(await send()),
        getBranch: async ({ send }) => more(await send()),
        protectBranch: async ({ send }) => more(await send()),
        unprotectBranch: async ({ send }) => more(await send()),
      }
    }),
    async isShown(ask) {
      const path = `/projects/${await newRepository(ask)}/repository/branches/master`
      return at((await ask('PUT', `${path}/protect`)).json, 'protection_rule.pattern') === 'master'
    },
  },
  {
    name: 'An e-mail that is gone is deleted once more with an answer that says so',
    allowedBy: 'Document 1, DELETE /user/emails/:email_id: 200 even if already absent, no body',
    start: serving(() => ({
      async deleteOwnEmail({ ask, path, send }) {
        const wasThere = (await ask('GET', `/user/emails/${path.email_id}`)).status === 200
        const response = await send()
        return response.ok && !wasThere
          ? jsonAnswer(response.status, { message: 'It had been deleted before' })
          : response
      },
    })),
    async isShown(ask) {
      const { status, json } = await ask('DELETE', '/user/emails/99999999')
      return status === 200 && at(json, 'message') === 'It had been deleted before'
    },
  },
]
