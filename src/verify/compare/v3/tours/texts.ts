import type { Step, Values } from '../../../reproduction/history.ts'
import { validParameters } from '../calls.ts'
import { completeTarget } from '../complete-target.ts'
import { add } from '../reads.ts'
import { addBranch } from '../records.ts'
import { isNotShown } from '../values.ts'
import type { World } from '../world.ts'
import { lookAtAnswer, readCreated } from './look.ts'
import { entitledTo, unconfirmed, writesOf } from './operations.ts'

/** Texts with what is often escaped, cut off, decoded or taken for something else: one that can be decoded, and one that cannot. */
const words: readonly string[] = [
  'Desk & sofa <lt>both> "so" \'on\' \\ %41 %2F C++ a=b;c',
  'A lighthouse 🗼, 𝄞 – straße, 日本, e\u0301, 100 %',
  'null',
]

const paragraphs = 'one  \n\n  two\tthree \r\n\n&amp; four\n'

/** An address with all that one may have. */
const address = 'http://mender.example.com:8080/a%20b/?c=d&e=f%26g+h#i=j'
const ofAddresses: ReadonlySet<string> = new Set(['target_url', 'website_url'])

/** What a name of a file may have beside the letters of English. */
const fileNames: readonly string[] = ['straße.txt', '日本.rb', 'a_b-c.1.txt']

const ofOneLine: ReadonlySet<string> = new Set([
  'title',
  'commit_message',
  'location',
  'organization',
  'skype',
  'linkedin',
  'twitter',
])
const ofMoreLines: ReadonlySet<string> = new Set([
  'description',
  'body',
  'note',
  'code',
  'content',
  'message',
  'release_description',
  'bio',
])

const json = {}
const form = { form: true } as const
const query = { inQuery: 'all' } as const

/** Each text, and where it is sent: it may be decoded otherwise in each place. */
const written: readonly (readonly [text: string, way: Partial<Step>])[] = [
  ...words.flatMap((word) => [json, form, query].map((way) => [word, way] as const)),
  [paragraphs, json],
  [paragraphs, form],
]

/** Every write that takes texts, with each of some texts: what shows the record afterwards. */
export function texts(world: World): void {
  const project = world.draw.one(world.projects.slice(0, 2))
  const target = completeTarget(world, project)
  for (const operation of writesOf(world)) {
    const { id, path, parameters } = operation
    const shown = parameters.filter((one) => !isNotShown(one, operation))
    const names = shown.map(({ name }) => name)
    if (!names.some((name) => ofOneLine.has(name) || ofMoreLines.has(name))) continue
    const look = lookAtAnswer(world, operation, target)
    for (const [place, [text, inPlace]] of written.entries()) {
      const valid = validParameters(operation, target, world)
      if (!valid) continue
      const isOfLines = text === paragraphs
      const taken = names.filter(
        (name) => ofMoreLines.has(name) || (!isOfLines && ofOneLine.has(name)),
      )
      const given = Object.fromEntries([
        ...taken.map((name) => [name, text]),
        ...names.filter((name) => ofAddresses.has(name)).map((name) => [name, address]),
      ])
      const file_name = fileNames[place % fileNames.length]
      const ofFile = names.includes('file_name') && file_name !== undefined ? { file_name } : {}
      const ofBranch =
        id === 'createMergeRequest' ? { source_branch: addBranch(world, project) } : {}
      const sent: Values = { ...valid, ...given, ...ofFile, ...ofBranch, ...unconfirmed(operation) }
      const hasNested = Object.values(sent).some((one) => typeof one === 'object')
      const isJsonAlone = hasNested || path.endsWith('/files')
      if (isJsonAlone && inPlace !== json) continue
      const makes = world.fresh('written')
      const isCreation = operation.method === 'POST'
      add(world, entitledTo(operation), id, sent, { ...inPlace, ...(isCreation ? { makes } : {}) })
      if (isCreation) readCreated(world, operation, sent, makes)
      // Each text is looked at from everywhere once.
      if (inPlace === json) look.wide()
      else look.near()
    }
  }
}
