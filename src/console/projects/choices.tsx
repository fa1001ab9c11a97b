import { useId, useState } from 'preact/hooks'
import type { RowPage } from '../parts/paged-rows.ts'
import { useSettled } from '../parts/use-settled.ts'
import { useLoaded } from '../session/loaded.ts'
import { ApiRefusal, readPage, segment } from '../session/read.ts'

/** An option of a form field. */
export interface Option {
  readonly value: string
  readonly title: string
  /** The heading of its group. */
  readonly group?: string
}

/** The options of a field: the first page, and a search for further ones. */
export interface Kind {
  readonly first: RowPage<Option>
  readonly find: (text: string, signal: AbortSignal) => Promise<RowPage<Option>>
}

/** The options while they are loading. */
export const noKind: Kind = { first: { total: 0, rows: [] }, find: async () => noKind.first }

/**
 * Loads options from a list of the API.
 *
 * @param path of the list, up to the value of its search parameter
 * @example readKind('/projects/1/labels?search=', ({ name }: Label) => ({ value: name, title: name }), signal)
 */
export async function readKind<One>(
  path: string,
  optionOf: (one: One) => Option,
  signal: AbortSignal,
): Promise<Kind> {
  const find = async (text: string, leaving: AbortSignal) => {
    const { total, rows } = await readPage<One>(`${path}${segment(text)}`, 1, leaving)
    return { total, rows: rows.map(optionOf) }
  }
  // A user without access to the members can still open an issue without an assignee.
  const first = await find('', signal).catch((error: unknown) => {
    if (error instanceof ApiRefusal) return { total: 0, rows: [] }
    throw error
  })
  return { first, find }
}

/** Returns the options to show, and a search field where there are more than fit on a page. */
export function useOffered({ first, find }: Kind, what: string) {
  const [text, setText] = useState('')
  const searched = useSettled(text)
  const { value = first } = useLoaded(
    (signal) => (searched === '' ? first : find(searched, signal)),
    [searched, first],
  )
  const search = first.total > first.rows.length && (
    <input
      type="search"
      aria-label={`Find ${what}`}
      placeholder={`Find one of ${first.total}`}
      value={text}
      onInput={({ currentTarget }) => setText(currentTarget.value)}
      onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
    />
  )
  return { offered: value.rows, search, isSearching: text !== '', endSearch: () => setText('') }
}

interface ChoiceProps {
  readonly label: string
  readonly name: string
  readonly kind: Kind
  /** The initial choice, which need not be among the options. */
  readonly chosen: Option | undefined
  /** The title of an empty choice; without it a choice is required. */
  readonly none?: string
}

/** A field with a single choice. */
export function Choice({ label, name, kind, chosen: first, none }: ChoiceProps) {
  const id = useId()
  const [chosen, choose] = useState(first)
  const { offered, search, isSearching, endSearch } = useOffered(kind, label.toLowerCase())
  const options = withChosen(chosen ? [chosen] : [], offered)
  return (
    <div class="choice">
      <label for={id}>{label}</label>
      {search}
      <select
        id={id}
        name={name}
        required={none === undefined}
        // Search results stay visible, instead of hiding in a closed list.
        size={isSearching ? 6 : 1}
        value={chosen?.value ?? ''}
        onChange={({ currentTarget }) => {
          choose(options.find(({ value }) => value === currentTarget.value))
          endSearch()
        }}
      >
        {none !== undefined && <option value="">{none}</option>}
        {options.map(({ value, title }) => (
          <option key={value} value={value}>
            {title}
          </option>
        ))}
      </select>
    </div>
  )
}

interface ChecksProps {
  readonly label: string
  readonly name: string
  readonly kind: Kind
  readonly chosen: readonly Option[]
}

/** A field with multiple choices. */
export function Checks({ label, name, kind, chosen: first }: ChecksProps) {
  const [chosen, choose] = useState(first)
  const { offered, search } = useOffered(kind, label.toLowerCase())
  const options = withChosen(chosen, offered)
  if (options.length === 0 && !search) return null
  const isChosen = ({ value }: Option) => chosen.some((one) => one.value === value)
  return (
    <fieldset class="checks">
      <legend>{label}</legend>
      {search}
      {options.map((option) => (
        <label key={option.value} class="check">
          <input
            type="checkbox"
            name={name}
            value={option.value}
            checked={isChosen(option)}
            onChange={({ currentTarget }) => {
              const others = chosen.filter(({ value }) => value !== option.value)
              choose(currentTarget.checked ? [...others, option] : others)
            }}
          />
          <bdi>{option.title}</bdi>
        </label>
      ))}
    </fieldset>
  )
}

/** Adds chosen options that the list lacks; those in the list keep their positions. */
function withChosen(chosen: readonly Option[], offered: readonly Option[]): readonly Option[] {
  const others = chosen.filter(({ value }) => !offered.some((one) => one.value === value))
  return [...others, ...offered]
}
