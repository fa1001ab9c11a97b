import { expect, it } from 'vitest'
import { createForge } from '../../../src/forge/create-forge.ts'
import { compare } from '../../../src/verify/compare/index.ts'
import { readers } from '../../../src/verify/compare/v3/tours/callers.ts'
import { type Tour, tours } from '../../../src/verify/compare/v3/tours/index.ts'
import { attributions, ways } from '../../../src/verify/compare/v3/tours/ways.ts'
import { loadContract } from '../../../src/verify/contract/contract.ts'

const fetch = () => Promise.reject(new TypeError('There is no network behind this server.'))
const contract = await loadContract('v3')
/** Names with slashes. */
const spanning = /^(?:branch|tag_name|ref_name)$/
const named = contract.operations.map(({ id, method, path }) => {
  const pattern = path.replace(/\{(\w+)\}/g, (_, name) => (spanning.test(name) ? '.+' : '[^/]+'))
  return { id, method, path, pattern: new RegExp(`^/api/v3${pattern}$`) }
})
const ofRunners = 'A runner brings it.'
const ofAdministrators = 'It is of administrators, and is called by others here.'

/** Operations that are refused throughout a part, each with the reason. */
const refused: Readonly<Record<string, string>> = {
  getBuildArtifacts: ofRunners,
  getArtifactsOfRef: ofRunners,
  getBuildTrace: ofRunners,
  eraseBuild: ofRunners,
  keepBuildArtifacts: ofRunners,
  getDeployment: ofRunners,
  cherryPickCommit: 'A commit that is picked onto its own parent in the same second is the same.',
  cancelMergeWhenBuildSucceeds: 'No merge is scheduled here; see the part about those.',
  updateNotificationSettings: 'A server that takes one for the administrator would change theirs.',
  deleteOwnSshKey: 'A server that takes one for the administrator would change theirs.',
  deleteOwnEmail: 'A server that takes one for the administrator would change theirs.',
  createEmailOfUser: ofAdministrators,
  deleteEmailOfUser: ofAdministrators,
  createSshKeyOfUser: ofAdministrators,
  deleteSshKeyOfUser: ofAdministrators,
  createProjectForUser: ofAdministrators,
  transferProjectToGroup: ofAdministrators,
  updateUser: ofAdministrators,
  blockUser: ofAdministrators,
  unblockUser: ofAdministrators,
}

/** Returns the operations that were called in the parts of some tours, and never with success. */
async function refusedIn(selected: readonly Tour[]): Promise<readonly string[]> {
  const forge = await createForge({ seed: 'demo', log: () => {}, fetch })
  const [called, successful] = [new Set<string>(), new Set<string>()]
  const options = {
    ...{ url: 'http://forge.test', token: 'root-token', patience: 1000, concurrency: 1 },
    async fetch(request: Request) {
      const response = await forge.fetch(request)
      const { pathname } = new URL(request.url)
      const { id = '' } =
        named.find(({ method, pattern }) => method === request.method && pattern.test(pathname)) ??
        {}
      called.add(id)
      if (response.ok) successful.add(id)
      return response
    },
  }
  for (const tour of selected) {
    const seed = tours.findIndex((part) => part.includes(tour))
    const { differences } = await compare({ ...options, seed, runs: 1 })
    expect(differences).toEqual([])
  }
  expect(called.size).toBeGreaterThan(50)
  return [...called].filter((id) => !successful.has(id))
}

it.each([
  ['each credential', [ways, attributions], /./],
  ['each reader', [readers], /^GET \/projects/],
])(
  'calls every operation with success for %s, but for those that cannot be',
  async (_, selected, chosen) => {
    const never = await refusedIn(selected)
    const asked = named.filter(
      ({ id, method, path }) => chosen.test(`${method} ${path}`) && never.includes(id),
    )
    expect(asked.map(({ id }) => id).filter((id) => refused[id] === undefined)).toEqual([])
  },
)
