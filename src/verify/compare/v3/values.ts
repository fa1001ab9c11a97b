import type { ParameterContract } from '../../../contract/operation-contract.ts'
import type { Operation } from '../../contract/operation.ts'
import type { Value } from '../../reproduction/history.ts'
import { type Project, ref, type World } from './world.ts'

/** Parameters that histories do not set, since their valid values depend on the configuration of the server. */
const left: ReadonlySet<string> = new Set([
  'import_url',
  'namespace_id',
  'milestone_id',
  'milestone',
  'merge_request_for_resolving_discussions',
  'target_project_id',
  'default_branch',
  'notification_email',
  'extern_uid',
  'provider',
  'confirm',
  'password',
  'merge_when_build_succeeds',
])

/** Returns values of an optional parameter, each of which shows whether it has an effect. */
export function valuesOf(
  parameter: ParameterContract,
  operation: Operation,
  project: Project,
  world: World,
): readonly Value[] {
  const { name, schema } = parameter
  if (left.has(name) || isNotShown(parameter, operation)) return []
  const found =
    operation.method === 'GET'
      ? ofFilter(name, operation, project, world)
      : ofField(name, operation, world)
  if (found) return found
  if (name === 'visibility_level') return world.levels
  if (schema.enum) return schema.enum.filter((one) => one !== null)
  if ([schema.type].flat().includes('boolean')) return [true, false]
  return []
}

/** Whether a parameter is one of those of which the specification says that there are more, but not which. */
export const isNotShown = ({ isExtension }: ParameterContract, { id }: Operation) =>
  id === 'createProjectForUser' && isExtension === true

const texts = ['Mends what leaks', 'Löst „Lecks“ & <lt>mehr> – 日本']

function ofField(name: string, { id }: Operation, world: World): readonly Value[] | undefined {
  const fresh = () => `<${world.fresh('name')}.name>`
  const isIssue = /Issue$/.test(id)
  switch (name) {
    case 'name':
    case 'context':
      if (/CommitStatus$/.test(id)) return [`${world.fresh('lint')}/ß`]
      return /User$/.test(id) ? ['Nora Forgery', 'Zoë „Ö“ Forgery'] : [fresh()]
    case 'path':
      if (/CommitComment$/.test(id)) return []
      return /Project$/.test(id) ? [fresh(), `${fresh()}.dot`] : [fresh()]
    case 'username':
      return [fresh()]
    case 'email':
      // A plus is a blank where a form is read a second time, or not written as one.
      return [`${fresh()}+roof@<mail>`, `${fresh()}@<mail>`]
    case 'title':
      return ['The window is open', 'größer & <lt>b>']
    case 'description':
      return isIssue || /MergeRequest$/.test(id) ? [...texts, ''] : texts
    case 'labels':
      return ['roof,bug', 'cellar', '']
    case 'assignee_id':
      return [ref('developer'), ref('owner')]
    case 'due_date':
      return ['2031-02-28', '2032-02-29']
    case 'created_at':
      return ['2016-11-05T10:20:30Z', '2016-11-05T10:20:30+03:00']
    case 'updated_at':
      return ['2018-11-05T10:20:30Z']
    case 'expires_at':
      return ['2031-05-01', '2032-06-30']
    case 'access_level':
      return [10, 20, 30, 40]
    case 'public':
      return [true]
    case 'projects_limit':
      return [0, 7]
    case 'bio':
    case 'location':
    case 'organization':
      return [...texts, '']
    case 'skype':
    case 'linkedin':
    case 'twitter':
      return ['mender']
    case 'website_url':
      return ['http://mender.example.com']
    case 'author_name':
      return ['Nora Forgery']
    case 'author_email':
      return ['nora@mender.example.com']
    case 'message':
    case 'release_description':
      return texts
    case 'file_name':
      return ['other.rb']
    case 'code':
      return ['puts "größer"\r\nputs 3', '  puts 4\n\n']
    case 'target_url':
      return ['http://checks.example.com/2?a=b']
    case 'ref':
      return ['master']
    case 'source_branch':
    case 'target_branch':
      return []
    case 'encoding':
      return ['text']
    case 'sha':
      return []
    default:
      return undefined
  }
}

function ofFilter(
  name: string,
  { id, isPaginated }: Operation,
  project: Project,
  { projects }: World,
): readonly Value[] | undefined {
  const [issue, next] = project.issues
  const [request, other] = project.mergeRequests
  const isOfRequests = id === 'listMergeRequests'
  const of = (one: { readonly symbol: string } | undefined) => (one ? [`<${one.symbol}.iid>`] : [])
  switch (name) {
    case 'page':
      return isPaginated ? [2, 3, 99] : []
    case 'per_page':
      return isPaginated ? [1, 2, 100, 101, 200] : []
    case 'search':
      if (id === 'listUsers') return ['<word>owner', '<guest.name>@<mail>', '<developer.name>']
      if (id === 'listProjectUsers') return ['<developer.name>', '<stranger.name>', '<word>d']
      if (id === 'listGroups') return ['<title1.name>', '<group1.name>', '<word>nothing']
      return projects.slice(0, 2).map((one) => `<${one.name}.name>`)
    case 'query':
      // Of members and of one who is none.
      return ['<developer.name>', '<stranger.name>', '<word>']
    case 'username':
      // What all names begin with is the name of nobody.
      return ['<developer.name>', '<word>nobody', '<word>']
    case 'active':
    case 'blocked':
      return [true]
    case 'external':
      // Whether it filters for others than administrators is not stated: these ask for it in tours of accounts.
      return []
    case 'iid':
      return [...of(isOfRequests ? request : issue), ...of(isOfRequests ? other : next)]
    case 'iids':
      return [[...of(other), ...of(request)], of(other)]
    case 'labels':
      // A part of a label is another label.
      return ['bug', 'roof', 'bug,roof', 'roof,bug', 'two words', 'two', 'ro', 'nothing']
    case 'scope':
      return ['pending', 'canceled', 'failed', ['pending', 'canceled'], ['pending', 'skipped']]
    case 'ref_name':
      return ['master', 'alpha', 'v2', 'feature/roof']
    case 'recursive':
      return [true, false]
    case 'path':
      return ['lib', 'nowhere']
    case 'since':
    case 'until':
      return ['2016-01-01T00:00:00Z', '2100-01-01T00:00:00Z']
    case 'ref':
      return ['master', 'alpha']
    case 'sha':
      return ['master', 'alpha']
    case 'stage':
      // Which stage a status has that somebody posts is not stated.
      return ['nothing']
    case 'name':
      return ['lint', 'nothing']
    case 'skip_groups':
      return [['<group1>']]
    default:
      return undefined
  }
}
