import { useRef } from 'preact/hooks'
import type {
  Branch,
  Issue,
  LabelOfProject,
  Member,
  MergeRequest,
  Milestone,
  Project,
} from '../../contract/generated/v4/contract.ts'
import { FormDialog } from '../parts/form-dialog.tsx'
import { perform } from '../parts/perform.ts'
import { Problem } from '../parts/problem.tsx'
import { useLoaded } from '../session/loaded.ts'
import { actingAs } from '../session/overview.ts'
import { ApiRefusal, readApi, sendApi } from '../session/read.ts'
import { go } from '../shell/router.ts'
import { placeInProject } from './web-address.ts'

/** What the API calls them, in its paths. */
type Part = 'issues' | 'merge_requests'

const words = { issues: 'issue', merge_requests: 'merge request' } as const

interface NewProps {
  readonly project: Project
  readonly part: Part
}

/** Opens an issue or a merge request through the API, as whoever is acted as. */
export function NewInTracker({ project, part }: NewProps) {
  return (
    <FormDialog title={`New ${words[part]}`} icon="plus" isFirst>
      {(close) => (
        <TrackerForm
          project={project}
          part={part}
          action={`Create ${words[part]}`}
          onClose={close}
          onSend={async (fields) => {
            const path = `/projects/${project.id}/${part}`
            const { iid } = (await sendApi('POST', path, fields)) as Issue | MergeRequest
            go({ path: placeInProject(project, part, String(iid)) })
          }}
        />
      )}
    </FormDialog>
  )
}

interface EditProps extends NewProps {
  readonly given: Issue | MergeRequest
  readonly onChange: () => void
}

/** Changes one; what was not changed in the form is not sent. */
export function EditInTracker({ project, part, given, onChange }: EditProps) {
  return (
    <FormDialog title="Edit">
      {(close) => (
        <TrackerForm
          project={project}
          part={part}
          given={given}
          action="Save"
          onClose={close}
          onSend={async (fields) => {
            await sendApi('PUT', `/projects/${project.id}/${part}/${given.iid}`, fields)
            onChange()
          }}
        />
      )}
    </FormDialog>
  )
}

/** What the form has: ids of nobody and nothing are 0, as the API takes them. */
interface Fields {
  readonly title: string
  readonly description: string
  readonly assignee_ids: readonly number[]
  readonly milestone_id: number
  readonly labels: readonly string[]
  readonly due_date?: string | null
  readonly confidential?: boolean
  readonly source_branch?: string
  readonly target_branch?: string
}

const nothing: Fields = {
  title: '',
  description: '',
  assignee_ids: [0],
  milestone_id: 0,
  labels: [],
  due_date: null,
  confidential: false,
}

/** What a title begins with that makes a merge request a draft. */
const draftPrefix = /^(?:(?:\[draft\]|draft:|\(draft\))\s*)+/i

function fieldsOf(given: Issue | MergeRequest): Fields {
  return {
    title: given.title,
    description: given.description ?? '',
    assignee_ids: [given.assignees?.[0]?.id ?? 0],
    milestone_id: given.milestone?.id ?? 0,
    labels: given.labels.map((label) => (typeof label === 'string' ? label : label.name)),
    ...('target_branch' in given
      ? { target_branch: given.target_branch }
      : { due_date: given.due_date, confidential: given.confidential }),
  }
}

/** What stands in the form. */
function fieldsIn(form: HTMLFormElement, part: Part): Fields {
  const data = new FormData(form)
  const text = (name: string) => String(data.get(name) ?? '')
  const isDraft = data.has('draft')
  const title = text('title').trim()
  return {
    title: isDraft ? `Draft: ${title}` : title,
    description: text('description'),
    assignee_ids: [Number(text('assignee'))],
    milestone_id: Number(text('milestone')),
    labels: data.getAll('label').map(String),
    ...(part === 'issues'
      ? { due_date: text('due_date') || null, confidential: data.has('confidential') }
      : { target_branch: text('target_branch') }),
    ...(data.has('source_branch') ? { source_branch: text('source_branch') } : {}),
  }
}

/** What is to be sent: the order of labels does not matter. */
function changesOf(before: Fields, after: Fields): Partial<Fields> {
  const written = (value: unknown) =>
    JSON.stringify(Array.isArray(value) ? [...value].sort() : value)
  const known: Readonly<Record<string, unknown>> = { ...before }
  return Object.fromEntries(
    Object.entries(after).filter(([name, value]) => written(value) !== written(known[name])),
  )
}

/** What there is to choose from: more of a kind than a page has nobody finds in a list. */
interface Choices {
  readonly members: readonly Member[]
  readonly labels: readonly LabelOfProject[]
  readonly milestones: readonly Milestone[]
  readonly branches: readonly Branch[]
}

async function readChoices(id: number, part: Part, signal: AbortSignal): Promise<Choices> {
  // Whoever may not see members can open an issue for nobody.
  const list = <T,>(path: string) =>
    readApi<T[]>(`/projects/${id}/${path}per_page=100`, signal).catch((error: unknown) => {
      if (error instanceof ApiRefusal) return []
      throw error
    })
  const [members, labels, milestones, branches] = await Promise.all([
    list<Member>('members/all?'),
    list<LabelOfProject>('labels?'),
    list<Milestone>('milestones?state=active&include_ancestors=true&'),
    part === 'merge_requests' ? list<Branch>('repository/branches?') : [],
  ])
  return { members, labels, milestones, branches }
}

interface TrackerFormProps extends NewProps {
  readonly given?: Issue | MergeRequest
  readonly action: string
  /** @throws ApiRefusal */
  readonly onSend: (fields: Partial<Fields>) => Promise<void>
  readonly onClose: () => void
}

function TrackerForm({ project, part, given, action, onSend, onClose }: TrackerFormProps) {
  const form = useRef<HTMLFormElement>(null)
  const { value, problem } = useLoaded(
    (signal) => readChoices(project.id, part, signal),
    [project.id, part, actingAs.value?.username],
  )
  if (problem !== undefined) return <Problem>{problem}</Problem>
  if (!value) return <p class="dim">Loading</p>
  async function send(event: Event) {
    event.preventDefault()
    if (!form.current) return
    const before = given ? fieldsOf(given) : nothing
    const changes = changesOf(before, fieldsIn(form.current, part))
    const done = given ? 'Saved' : `The ${words[part]} is open`
    if (await perform(done, () => onSend(changes))) onClose()
  }
  return (
    <form ref={form} onSubmit={send} class="stacked">
      <TextFields part={part} given={given} />
      {part === 'merge_requests' && (
        <Branches project={project} given={given} branches={value.branches} />
      )}
      <People given={given} choices={value} />
      {part === 'issues' && <IssueFields given={given} />}
      <LabelFields given={given} labels={value.labels} />
      <div class="form-actions">
        <button type="submit" class="is-first">
          {action}
        </button>
        <button type="button" onClick={onClose}>
          Cancel
        </button>
      </div>
    </form>
  )
}

interface GivenProps {
  readonly given: Issue | MergeRequest | undefined
}

function TextFields({ part, given }: GivenProps & { readonly part: Part }) {
  const isDraft = given !== undefined && 'draft' in given && given.draft
  const title = given?.title ?? ''
  return (
    <>
      <label>
        Title
        <input
          name="title"
          required
          maxLength={255}
          autocomplete="off"
          defaultValue={isDraft ? title.replace(draftPrefix, '') : title}
        />
      </label>
      {part === 'merge_requests' && (
        <label class="check">
          <input type="checkbox" name="draft" defaultChecked={isDraft} />a draft, which is not to be
          merged yet
        </label>
      )}
      <label>
        Description
        <textarea name="description" rows={6} defaultValue={given?.description ?? ''} />
      </label>
    </>
  )
}

interface BranchesProps extends GivenProps {
  readonly project: Project
  readonly branches: readonly Branch[]
}

/** Which branch goes into which: that it comes from is settled once it is open. */
function Branches({ project, given, branches }: BranchesProps) {
  const names = branches.map(({ name }) => name)
  const target = given && 'target_branch' in given ? given.target_branch : project.default_branch
  const sources = names.filter((name) => name !== project.default_branch)
  return (
    <div class="side-by-side">
      {given === undefined && (
        <label>
          Source branch
          <select name="source_branch" required>
            {sources.map((name) => (
              <option key={name}>{name}</option>
            ))}
          </select>
        </label>
      )}
      <label>
        Target branch
        <select name="target_branch" required>
          {names.map((name) => (
            <option key={name} selected={name === target}>
              {name}
            </option>
          ))}
        </select>
      </label>
    </div>
  )
}

function People({ given, choices }: GivenProps & { readonly choices: Choices }) {
  const [assignee] = given?.assignees ?? []
  const milestone = given?.milestone
  return (
    <div class="side-by-side">
      <Choice
        label="Assignee"
        name="assignee"
        none="nobody"
        chosen={assignee && { id: assignee.id, title: assignee.name }}
        choices={choices.members.map(({ id, name }) => ({ id, title: name }))}
      />
      <Choice
        label="Milestone"
        name="milestone"
        none="none"
        chosen={milestone ?? undefined}
        choices={choices.milestones}
      />
    </div>
  )
}

/** Something that is chosen by its id. */
interface Chosen {
  readonly id: number
  readonly title: string
}

interface ChoiceProps {
  readonly label: string
  readonly name: string
  readonly none: string
  readonly chosen: Chosen | undefined
  readonly choices: readonly Chosen[]
}

/** One of a list, with the one that is chosen now, which may be none of those that can be. */
function Choice({ label, name, none, chosen, choices }: ChoiceProps) {
  const isListed = choices.some(({ id }) => id === chosen?.id)
  const all = chosen && !isListed ? [chosen, ...choices] : choices
  return (
    <label>
      {label}
      <select name={name}>
        <option value="0">{none}</option>
        {all.map(({ id, title }) => (
          <option key={id} value={id} selected={id === chosen?.id}>
            {title}
          </option>
        ))}
      </select>
    </label>
  )
}

function IssueFields({ given }: GivenProps) {
  const issue = given && 'due_date' in given ? given : undefined
  return (
    <div class="side-by-side">
      <label>
        Due
        <input type="date" name="due_date" defaultValue={issue?.due_date ?? ''} />
      </label>
      <label class="check">
        <input type="checkbox" name="confidential" defaultChecked={issue?.confidential ?? false} />
        confidential
      </label>
    </div>
  )
}

interface LabelFieldsProps extends GivenProps {
  readonly labels: readonly LabelOfProject[]
}

function LabelFields({ given, labels }: LabelFieldsProps) {
  const chosen = given ? fieldsOf(given).labels : []
  const names = [...new Set([...chosen, ...labels.map(({ name }) => name)])]
  if (names.length === 0) return null
  return (
    <fieldset class="label-choices">
      <legend>Labels</legend>
      {names.map((name) => (
        <label key={name} class="check">
          <input type="checkbox" name="label" value={name} defaultChecked={chosen.includes(name)} />
          <bdi>{name}</bdi>
        </label>
      ))}
    </fieldset>
  )
}
