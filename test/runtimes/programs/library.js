// What a suite does with the library, as a function: it also runs where there is no process.
import { createForge } from 'forgery'

const website = 'https://forge.example.com/api/v3/projects/jane%2Fwebsite'
const headers = { 'PRIVATE-TOKEN': 'jane-token', 'Content-Type': 'application/json' }

/** A world of one user, who has a project with a commit. */
export const seed = {
  users: [{ username: 'jane' }],
  projects: [
    {
      path: 'jane/website',
      repository: {
        commits: [
          {
            message: 'Begin',
            author: 'jane',
            at: '2016-11-02T09:00:00Z',
            actions: [{ action: 'create', file_path: 'README.md', content: '# Website\n' }],
          },
        ],
      },
    },
  ],
}

/** Creates an issue and lists the titles of all, by any `fetch`. */
export async function createAndList(ask, title, project = website) {
  const body = JSON.stringify({ title })
  const created = await ask(`${project}/issues`, { method: 'POST', headers, body })
  const listed = await ask(`${project}/issues`, { headers })
  const issues = await listed.json()
  return [created.status, listed.headers.get('x-total'), issues.map((issue) => issue.title)]
}

export async function useLibrary() {
  const forge = await createForge({ seed, now: '2017-01-15T12:00:00Z' })
  const listed = await createAndList(forge.fetch, 'It leaks')
  const tree = await forge.fetch(`${website}/repository/tree`, { headers })
  const [{ name, id }] = await tree.json()
  const operations = forge.requests.map(({ operationId }) => operationId)
  forge.reset()
  return { listed, operations, file: [name, id], issuesAfterReset: forge.db.issues.count() }
}
