import { at, type LegitimateServer } from '../server.ts'
import {
  changed,
  eachChanged,
  fieldOf,
  newBranch,
  newRepository,
  relisted,
  serving,
  withBody,
  writeFile,
} from '../shared-tools.ts'

/** A patch without the two lines that name its files. */
const withoutNames = (diff: string) => diff.replace(/^--- .*\n\+\+\+ .*\n/, '')

export const legitimateOscarServers: readonly LegitimateServer[] = [
  {
    name: 'The branches that go since they are merged are named in the answer',
    allowedBy: 'Document 3: response bodies of delete-merged-branches: not shown',
    start: serving(() => ({
      async deleteMergedBranches(call) {
        const response = await call.send()
        return response.ok
          ? changed(response, () => ({ message: 'Merged branches are deleted', scheduled: true }))
          : response
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      await newBranch(ask, project, 'old')
      const { json } = await ask('DELETE', `/projects/${project}/repository/merged_branches`)
      return at(json, 'scheduled') === true
    },
  },
  {
    name: 'An archive is served as gzip, to be stored by no cache, under a name of its own',
    allowedBy: 'Document 3: media types of the raw file, raw blob, archive … not shown',
    start: serving(() => ({
      async getArchive(call) {
        const response = await call.send()
        return response.ok
          ? withBody(response, response.body, {
              'content-type': 'application/gzip',
              'content-disposition': "attachment; filename*=UTF-8''source.tgz",
              'cache-control': 'private, no-store',
            })
          : response
      },
    })),
    async isShown(ask) {
      const path = `/projects/${await newRepository(ask)}/repository/archive`
      return (await ask('GET', path)).headers.get('content-type') === 'application/gzip'
    },
  },
  {
    name: 'The diff of a commit begins with its first hunk, without the names of its files',
    allowedBy: 'Document 3, Diff entry: diff string; nothing says how it begins',
    start: serving(() => ({
      listCommitDifferences: async (call) =>
        eachChanged(await call.send(), (entry) =>
          typeof entry.diff === 'string' ? { ...entry, diff: withoutNames(entry.diff) } : entry,
        ),
      compareRevisions: async (call) =>
        eachChanged(await call.send(), (json) =>
          Array.isArray(json.diffs)
            ? {
                ...json,
                diffs: json.diffs.map((entry) => ({
                  ...entry,
                  diff: withoutNames(String(entry.diff)),
                })),
              }
            : json,
        ),
    })),
    async isShown(ask) {
      const path = `/projects/${await newRepository(ask)}/repository/commits/master/diff`
      return String(at((await ask('GET', path)).json, '0.diff')).startsWith('@@')
    },
  },
  {
    name: 'Contributors stand in the order of their e-mails, from the end of the alphabet',
    allowedBy: 'Document 3, GET .../contributors: array of objects; no order is stated',
    start: serving(() => ({
      listContributors: (call) =>
        relisted(call, (all) =>
          [...all].sort((one, other) => (String(one.email) < String(other.email) ? 1 : -1)),
        ),
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      for (const author_email of ['z@six.example', 'a@six.example', 'm@six.example']) {
        const author_name = author_email.slice(0, 1)
        const file_path = `${author_name}.txt`
        await writeFile(ask, project, { file_path, author_email, author_name })
      }
      await writeFile(ask, project, {
        file_path: 'a-too.txt',
        author_email: 'a@six.example',
        author_name: 'a',
      })
      const { json } = await ask('GET', `/projects/${project}/repository/contributors`)
      const emails = fieldOf(json, 'email')
      return emails.indexOf('z@six.example') === 0 && emails.at(-1) === 'a@six.example'
    },
  },
]
