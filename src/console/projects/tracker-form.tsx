import { useEffect, useRef } from 'preact/hooks'
import type {
  Branch,
  Issue,
  LabelOfProject,
  Member,
  MergeRequest,
  Milestone,
  Project,
  UserBasic,
} from '../../contract/generated/v4/contract.ts'
import { FormButton, FormDialog } from '../parts/form-dialog.tsx'
import { Icon } from '../parts/icon.tsx'
import { perform } from '../parts/perform.ts'
import { Problem } from '../parts/problem.tsx'
import { useLoaded } from '../session/loaded.ts'
import { actingAs } from '../session/overview.ts'
import { sendApi } from '../session/read.ts'
import { address, go, hrefOf } from '../shell/router.ts'
import { placeInProject } from '../shell/web-address.ts'
import { Checks, Choice, type Kind, type Option, readKind } from './choices.tsx'

/** The path segments of the API. */
type Part = 'issues' | 'merge_requests'

const words = { issues: 'issue', merge_requests: 'merge request' } as const

interface TrackerProps {
  readonly project: Project
  readonly part: Part
}

/**
 * A button that opens a form for a new issue or merge request, which is sent as the acting user. The form has the same
 * address as in GitLab; the query sets initial values: `?issue[title]=It+leaks`.
 */
export function NewInTracker({ project, part, isOpen }: TrackerProps & { isOpen: boolean }) {
  const title = `New ${words[part]}`
  const { query } = address.value
  const ofList = Object.fromEntries([...query].filter(([name]) => !name.includes('[')))
  const given = (name: string) => query.get(`${words[part].replace(' ', '_')}[${name}]`) ?? ''
  return (
    <>
      <a
        class="button is-first"
        href={hrefOf({ path: placeInProject(project, part, 'new'), query: ofList })}
      >
        <Icon name="plus" />
        {title}
      </a>
      {isOpen && (
        <FormDialog
          title={title}
          onClose={() =>
            go({ path: placeInProject(project, part), query: ofList }, { isReplacing: true })
          }
        >
          {(close) => (
            <TrackerForm
              project={project}
              part={part}
              start={{
                title: given('title'),
                description: given('description'),
                source_branch: given('source_branch'),
                target_branch: given('target_branch') || (project.default_branch ?? ''),
              }}
              action={`Create ${words[part]}`}
              onCancel={close}
              onSend={async (fields) => {
                const path = `/projects/${project.id}/${part}`
                const { iid } = (await sendApi('POST', path, fields)) as Issue | MergeRequest
                go({ path: placeInProject(project, part, String(iid)) })
              }}
            />
          )}
        </FormDialog>
      )}
    </>
  )
}

interface EditProps extends TrackerProps {
  readonly given: Issue | MergeRequest
  readonly onChange: () => void
}

/** A button that opens a form to edit one; only changed fields are sent. */
export function EditInTracker({ project, part, given, onChange }: EditProps) {
  return (
    <FormButton title="Edit">
      {(close) => (
        <TrackerForm
          project={project}
          part={part}
          given={given}
          start={fieldsOf(given)}
          action="Save"
          onCancel={close}
          onSend={async (fields) => {
            await sendApi('PUT', `/projects/${project.id}/${part}/${given.iid}`, fields)
            close()
            onChange()
          }}
        />
      )}
    </FormButton>
  )
}

/** The values of the form; the id 0 stands for none, as in the API. */
interface Fields {
  readonly title: string
  readonly description: string
  readonly assignee_ids: readonly number[]
  readonly reviewer_ids?: readonly number[]
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
  reviewer_ids: [0],
  milestone_id: 0,
  labels: [],
  due_date: null,
  confidential: false,
}

/** The prefixes of a title that mark a merge request as a draft. */
const draftPrefix = /^(?:(?:\[draft\]|draft:|\(draft\))\s*)+/i

function fieldsOf(given: Issue | MergeRequest): Fields {
  return {
    title: given.title,
    description: given.description ?? '',
    assignee_ids: [given.assignees?.[0]?.id ?? 0],
    milestone_id: given.milestone?.id ?? 0,
    labels: given.labels.map((label) => (typeof label === 'string' ? label : label.name)),
    ...('target_branch' in given
      ? {
          target_branch: given.target_branch,
          reviewer_ids: [given.reviewers?.[0]?.id ?? 0],
        }
      : { due_date: given.due_date, confidential: given.confidential }),
  }
}

/** Reads the values of the form. */
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
      : { target_branch: text('target_branch'), reviewer_ids: [Number(text('reviewer'))] }),
    ...(data.has('source_branch') ? { source_branch: text('source_branch') } : {}),
  }
}

/** Returns the changed fields; the order of labels is irrelevant. */
function changesOf(before: Fields, after: Fields): Partial<Fields> {
  const written = (value: unknown) =>
    JSON.stringify(Array.isArray(value) ? [...value].sort() : value)
  const known: Readonly<Record<string, unknown>> = { ...before }
  return Object.fromEntries(
    Object.entries(after).filter(([name, value]) => written(value) !== written(known[name])),
  )
}

/** The options of the fields. */
interface Choices {
  readonly members: Kind
  readonly labels: Kind
  readonly milestones: Kind
  /** Undefined for an issue. */
  readonly branches?: Kind
}

async function readChoices(id: number, part: Part, signal: AbortSignal): Promise<Choices> {
  const kind = <One,>(path: string, optionOf: (one: One) => Option) =>
    readKind(`/projects/${id}/${path}=`, optionOf, signal)
  const [members, labels, milestones, branches] = await Promise.all([
    kind('members/all?query', personOption),
    kind('labels?search', namedOption),
    kind('milestones?state=active&include_ancestors=true&search', milestoneOption),
    part === 'issues' ? undefined : kind('repository/branches?search', namedOption),
  ])
  return { members, labels, milestones, ...(branches && { branches }) }
}

const namedOption = ({ name }: Pick<LabelOfProject | Branch, 'name'>): Option => ({
  value: name,
  title: name,
})

const personOption = ({
  id,
  name,
  username,
}: Pick<Member, 'id' | 'name' | 'username'>): Option => ({
  value: String(id),
  title: `${name} (${username})`,
})

const milestoneOption = ({ id, title }: Pick<Milestone, 'id' | 'title'>): Option => ({
  value: String(id),
  title,
})

interface TrackerFormProps extends TrackerProps {
  readonly given?: Issue | MergeRequest
  /** The initial texts of the form. */
  readonly start: Texts
  readonly action: string
  /** @throws ApiRefusal */
  readonly onSend: (fields: Partial<Fields>) => Promise<void>
  readonly onCancel: () => void
}

type Texts = Pick<Fields, 'title' | 'description' | 'source_branch' | 'target_branch'>

function TrackerForm({ project, part, given, start, action, onSend, onCancel }: TrackerFormProps) {
  const form = useRef<HTMLFormElement>(null)
  const { value, problem } = useLoaded(
    (signal) => readChoices(project.id, part, signal),
    [project.id, part, actingAs.value?.username],
  )
  const isThere = value !== undefined
  useEffect(() => form.current?.querySelector('input')?.focus(), [isThere])
  if (problem !== undefined) return <Problem>{problem}</Problem>
  if (!value) return <p class="dim">Loading</p>
  const { members, milestones, labels, branches } = value
  const request = given && 'reviewers' in given ? given : undefined
  const issue = given && 'due_date' in given ? given : undefined
  const chosen = given ? fieldsOf(given).labels : []
  const milestone = given?.milestone
  async function send(event: Event) {
    event.preventDefault()
    if (!form.current) return
    const before = given ? fieldsOf(given) : nothing
    const changes = changesOf(before, fieldsIn(form.current, part))
    await perform(given ? 'Saved' : `The ${words[part]} is open`, () => onSend(changes))
  }
  return (
    <form ref={form} onSubmit={send} class="stacked">
      <TextFields part={part} start={start} />
      {branches && <Branches isNew={!given} start={start} branches={branches} />}
      <div class="side-by-side">
        <PersonChoice label="Assignee" members={members} chosen={given?.assignees?.[0]} />
        {part === 'merge_requests' && (
          <PersonChoice label="Reviewer" members={members} chosen={request?.reviewers?.[0]} />
        )}
        <Choice
          label="Milestone"
          name="milestone"
          none="none"
          kind={milestones}
          chosen={milestone ? milestoneOption(milestone) : undefined}
        />
      </div>
      {part === 'issues' && (
        <div class="side-by-side">
          <label>
            Due
            <input type="date" name="due_date" defaultValue={issue?.due_date ?? ''} />
          </label>
          <label class="check">
            <input
              type="checkbox"
              name="confidential"
              defaultChecked={issue?.confidential ?? false}
            />
            confidential
          </label>
        </div>
      )}
      <Checks
        label="Labels"
        name="label"
        kind={labels}
        chosen={chosen.map((name) => namedOption({ name }))}
      />
      <div class="form-actions">
        <button type="submit" class="is-first">
          {action}
        </button>
        <button type="button" onClick={onCancel}>
          Cancel
        </button>
      </div>
    </form>
  )
}

function TextFields({ part, start }: { readonly part: Part; readonly start: Texts }) {
  const isDraft = part === 'merge_requests' && draftPrefix.test(start.title)
  return (
    <>
      <label>
        Title
        <input
          name="title"
          required
          maxLength={255}
          autocomplete="off"
          defaultValue={isDraft ? start.title.replace(draftPrefix, '') : start.title}
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
        <textarea name="description" rows={6} defaultValue={start.description} />
      </label>
    </>
  )
}

interface BranchesProps {
  readonly isNew: boolean
  readonly start: Texts
  readonly branches: Kind
}

/** The fields for the source and the target branch; the source cannot be changed later. */
function Branches({ isNew, start, branches }: BranchesProps) {
  const optionOf = (name = '') => (name === '' ? undefined : namedOption({ name }))
  const target = optionOf(start.target_branch)
  const source =
    optionOf(start.source_branch) ??
    branches.first.rows.find(({ value }) => value !== target?.value)
  return (
    <div class="side-by-side">
      {isNew && (
        <Choice label="Source branch" name="source_branch" kind={branches} chosen={source} />
      )}
      <Choice label="Target branch" name="target_branch" kind={branches} chosen={target} />
    </div>
  )
}

interface PersonChoiceProps {
  readonly label: 'Assignee' | 'Reviewer'
  readonly members: Kind
  readonly chosen: UserBasic | undefined
}

/** A field for a single user, since multiple ones are a feature of paid tiers. */
function PersonChoice({ label, members, chosen }: PersonChoiceProps) {
  return (
    <Choice
      label={label}
      name={label.toLowerCase()}
      none="nobody"
      kind={members}
      chosen={chosen && personOption(chosen)}
    />
  )
}
